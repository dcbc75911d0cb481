import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthApp, createAuthApp, NOW, PASSWORD, type TokenResponse } from '../../support/auth.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

let app: AuthApp
let signedUp: TokenResponse

beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp()
  signedUp = await app.signUp()
})

const SECOND = 1000
const DAY = 86_400_000
const getCode = async (response: Promise<{ code: string | undefined; status: number }>) => {
  const { code, status } = await response
  return code ?? status
}

describe('an access token', () => {
  it('accepts an access token for fifteen minutes to the second', async () => {
    const { access_token: token } = signedUp
    app.clock.now = NOW + 899 * SECOND
    expect(await getCode(app.me(token))).toBe(200)
    app.clock.now = NOW + 900 * SECOND
    expect(await getCode(app.me(token))).toBe('TOKEN_EXPIRED')
  })

  it('lets a signed-in user read the tables, and marks their own cards', async () => {
    const insert = (id: string, user: string) =>
      testEnv()
        .DB.prepare(
          `insert into fantasy_football_cards (id, team_colors, image_url, created_at, visibility, owner, generation_id, user_id, drafted_at)
           values (?1, 'Dallas Cowboys', ?1, '2026-01-01', 'public', 'v', ?1, ?2, '2026-01-01')`,
        )
        .bind(id, user)
    await testEnv().DB.batch([insert('a', signedUp.user.id), insert('b', 'f'.repeat(32))])
    const read = async (headers: Record<string, string>) => {
      const response = await app.send('/rest/v1/fantasy_football_cards?select=id,user_id', { headers })
      const rows = await response.json<{ id: string; user_id: string }[]>()
      return response.ok ? Object.fromEntries(rows.map((row) => [row.id, row.user_id])) : response.status
    }
    const mine = { authorization: `Bearer ${signedUp.access_token}`, apikey: as.public().authorization.slice(7) }
    expect(await read(mine)).toEqual({ a: signedUp.user.id, b: 'anonymous' })
    expect(await read(as.public())).toEqual({ a: 'anonymous', b: 'anonymous' })
    app.clock.now += 900 * SECOND
    expect(await read(mine)).toBe(401)
  })

  it('rejects users the calls that need the service key', async () => {
    const headers = { authorization: `Bearer ${signedUp.access_token}` }
    const sql = await sendJson(app, `/api/db/${PROJECT}/sql`, { query: 'select * from users', params: [] }, { headers })
    expect(sql.status).toBe(403)
    const table = await app.send('/rest/v1/users', { headers })
    expect(table.status).toBe(404)
    for (const path of ['/password/reset/generate', '/signin/magic/generate', '/email/verify/generate'])
      expect(await getCode(app.post(path, { email: 'ann@example.com' }, { headers }))).toBe('FORBIDDEN')
  })
})

describe('a refresh token', () => {
  it('replaces a refresh token on each use, for thirty days from the sign-in', async () => {
    let token = signedUp.refresh_token
    for (const days of [1, 15, 29]) {
      app.clock.now = NOW + days * DAY
      const { body } = await app.refresh(token)
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, refresh_expires_in: (30 - days) * 86_400 })
      expect(body.refresh_token).not.toBe(token)
      expect(await getCode(app.me(body.access_token))).toBe(200)
      token = body.refresh_token
    }
    app.clock.now = NOW + 30 * DAY
    expect(await getCode(app.refresh(token))).toBe('TOKEN_EXPIRED')
  })

  it('keeps all tabs signed in when thirty refresh at once', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => app.refresh(signedUp.refresh_token)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
    const next = responses[17]!.body
    const alive = await Promise.all(responses.slice(0, 5).map(({ body }) => getCode(app.me(body.access_token))))
    expect(new Set(alive)).toEqual(new Set([200]))
    app.clock.now += 14 * 60 * SECOND
    expect(await getCode(app.refresh(next.refresh_token))).toBe(200)
  })

  it.each([
    ['returns the same tokens within ten seconds', 9999, false, 200],
    ['is a replay after ten seconds', 10_000, false, 'TOKEN_EXPIRED'],
    ['is a replay at once after its successor was used', 1, true, 'TOKEN_EXPIRED'],
  ])('handles a reused refresh token: %s', async (_what, after, usesNext, expected) => {
    const { body: next } = await app.refresh(signedUp.refresh_token)
    const last = usesNext ? (await app.refresh(next.refresh_token)).body : next
    app.clock.now += after
    expect(await getCode(app.refresh(signedUp.refresh_token))).toBe(expected)
    expect(await getCode(app.refresh(last.refresh_token))).toBe(expected)
    expect(await getCode(app.me(last.access_token))).toBe(expected)
  })

  it('ends only the session of a replayed refresh token', async () => {
    const { body: other } = await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    const { body: next } = await app.refresh(signedUp.refresh_token)
    app.clock.now += 60 * SECOND
    await app.refresh(signedUp.refresh_token)
    expect(await getCode(app.refresh(next.refresh_token))).toBe('TOKEN_EXPIRED')
    expect(await getCode(app.refresh(other.refresh_token))).toBe(200)
  })

  it('signs out only the session of a refresh token', async () => {
    const { body: other } = await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    const { body: next } = await app.refresh(signedUp.refresh_token)
    const signOut = (token: string) => app.call('POST', '/signout', { refresh_token: token })
    const results = [await signOut(signedUp.refresh_token), await signOut('unknown'), await signOut(next.refresh_token)]
    expect(results.map(({ status, body }) => [status, body])).toEqual(results.map(() => [200, { success: true }]))
    expect([await getCode(app.refresh(next.refresh_token)), await getCode(app.me(next.access_token))]).toEqual([
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
    ])
    expect(await getCode(app.me(other.access_token))).toBe(200)
  })

  it('stores secrets only as hashes', async () => {
    const { token } = (
      await app.post<{ token: string }>(
        '/signin/magic/generate',
        { email: 'ann@example.com' },
        { headers: as.service() },
      )
    ).body
    const { results: tables } = await testEnv()
      .DB.prepare(
        "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name <> 'outbox'",
      )
      .all<{ name: string }>()
    for (const { name } of tables) {
      const rows = JSON.stringify((await testEnv().DB.prepare(`select * from "${name}"`).all()).results)
      for (const secret of [signedUp.refresh_token, signedUp.access_token, token, PASSWORD])
        expect(rows.includes(secret), name).toBe(false)
    }
  })
})

