import type { Overrides } from '#worker/compose.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { type Responder, createSettings, createStandIns, respondNormally } from '../../support/ai-stand-ins.ts'

export type Setup = {
  provider?: string
  respond?: Responder
  settings?: Record<string, unknown>
  overrides?: Overrides
}

/** The whole Worker with its AI settings pointing at fake providers. */
export function createAiApp({
  provider = 'openai-compatible',
  respond = respondNormally,
  settings = {},
  overrides = {},
}: Setup = {}) {
  const { requests, fetch } = createStandIns(respond)
  const env = { ...testEnv(), ...createSettings(provider), ...settings } as Env
  const app = createTestApp({ fetch, ...overrides }, env)
  return {
    app,
    requests,
    ask: (what: string, body: unknown, headers: Record<string, string> = as.service()) =>
      askAt(app, what, body, headers),
  }
}

const askAt = (app: TestApp, what: string, body: unknown, headers: Record<string, string>) =>
  sendJson(app, `/api/ai/${PROJECT}/${what}`, body, { headers })

export const getCode = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
]
