import { beforeEach, describe, expect, test } from 'vitest'
import { removeDue } from '#worker/edge/reports/held-removals.ts'
import { type AuthApp, createAuthApp, NOW, ORIGIN } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { getCardRow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const BOSS = 'boss@example.com'
const HOUR = 3_600_000

let app: AuthApp

beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp({ ADMIN_EMAILS: BOSS })
  const at = new Date(NOW).toISOString()
  await testEnv().DB.batch([
    ...['first', 'second'].map((id) =>
      testEnv()
        .DB.prepare(
          `insert into fantasy_football_cards (id, player_name, team_colors, image_url, created_at, visibility, hidden_from, owner, generation_id, drafted_at)
           values (?1, ?1, 'Dallas Cowboys', ?1, ?2, 'draft', 'public', 'v', ?1, ?2)`,
        )
        .bind(id, at),
    ),
    ...[
      ['first', NOW - 50 * HOUR],
      ['second', NOW - 5 * HOUR],
    ].map(([id, reportedAt]) =>
      testEnv()
        .DB.prepare(
          `insert into reports (card, reporter, network, reason, detail, at) values (?1, 'r', 'n', 'minor', '<b>look</b>', ?2)`,
        )
        .bind(id, reportedAt),
    ),
  ])
})

const submit = (path: string, fields: Record<string, string>, { cookie = '', origin = ORIGIN } = {}) =>
  app.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin, cookie } })
const read = async (path: string, cookie = '') => (await app.send(path, { headers: { cookie } })).text()
const adminCookie = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-admin='))
const toForm = (html: string) => /name="form" value="(\w+)"/.exec(html)![1]!

async function signIn(): Promise<string> {
  await submit('/admin/link', { email: ` ${BOSS.toUpperCase()} ` })
  const link = await app.linkTo(BOSS)
  const entered = await submit('/admin/enter', { token: link.searchParams.get('token')! })
  return adminCookie(entered)!.split(';')[0]!
}

