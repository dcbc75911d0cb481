import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { AccessTokens } from '#worker/backend/auth/access-token.ts'
import { onError } from '#worker/http/errors.ts'
import { sign } from '#worker/http/signature.ts'
import { readVisitor, type Secrets } from '#worker/http/visitor.ts'

export const NOW = Date.UTC(2026, 10, 21, 12)
export const PROJECT = 'a-project'
export const SECRET = 'token-secret-0123456789abcdefghijklmnop'
export const OLD_SECRET = 'token-secret-before-0123456789abcdefghij'
export const USER = { userId: '1'.repeat(32), sessionId: '2'.repeat(32) }

/** Access tokens of a project at a point in time. */
export const tokensAt = (now: number, { secrets = [SECRET] as Secrets, project = PROJECT } = {}) =>
  new AccessTokens({ tokenSecrets: secrets, projectId: project, clock: () => now })

export const getRefusal = async (work: Promise<unknown>) => {
  const thrown: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof AppError ? thrown.code : thrown
}

export const SERVICE = 'service-key-0123456789abcdefghijklmnop'
export const OLD_SERVICE = 'service-key-before-0123456789abcdefg'
export const VISITORS = 'visitor-secret-0123456789abcdefghijkl'
export const OLD_VISITORS = 'visitor-secret-before-0123456789abcd'
export const ID = 'a'.repeat(32)

/** Runs `read` on a request inside the Worker and returns its result. */
export async function runInWorker<T>(
  headers: Record<string, string>,
  read: (c: Parameters<typeof readVisitor>[0]) => Promise<T>,
) {
  let found: T | undefined
  const app = new Hono().onError(onError).get('*', async (c) => {
    found = await read(c)
    return c.body(null)
  })
  const response = await app.request('https://cards.example/', { headers })
  return response.ok ? found! : ((await response.json()) as { code: string }).code
}

export const getCookie = async (text: string, secret = VISITORS) => ({
  cookie: `__Host-visitor=${text.replace(/^visitor:/, '').replaceAll(':', '.')}.${await sign(secret, text)}`,
})
export const timestampBefore = (ago: number) => Math.floor((NOW - ago) / 1000).toString(36)
