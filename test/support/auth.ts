import type { DeriveKey } from '#worker/backend/auth/passwords.ts'
import type { Overrides } from '#worker/compose.ts'
import type { CapturedMail } from '#worker/mail/mailer.ts'
import { createTestApp, ORIGIN } from './app.ts'
import { as, PROJECT } from './backend.ts'
import { testEnv } from './env.ts'

export const NOW = Date.parse('2026-11-21T12:00:00Z')
export const PASSWORD = 'correct horse battery'

export type TokenResponse = {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  refresh_expires_in: number
  user: Record<string, unknown> & { id: string }
}

export type AuthResponse<T> = { status: number; code: string | undefined; body: T; headers: Headers }

/** A fake key derivation, a thousand times as fast as the real one. */
export const quickKey: DeriveKey = async (password, salt, cost, bytes) => {
  const text = new TextEncoder().encode(`${JSON.stringify(cost)}:${password}:${salt.join(',')}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, bytes)
}

/** Creates the Worker with an adjustable clock, an IP address per caller and a readable outbox. */
export function createAuthApp(settings: Record<string, string> = {}, overrides: Overrides = {}, bindings = testEnv()) {
  const clock = { now: NOW }
  const env = { ...bindings, ...settings }
  const app = createTestApp({ clock: () => clock.now, deriveKey: quickKey, ...overrides }, env)

  async function call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { token, ip = '192.0.2.1', headers = {} }: { token?: string; ip?: string; headers?: Record<string, string> } = {},
  ): Promise<AuthResponse<T>> {
    const response = await app.send(`/api/auth${path}`, {
      method,
      headers: {
        'cf-connecting-ip': ip,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const read = (await response.json()) as T & { code?: string }
    return { status: response.status, code: response.ok ? undefined : read.code, body: read, headers: response.headers }
  }

  const post = <T = TokenResponse>(path: string, body: object, options?: Parameters<typeof call>[3]) =>
    call<T>('POST', path, { projectId: PROJECT, ...body }, options)

  /** @returns the mails sent to an address, newest first */
  async function mailsTo(email: string): Promise<CapturedMail[]> {
    const path = `/api/notifications/${PROJECT}/outbox?to=${encodeURIComponent(email)}`
    return (await (await app.send(path, { headers: as.service() })).json<{ messages: CapturedMail[] }>()).messages
  }

  return {
    ...app,
    clock,
    call,
    post,
    mailsTo,
    signUp: async (email = 'ann@example.com', password = PASSWORD) => (await post('/signup', { email, password })).body,
    /** The link in the newest mail to an address. */
    linkTo: async (email: string) => new URL(/https:\/\/\S+/.exec((await mailsTo(email))[0]?.text ?? '')![0]),
    refresh: (token: string) => call<TokenResponse>('POST', '/refresh', { refresh_token: token }),
    me: (token: string) => call<{ user: Record<string, unknown> }>('GET', '/me', undefined, { token }),
  }
}

/** Confirms every email address, as if its owner had followed the mailed link. */
export const confirmAll = () => testEnv().DB.prepare('update users set email_verified = 1').run()

export type AuthApp = ReturnType<typeof createAuthApp>

export { ORIGIN, PROJECT }
