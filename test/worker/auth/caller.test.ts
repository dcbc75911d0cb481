import { beforeEach, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { type AuthApp, createAuthApp, NOW, PASSWORD, PROJECT } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const me = (headers: Record<string, string>) => createTestApp().send('/api/auth/me', { headers })

it('treats an API key as no user', async () => {
  for (const headers of [as.keyless(), as.public(), as.service()]) {
    const response = await me(headers)
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: 'Not authenticated', code: 'INVALID_CREDENTIALS' },
    ])
  }
})

it('reports an unknown token as expired', async () => {
  const response = await me({ authorization: 'Bearer unknown' })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'TOKEN_EXPIRED', error: expect.any(String) })
})

it('introspects tokens for the service', async () => {
  const app = createAuthApp()
  const { access_token: token, refresh_token: refresh, user } = await app.signUp()
  const ask = async (token: string) => (await app.call('POST', '/introspect', undefined, { token: token })).body
  const good = {
    valid: true,
    projectId: 'fantasy-cards',
    userId: user.id,
    email: user['email'],
    tokenType: 'access',
    appRole: 'user',
  }
  expect(await ask(token)).toEqual({ ...good, exp: NOW / 1000 + 900 })
  expect(await ask(as.service().authorization.slice(7))).toEqual({
    valid: true,
    projectId: 'fantasy-cards',
    tokenType: 'service',
  })
  app.clock.now += 900_000
  for (const bad of [token, refresh, 'x', as.public().authorization.slice(7)])
    expect(await ask(bad)).toEqual({ valid: false, projectId: 'fantasy-cards', error: expect.any(String) })
})

it('lists email and the configured services as providers', async () => {
  const providers = (of: AuthApp) => of.call('GET', `/providers?projectId=${PROJECT}`)
  expect((await providers(createAuthApp())).body).toEqual({ providers: ['email'] })
  const more = createAuthApp({
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 's',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 's',
  })
  expect((await providers(more)).body).toEqual({ providers: ['email', 'google', 'github'] })
  expect((await createAuthApp().call('GET', '/providers?projectId=other')).code).toBe('NOT_FOUND')
})

/** Calls, and their limit per account or link. */
const LIMITS = [
  ['/refresh', 'POST', 300, (refresh: string) => ({ refresh_token: refresh })],
  ['/me', 'GET', 600, () => undefined],
  ['/me', 'PATCH', 20, () => ({ displayName: 'Ann' })],
  ['/password/change', 'POST', 5, () => ({ oldPassword: 'wrong horse', newPassword: 'a better horse battery' })],
  ['/signin/magic/verify', 'POST', 10, () => ({ projectId: PROJECT, token: 'guess' })],
  ['/email/verify', 'POST', 10, () => ({ projectId: PROJECT, token: 'guess' })],
  ['/password/reset/confirm', 'POST', 10, () => ({ projectId: PROJECT, token: 'guess', password: PASSWORD })],
] as const

it('limits the calls of one account or link', async () => {
  for (const [path, method, times, getBody] of LIMITS) {
    await freshDatabase()
    const app = createAuthApp()
    const { access_token: token, refresh_token: refresh } = await app.signUp()
    const send = (i: number) => app.call(method, path, getBody(refresh), { token, ip: `198.51.100.${i}` })
    await send(0)
    // Uses up all but one of the calls directly in the database, instead of sending hundreds of requests.
    const key = `select key from token_buckets where key like '%:account:%' and key not like 'signUp:%'`
    const steps = await testEnv().DB.prepare(`select count(*) as count from (${key})`).first<number>('count')
    await testEnv()
      .DB.prepare(`update token_buckets set full_at = ?1 + (full_at - ?1) * ?2 where key in (${key})`)
      .bind(NOW, times - 1)
      .run()
    expect([path, steps, (await send(1)).code]).not.toEqual([path, 1, 'RATE_LIMITED'])
    const refused = await send(2)
    expect([path, steps, refused.code]).toEqual([path, 1, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})
