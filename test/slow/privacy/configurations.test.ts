import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientConfig } from '#shared/contracts/config.ts'
import { describeMethod } from '#shared/domain/provenance.ts'
import {
  describePhotoDeletion,
  summarizePhotoDeletion,
  describePhotoReaders,
  describePhotoUse,
} from '#shared/domain/photo-words.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

/** Every value of `AI_IMAGE_PROVIDER`, with its settings and the provider that the pages name as receiving the photo. */
const ENGINES: Readonly<Record<string, { vars?: Record<string, string>; service: string | null }>> = {
  embedded: { service: null },
  openai: { vars: { AI_OPENAI_KEY: 'k' }, service: 'OpenAI' },
  google: { vars: { AI_GOOGLE_KEY: 'k' }, service: 'Google' },
  fal: { vars: { AI_FAL_KEY: 'k' }, service: 'fal' },
  replicate: { vars: { AI_REPLICATE_KEY: 'k' }, service: 'Replicate' },
  'workers-ai': { service: 'Cloudflare' },
  'openai-compatible': {
    vars: { AI_COMPATIBLE_KEY: 'k', AI_COMPATIBLE_BASE_URL: 'https://models.example/v1' },
    service: 'models.example',
  },
}

const SENTENCES = {
  describeMethod,
  describePhotoUse,
  describePhotoReaders,
  describePhotoDeletion,
  summarizePhotoDeletion,
}
/** The sentences about the photo and the engine on each page. */
const PAGES: Readonly<Record<string, readonly (keyof typeof SENTENCES)[]>> = {
  '/': ['describeMethod'],
  '/privacy-policy': ['describePhotoUse', 'describePhotoReaders'],
}

beforeEach(freshDatabase)

describe.each(Object.entries(ENGINES))('AI_IMAGE_PROVIDER=%s', (provider, { vars = {}, service }) => {
  const app = createTestApp({}, { ...testEnv(), AI_IMAGE_PROVIDER: provider, AI_IMAGE_MODEL: 'm', ...vars } as Env)

  test.each(Object.entries(PAGES))('names on %s only the provider that receives the photo', async (path, sayings) => {
    const page = await (await app.send(path)).text()
    for (const name of sayings) expect(page).toContain(SENTENCES[name](service))
    const isTrue = new Set(Object.values(SENTENCES).map((say) => say(service)))
    const all = Object.values(ENGINES).flatMap((other) => Object.values(SENTENCES).map((say) => say(other.service)))
    for (const words of all) if (!isTrue.has(words)) expect(page).not.toContain(words)
    expect(page).not.toContain('gap-')
    expect((await (await app.send('/api/config')).json<ClientConfig>()).imageService).toBe(service)
  })
})

describe.each(['embedded', 'openai'])('BACKEND_CORE_URL with AI_IMAGE_PROVIDER=%s', (provider) => {
  const vars = { AI_IMAGE_PROVIDER: provider, AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k' }
  const env = { ...testEnv(), ...vars, BACKEND_CORE_URL: 'https://core.example:8443/' } as Env
  const HOST = 'core.example:8443'

  test.each(
    Object.entries({ ...PAGES, '/privacy-policy': [...PAGES['/privacy-policy']!, 'describePhotoDeletion'] as const }),
  )('names on %s where the photo goes, and claims nothing about its artist', async (path, sayings) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      return Response.json(pathname.endsWith('/batch') ? { results: [{ rows: [] }] } : [])
    })
    const app = createTestApp({}, env)
    const page = await (await app.send(path)).text()
    for (const name of sayings) expect(page).toContain(SENTENCES[name](null, HOST))
    for (const service of [null, 'OpenAI'])
      for (const name of sayings) expect(page).not.toContain(SENTENCES[name](service))
    expect(page).not.toMatch(/AI-generated|we ink the card|Only our server|gap-/)
    const config = await (await app.send('/api/config')).json<ClientConfig>()
    expect(config).toMatchObject({ imageService: null, backendHost: HOST })
    fetched.mockRestore()
  })
})

test.each(['true', 'false'])(
  'states in the rules whether a card without a face is reviewed first, with REVIEW_CARDS_WITHOUT_FACE=%s',
  async (waits) => {
    const settings = { REVIEW_CARDS_WITHOUT_FACE: waits, ADMIN_EMAILS: 'boss@example.com' }
    const app = createTestApp({}, { ...testEnv(), ...settings } as Env)
    const rules = await (await app.send('/rules')).text()
    expect(rules.includes('a moderator checks the card before it goes in the Hall')).toBe(waits === 'true')
  },
)