test('signs an admin in by a mailed link, once and for eight hours', async () => {
  await submit('/admin/link', { email: BOSS })
  const link = await app.linkTo(BOSS)
  expect(await read(link.pathname + link.search)).toContain('Continue')
  const token = link.searchParams.get('token')!
  const tries = await Promise.all([1, 2, 3].map(() => submit('/admin/enter', { token })))
  expect(tries.map(({ status }) => status).sort()).toEqual([303, 400, 400])
  const cookie = tries.map(adminCookie).find((found) => found !== undefined)!
  expect(cookie).toMatch(/; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const session = cookie.split(';')[0]!
  expect(await read('/admin', session)).toContain('2 waiting')
  app.clock.now += 8 * HOUR
  expect(await read('/admin', session)).toContain('Email me a link')
})

test('returns the same page for an unknown email address, and mails it no link', async () => {
  const texts = await Promise.all(
    [BOSS, 'eve@example.com'].map(async (email) =>
      (await (await submit('/admin/link', { email })).text()).replaceAll(/[0-9a-f]{32}/g, ''),
    ),
  )
  expect(texts[0]).toBe(texts[1])
  expect(await app.mailsTo('eve@example.com')).toEqual([])
  app.clock.now += 15 * 60_000
  const late = (await app.linkTo(BOSS)).searchParams.get('token')!
  expect((await submit('/admin/enter', { token: late })).status).toBe(400)
})

test('signs an admin in by account only with a verified email address', async () => {
  const { access_token: token } = await app.signUp(BOSS)
  const { access_token: eve } = await app.signUp('eve@example.com')
  const enter = async (access: string) => {
    const response = await app.send(`/admin/session?access_token=${access}`)
    if (response.ok) {
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(await response.text()).toContain('<meta http-equiv="refresh" content="0; url=/admin"/>')
    }
    return [response.status, adminCookie(response) !== undefined]
  }
  expect(await enter(token)).toEqual([403, false])
  const mailed = async () => (await app.mailsTo(BOSS)).map(({ text }) => /token=([\w-]{43})/.exec(text ?? '')![1])[0]
  expect((await app.post('/email/verify', { token: await mailed() })).status).toBe(200)
  // The token alone only proves that someone read a mail: the session stays, but is no admin's.
  expect(await enter(token)).toEqual([403, false])
  await app.post('/signin/magic', { email: BOSS })
  const { body: boss } = await app.post('/signin/magic/verify', { token: await mailed() })
  expect(await enter(boss.access_token)).toEqual([200, true])
  expect(await enter(eve)).toEqual([403, false])
  expect(await enter('x.y.z')).toEqual([401, false])
  expect(await enter('')).toEqual([401, false])
})

test.each([
  ['signs in with a new password', '/password/reset'],
  ['deletes the account', '/account'],
  ['lets the sign-in run out', null],
])('signs out an admin who signed in by account once the user %s', async (_what, path) => {
  const generated = async (at: string) =>
    (await app.post<{ token: string }>(`${at}/generate`, { email: BOSS }, { headers: as.service() })).body.token
  const { body: boss } = await app.post('/signin/magic/verify', { token: await generated('/signin/magic') })
  const entered = await app.send(`/admin/session?access_token=${boss.access_token}`)
  const cookie = adminCookie(entered)!.split(';')[0]!
  expect(await read('/admin', cookie)).toContain('2 waiting')
  if (path === '/account') await app.call('DELETE', path, undefined, { token: boss.access_token })
  else if (path !== null)
    await app.post(`${path}/confirm`, { token: await generated(path), password: 'a better horse battery' })
  else await testEnv().DB.prepare('update sessions set expires_at = ?1').bind(NOW).run()
  expect(await read('/admin', cookie)).toContain('Email me a link')
})

test.each([
  ['from one network, to any email address,', 20, (i: number) => [`p${i}@example.com`, '192.0.2.1'] as const],
  ['from any network, to one email address,', 5, (i: number) => [BOSS, `192.0.2.${i}`] as const],
])('mails links to the admin pages %s %d times an hour', async (_what, times, send) => {
  const ask = async (i: number) => {
    const [email, ip] = send(i)
    const headers = { origin: ORIGIN, 'cf-connecting-ip': ip }
    return (await app.send('/admin/link', { method: 'POST', body: new URLSearchParams({ email }), headers })).status
  }
  const statuses: number[] = []
  for (let i = 0; i <= times; i++) statuses.push(await ask(i))
  const isOne = times === 5
  expect(statuses).toEqual([...Array.from({ length: times }, () => 200), isOne ? 200 : 429])
  expect(await app.mailsTo(BOSS)).toHaveLength(isOne ? times : 0)
})

test.each([
  ['too long', new URLSearchParams({ email: 'a'.repeat(16_400) }), {}],
  ['with files', () => new FormData(), {}],
  ['with files and no boundary', 'x', { 'content-type': 'multipart/form-data' }],
  ['JSON', '{"email":"x"}', { 'content-type': 'application/json' }],
  ['without a content type', new Uint8Array(9), {}],
])('rejects a form that is %s at every admin route', async (_what, body, headers: Record<string, string>) => {
  for (const path of ['/auth/signin', '/auth/callback/apple', '/admin/link', '/admin/enter']) {
    const sent = typeof body === 'function' ? body() : body
    const refused = await app.send(path, { method: 'POST', body: sent, headers: { origin: ORIGIN, ...headers } })
    expect([path, refused.status]).toEqual([path, 400])
    expect(await refused.text()).toContain('<h1')
  }
})

test('lists pending reports by due date, and shows an admin the outcome of a decision', async () => {
  const cookie = await signIn()
  const html = await read('/admin', cookie)
  expect(html).toMatch(/Overdue by 2 hours[\s\S]*Due in 43 hours/)
  // The picture links to a large copy, and the reporter's text is below the reason and its rule.
  expect(html).toContain('<a href="/admin/picture/first"')
  expect(html).toMatch(/A minor<\/strong>[^/]*No one under 18\.<\/span><\/dt>\s*<dd><bdi>&lt;b&gt;look&lt;\/b&gt;/)
  const form = toForm(html)
  const decide = (id: string, decision: string, sure = 'yes') =>
    submit(`/admin/cards/${id}`, { form, decision, sure }, { cookie })
  expect([(await decide('first', 'remove')).status, (await decide('second', 'restore')).status]).toEqual([303, 303])
  expect((await decide('second', 'burn')).status).toBe(400)
  expect(await read('/admin', cookie)).toContain('No reported cards')
  const seen = await Promise.all(['first', 'second'].map(async (id) => (await app.send(`/api/cards/${id}`)).status))
  expect(seen).toEqual([404, 200])
  app.clock.now += 60_000
  expect(await read('/admin', cookie)).not.toContain('Undo')
  expect((await app.send('/api/cards/first')).status).toBe(410)
  await submit('/admin/leave', { form }, { cookie })
  expect(await read('/admin', cookie)).toContain('Email me a link')
})

test('asks an admin to confirm a removal, showing the card and its reports', async () => {
  const cookie = await signIn()
  const form = toForm(await read('/admin', cookie))
  const response = await submit('/admin/cards/first', { form, decision: 'remove' }, { cookie })
  expect(response.status).toBe(200)
  const page = await response.text()
  expect(page).toContain('Remove this card?')
  expect(page).toContain('src="/admin/picture/first"')
  expect(page).toContain('Back to the reports')
  expect(await read('/admin', cookie)).toContain('2 waiting')
  const sure = { form: toForm(page), decision: 'remove', sure: 'yes' }
  expect((await submit('/admin/cards/first', sure, { cookie })).status).toBe(303)
  expect((await app.send('/api/cards/first')).status).toBe(404)
})

describe('removing a card', () => {
  const remove = async (id: string) => {
    const cookie = await signIn()
    const form = toForm(await read('/admin', cookie))
    await submit(`/admin/cards/${id}`, { form, decision: 'remove', sure: 'yes' }, { cookie })
    const undo = () => submit(`/admin/cards/${id}/undo`, { form }, { cookie })
    return { cookie, undo }
  }
  const show = (id: string) =>
    testEnv()
      .DB.prepare(`update fantasy_football_cards set visibility = 'public', hidden_from = null where id = ?`)
      .bind(id)
      .run()
  const getStatus = async (id: string) => (await app.send(`/api/cards/${id}`)).status

  test.each([
    ['hidden by reports', false, 404],
    ['still in the Hall', true, 200],
  ])(
    'restores a removed card that was %s when the admin undoes the removal within a minute',
    async (_, isShown, status) => {
      if (isShown) await show('first')
      const before = await getCardRow('first')
      const { cookie, undo } = await remove('first')
      expect(await getStatus('first')).toBe(404)
      const page = await read('/admin', cookie)
      expect(page).toContain('1 waiting')
      expect(page).toContain('action="/admin/cards/first/undo"')
      expect(page.replaceAll(/\s+/gu, ' ')).toContain(
        'You can undo this for 60 seconds. Then, within 5 minutes, it is permanently deleted',
      )
      expect((await undo()).status).toBe(303)
      expect(await getCardRow('first')).toEqual(before)
      expect(await getStatus('first')).toBe(status)
      app.clock.now += 120_000
      expect(await read('/admin', cookie)).toContain('2 waiting')
      expect((await undo()).status).toBe(404)
    },
  )

  test('completes a removal without an open page, and offers no undo afterwards', async () => {
    const { undo } = await remove('first')
    const { edge } = app.services
    await removeDue(edge, ORIGIN)
    expect(await getCardRow('first')).not.toBeNull()
    app.clock.now += 60_000
    await removeDue(edge, ORIGIN)
    expect(await getCardRow('first')).toBeNull()
    expect(await getStatus('first')).toBe(410)
    expect((await undo()).status).toBe(404)
  })

  test('lets only an admin undo a removal', async () => {
    await remove('first')
    expect((await submit('/admin/cards/first/undo', { form: 'f'.repeat(64) })).status).toBe(401)
    expect(await getStatus('first')).toBe(404)
  })
})

test.each([
  ['without a session', {}, 401],
  ['with another session’s form', { form: 'f'.repeat(64) }, 403],
  ['without the form of the session', { form: '' }, 403],
  ['from another site', { origin: 'https://evil.example' }, 403],
  ['with a forged cookie', { cookie: `__Host-admin=${'A'.repeat(43)}` }, 401],
])(
  'refuses a moderation decision %s',
  async (how, { form, origin = ORIGIN, cookie }: { form?: string; origin?: string; cookie?: string }, status) => {
    const own = await signIn()
    const fields = { form: form ?? toForm(await read('/admin', own)), decision: 'remove' }
    const used = how === 'without a session' ? '' : (cookie ?? own)
    const refused = await submit('/admin/cards/first', fields, { cookie: used, origin })
    expect(refused.status).toBe(status)
    expect(await read('/admin', own)).toContain('2 waiting')
    expect((await app.send('/admin/picture/first')).status).toBe(401)
  },
)

test('signs out an admin at once when their email address leaves ADMIN_EMAILS', async () => {
  const cookie = await signIn()
  app = createAuthApp({ ADMIN_EMAILS: 'other@example.com' })
  expect(await read('/admin', cookie)).toContain('Email me a link')
})

test('shows event counts only to admins, in total and by day', async () => {
  const days = [0, 1, 400].map((ago) => new Date(NOW - ago * 24 * HOUR).toISOString().slice(0, 10))
  const count = testEnv().DB.prepare('insert into analytics_days (day, measure, name, count) values (?1, ?2, ?3, ?4)')
  await testEnv().DB.batch([
    count.bind(days[0], 'visits', 'Social', 1200),
    count.bind(days[1], 'visits', 'Direct', 34),
    count.bind(days[2], 'visits', 'Email', 99_999),
    count.bind(days[0], 'views', '/<script>', 7),
    count.bind(days[1], 'deeds', 'card_saved', 5),
    count.bind(days[1], 'deeds', 'card_generated', 5),
    count.bind(days[0], 'deeds', 'card_invited', 3),
    count.bind(days[2], 'deeds', 'card_invited', 90),
    count.bind(days[0], 'events', 'card_saved', 800),
    count.bind(days[1], 'events', 'made_up', 8),
  ])
  const refused = await app.send('/admin/analytics')
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/admin'])
  const cookie = await signIn()
  expect(await read('/admin', cookie)).toContain('href="/admin/analytics"')
  const html = await read('/admin/analytics?days=7', cookie)
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Visits 1,234 Cards made 7 Cards saved 5 Votes 0 From another card 3')
  expect(text).toContain('43 of every 100 cards were started from another card&#x27;s page.')
  expect(text).toMatch(/Channel Count Social 1,200 Direct 34 Top pages/)
  expect(text).toContain('Day Visits Cards made Cards saved Votes From another card Nov 21 1,200 ')
  expect(text).toContain(' Nov 20 34 5 5 0 0 ')
  expect(html).toContain('/&lt;script&gt;')
  expect(html).not.toMatch(/99,999|made_up|<script>/)
})