/** Calls, and their limit per network. */
const NETWORK_LIMITS = [
  ['POST', '/signup', 20],
  ['POST', '/signin/email', 60],
  ['POST', '/signin/magic', 20],
  ['POST', '/password/reset', 20],
  ['POST', '/signin/magic/verify', 60],
  ['POST', '/password/reset/confirm', 60],
  ['POST', '/email/verify', 60],
  ['POST', '/password/change', 30],
  ['PATCH', '/me', 60],
  ['DELETE', '/account', 60],
  ['POST', '/email/verify/send', 60],
  ['POST', '/refresh', 1200],
  ['POST', '/signout', 1200],
  ['GET', '/me', 1200],
  ['GET', `/providers?projectId=${PROJECT}`, 1200],
] as const

describe('rate limits', () => {
  const GUESSER = '198.51.100.1'
  const signIn = (password: string, ip: string) =>
    app.post('/signin/email', { email: 'ann@example.com', password }, { ip })

  it('limits guesses at one account from one network, and sends Retry-After', async () => {
    for (let i = 0; i < 10; i++) expect((await signIn('wrong horse', GUESSER)).code).toBe('INVALID_CREDENTIALS')
    const refused = await signIn(PASSWORD, GUESSER)
    expect((await signIn(PASSWORD, '192.0.2.1')).status).toBe(200)
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '90'])
    expect((await app.post('/signin/email', { email: 'nobody@example.com', password: 'x' })).code).toBe(
      'INVALID_CREDENTIALS',
    )
    app.clock.now += 89 * SECOND
    expect((await signIn(PASSWORD, GUESSER)).code).toBe('RATE_LIMITED')
    app.clock.now += 1 * SECOND
    expect((await signIn(PASSWORD, GUESSER)).status).toBe(200)
  })

  it.each([
    ['one network gets ten', () => GUESSER, 10],
    ['a hundred networks get sixty', (i: number) => `198.51.100.${i}`, 60],
  ])('limits a hundred concurrent guesses: %s through', async (_where, getIp, through) => {
    const guesses = Array.from({ length: 100 }, (_, i) =>
      app.post('/signin/email', { email: 'ann@example.com', password: `guess number ${i}` }, { ip: getIp(i) }),
    )
    const codes = (await Promise.all(guesses)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(through)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(100 - through)
  })

  it('accepts the right password any number of times', async () => {
    for (let i = 0; i < 15; i++)
      expect((await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).status).toBe(200)
  })

  it.each([
    ['/signup', 5],
    ['/signin/magic', 5],
    ['/password/reset', 5],
  ])('limits calls for one account at %s to %d, across networks', async (path, times) => {
    const ask = (i: number, email = 'bob@example.com') =>
      app.post(path, { email, password: PASSWORD }, { ip: `198.51.100.${i}` })
    for (let i = 0; i < times; i++) expect((await ask(i)).code).not.toBe('RATE_LIMITED')
    const refused = await ask(times)
    expect([refused.code, refused.headers.get('retry-after')]).toEqual(['RATE_LIMITED', '720'])
    expect((await ask(times, 'carol@example.com')).code).not.toBe('RATE_LIMITED')
  })

  const everybody = { email: 'a@example.com', password: PASSWORD, token: 'x', refresh_token: 'x' }
  it('limits the calls of one network', async () => {
    const { DB } = testEnv()
    const buckets = async () =>
      (await DB.prepare('select key, full_at from token_buckets').all<{ key: string; full_at: number }>()).results
    for (const [i, [method, path, times]] of NETWORK_LIMITS.entries()) {
      const known = new Set((await buckets()).map(({ key }) => key))
      const body = { projectId: PROJECT, ...everybody, oldPassword: 'x', newPassword: 'x' }
      const send = (ip: string) =>
        app.call(method, path, method === 'GET' || method === 'DELETE' ? undefined : body, { ip })
      const [network, other] = [`203.0.${i}.9`, `203.0.${i}.10`]
      await send(network)
      // Uses up all but one of the calls directly in the database, instead of sending a thousand requests.
      const mine = (await buckets()).find(({ key }) => key.includes(':network:') && !known.has(key))!
      await DB.prepare('update token_buckets set full_at = ?2 where key = ?1')
        .bind(mine.key, NOW + (mine.full_at - NOW) * (times - 1))
        .run()
      expect([path, (await send(network)).code]).not.toEqual([path, 'RATE_LIMITED'])
      const refused = await send(network)
      expect([path, refused.status, refused.code]).toEqual([path, 429, 'RATE_LIMITED'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect([path, (await send(other)).code]).not.toEqual([path, 'RATE_LIMITED'])
      await DB.prepare('delete from token_buckets').run()
    }
  })
})
