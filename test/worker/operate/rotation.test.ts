import { beforeEach, describe, expect, test } from 'vitest'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { KnownDevices } from '#worker/backend/auth/known-devices.ts'
import { Flows } from '#worker/backend/auth/social/flow.ts'
import { readConfig } from '#worker/config.ts'
import { createAuthApp, NOW, PASSWORD, type TokenResponse } from '../../support/auth.ts'
import { PROJECT } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getVisitorId } from '../../support/app.ts'

beforeEach(freshDatabase)

const NAMES = ['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET'] as const
const settings = testEnv() as unknown as Record<(typeof NAMES)[number], string>
const fresh = Object.fromEntries(NAMES.map((name) => [name, `${name}-after-the-rotation-0123456789abcdef`]))
const previous = Object.fromEntries(NAMES.map((name) => [`${name}_PREVIOUS`, settings[name]]))

const EMAIL = 'ann@example.com'
const ID = 'a'.repeat(32)

/** The site before, during and after a rotation of all its secrets, on the same data. */
const before = () => createAuthApp()
const during = () => createAuthApp({ ...fresh, ...previous })
const after = () => createAuthApp(fresh)
type Site = ReturnType<typeof createAuthApp>

/** The cookie and tokens of a visit before the rotation. */
async function beginVisit(site: Site) {
  const visitor = site.visitor()
  const cookie = await visitor.arrive()
  await seedCard({ id: ID, visibility: 'draft', owner: getVisitorId(cookie), draftedAt: new Date(NOW).toISOString() })
  const link = await (await visitor.send(`/api/cards/${ID}/manage-link`)).json<{ url: string }>()
  const { body: tokens } = await site.post('/signup', { email: EMAIL, password: PASSWORD, name: 'Ann' })
  return { cookie, link, tokens }
}
type Visit = Awaited<ReturnType<typeof beginVisit>>

const manage = (site: Site, token: string) =>
  site.send(`/api/cards/${ID}/manage-link`, { headers: { [MANAGE_HEADER]: token } })
const me = (site: Site, token: string) => site.call('GET', '/me', undefined, { token })
const refresh = (site: Site, token: string) => site.post<TokenResponse>('/refresh', { refresh_token: token })
const asService = (site: Site, key: string) =>
  site.send(`/api/notifications/${PROJECT}/outbox?to=${EMAIL}`, { headers: { authorization: `Bearer ${key}` } })

describe('secret rotation', () => {
  let visit: Visit
  beforeEach(async () => {
    visit = await beginVisit(before())
  })

  test('keeps a visitor through a rotation, with a cookie that outlives the old secret', async () => {
    const response = await during().send('/api/config', { headers: { cookie: visit.cookie } })
    const [again] = response.headers.getSetCookie()
    const resigned = again!.split(';')[0]!
    expect(getVisitorId(resigned)).toBe(getVisitorId(visit.cookie))
    expect(resigned).not.toBe(visit.cookie)
    const third = await during().send('/api/config', { headers: { cookie: resigned } })
    expect(third.headers.getSetCookie()).toEqual([])
    const later = await after().send('/api/config', { headers: { cookie: resigned } })
    expect(later.headers.getSetCookie()).toEqual([])
    const forgotten = await after().send('/api/config', { headers: { cookie: visit.cookie } })
    expect(getVisitorId(forgotten.headers.getSetCookie()[0]!)).not.toBe(getVisitorId(visit.cookie))
  })

  test('accepts an earlier access token during a rotation, and issues new ones with the new secret', async () => {
    expect((await me(during(), visit.tokens.access_token)).status).toBe(200)
    expect((await me(after(), visit.tokens.access_token)).status).toBe(401)
    const { body } = await refresh(during(), visit.tokens.refresh_token)
    expect((await me(after(), body.access_token)).status).toBe(200)
  })

  test('gives two tabs on either side of a rotation the same next refresh token', async () => {
    const one = await refresh(before(), visit.tokens.refresh_token)
    const other = await refresh(during(), visit.tokens.refresh_token)
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body.refresh_token).toBe(one.body.refresh_token)
    expect((await refresh(during(), other.body.refresh_token)).status).toBe(200)
  })

  test('accepts the previous service key like the new one until it is dropped', async () => {
    const statuses = async (site: Site) =>
      Promise.all([settings.SERVICE_KEY, fresh['SERVICE_KEY']!, 'x'.repeat(32)].map((key) => asService(site, key)))
    expect((await statuses(during())).map(({ status }) => status)).toEqual([200, 200, 401])
    expect((await statuses(after())).map(({ status }) => status)).toEqual([401, 200, 401])
  })

  test('recognizes a known device during a rotation, and completes a sign-in at another service', async () => {
    const from = { network: 'n', browser: 'b' }
    const tokenSecrets = (...names: string[]) => names as [string, ...string[]]
    const [old, now] = [
      tokenSecrets(settings.TOKEN_SECRET),
      tokenSecrets(fresh['TOKEN_SECRET']!, settings.TOKEN_SECRET),
    ]
    const deps = { db: testEnv().DB, clock: () => NOW }
    await new KnownDevices({ ...deps, tokenSecrets: old }).remember(EMAIL, from)
    expect(await new KnownDevices({ ...deps, tokenSecrets: now }).find(EMAIL, from)).not.toBeNull()
    expect(await new KnownDevices({ ...deps, tokenSecrets: [now[0]] }).find(EMAIL, from)).toBeNull()

    const flow = { provider: 'google', state: 's', nonce: 'n', verifier: 'v', query: '' }
    const sealed = await new Flows({ ...deps, tokenSecrets: old }).seal(flow)
    expect(await new Flows({ ...deps, tokenSecrets: now }).open(sealed)).toEqual(flow)
    expect(await new Flows({ ...deps, tokenSecrets: [now[0]] }).open(sealed)).toBeNull()
  })

  test('accepts a card’s manage link during a rotation', async () => {
    const token = visit.link.url.split('#manage=')[1]!
    expect((await manage(during(), token)).status).toBe(200)
    expect((await manage(after(), token)).status).toBe(404)
  })
})

test('rejects a short previous secret', () => {
  expect(() => readConfig({ ...testEnv(), TOKEN_SECRET_PREVIOUS: 'short' })).toThrow()
})
