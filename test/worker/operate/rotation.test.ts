import { beforeEach, describe, expect, test } from 'vitest'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { createKnownDevices } from '#worker/backend/auth/known-devices.ts'
import { createFlows } from '#worker/backend/auth/social/flow.ts'
import { readConfig } from '#worker/config.ts'
import { createAuthApp, NOW, PASSWORD, type TokenAnswer } from '../../support/auth.ts'
import { PROJECT } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { idOf } from '../../support/app.ts'

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

/** The tokens of a visit from before the rotation. */
async function beginVisit(site: Site) {
  const visitor = site.visitor()
  const cookie = await visitor.arrive()
  await seedCard({ id: ID, visibility: 'draft', owner: idOf(cookie), draftedAt: new Date(NOW).toISOString() })
  const link = await (await visitor.send(`/api/cards/${ID}/manage-link`)).json<{ url: string }>()
  const { body: tokens } = await site.post('/signup', { email: EMAIL, password: PASSWORD, name: 'Ann' })
  return { cookie, link, tokens }
}
type Visit = Awaited<ReturnType<typeof beginVisit>>

const manage = (site: Site, token: string) =>
  site.send(`/api/cards/${ID}/manage-link`, { headers: { [MANAGE_HEADER]: token } })
const me = (site: Site, token: string) => site.call('GET', '/me', undefined, { token })
const refresh = (site: Site, token: string) => site.post<TokenAnswer>('/refresh', { refresh_token: token })
const asService = (site: Site, key: string) =>
  site.send(`/api/notifications/${PROJECT}/outbox?to=${EMAIL}`, { headers: { authorization: `Bearer ${key}` } })

describe('while every secret is rotated', () => {
  let visit: Visit
  beforeEach(async () => {
    visit = await beginVisit(before())
  })

  test('a visitor stays the same, and gets a cookie under the new secret that outlives the old one', async () => {
    const answer = await during().send('/api/config', { headers: { cookie: visit.cookie } })
    const [again] = answer.headers.getSetCookie()
    const resigned = again!.split(';')[0]!
    expect(idOf(resigned)).toBe(idOf(visit.cookie))
    expect(resigned).not.toBe(visit.cookie)
    const kept = await during().send('/api/config', { headers: { cookie: resigned } })
    expect(kept.headers.getSetCookie()).toEqual([])
    const later = await after().send('/api/config', { headers: { cookie: resigned } })
    expect(later.headers.getSetCookie()).toEqual([])
    const forgotten = await after().send('/api/config', { headers: { cookie: visit.cookie } })
    expect(idOf(forgotten.headers.getSetCookie()[0]!)).not.toBe(idOf(visit.cookie))
  })

  test('an access token holds, and one from then on is of the new secret', async () => {
    expect((await me(during(), visit.tokens.access_token)).status).toBe(200)
    expect((await me(after(), visit.tokens.access_token)).status).toBe(401)
    const { body } = await refresh(during(), visit.tokens.refresh_token)
    expect((await me(after(), body.access_token)).status).toBe(200)
  })

  test('two tabs on either side of the change get the same next refresh token', async () => {
    const one = await refresh(before(), visit.tokens.refresh_token)
    const other = await refresh(during(), visit.tokens.refresh_token)
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body.refresh_token).toBe(one.body.refresh_token)
    expect((await refresh(during(), other.body.refresh_token)).status).toBe(200)
  })

  test('the service key before still opens what the new one opens, until it is dropped', async () => {
    const statuses = async (site: Site) =>
      Promise.all([settings.SERVICE_KEY, fresh['SERVICE_KEY']!, 'x'.repeat(32)].map((key) => asService(site, key)))
    expect((await statuses(during())).map(({ status }) => status)).toEqual([200, 200, 401])
    expect((await statuses(after())).map(({ status }) => status)).toEqual([401, 200, 401])
  })

  test('a device that has signed in before is known, and a sign-in at another service can end', async () => {
    const from = { network: 'n', browser: 'b' }
    const tokenSecrets = (...names: string[]) => names as [string, ...string[]]
    const [old, now] = [
      tokenSecrets(settings.TOKEN_SECRET),
      tokenSecrets(fresh['TOKEN_SECRET']!, settings.TOKEN_SECRET),
    ]
    const deps = { db: testEnv().DB, clock: () => NOW }
    await createKnownDevices({ ...deps, tokenSecrets: old }).remember(EMAIL, from)
    expect(await createKnownDevices({ ...deps, tokenSecrets: now }).find(EMAIL, from)).not.toBeNull()
    expect(await createKnownDevices({ ...deps, tokenSecrets: [now[0]] }).find(EMAIL, from)).toBeNull()

    const flow = { provider: 'google', state: 's', nonce: 'n', verifier: 'v', query: '' }
    const sealed = await createFlows({ ...deps, tokenSecrets: old }).seal(flow)
    expect(await createFlows({ ...deps, tokenSecrets: now }).open(sealed)).toEqual(flow)
    expect(await createFlows({ ...deps, tokenSecrets: [now[0]] }).open(sealed)).toBeNull()
  })

  test('a card’s manage link still manages it', async () => {
    const token = visit.link.url.split('#manage=')[1]!
    expect((await manage(during(), token)).status).toBe(200)
    expect((await manage(after(), token)).status).toBe(404)
  })
})

test('an earlier secret that is short is refused', () => {
  expect(() => readConfig({ ...testEnv(), TOKEN_SECRET_PREVIOUS: 'short' })).toThrow()
})
