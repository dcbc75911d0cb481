import { expect } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { ReportQueue } from '#shared/contracts/reports.ts'
import { getVisitorId, ORIGIN } from '../../support/app.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { createPlace, DAY, readAllRows, recordTraffic, type Proof, publicKey, serviceKey, START } from './place.ts'

const ADDRESS = '203.0.113.77'
const CARD = '/api/cards/c1'
const MESSAGE = { name: 'Ann', email: 'ann@example.com', message: 'Hello there', website: '' }

const getQueue = async ({ app }: ReturnType<typeof createPlace>) =>
  (await (await app.send('/api/reports', { headers: serviceKey() })).json<ReportQueue>()).queue

/** Asserts that the pages' public key cannot read a table. */
async function isClosed({ app }: ReturnType<typeof createPlace>, table: string): Promise<void> {
  const response = await app.send(`/rest/v1/${table}?select=*`, { headers: publicKey() })
  expect(response.status).toBeGreaterThanOrEqual(400)
}

export const people = {
  'votes.why': async () => {
    const { app, person, maker } = createPlace()
    await maker('public')
    const fan = await person()
    const votes = [1, 2].map(() => fan.post(`${CARD}/votes`, { votes: 1 }))
    expect((await Promise.all(votes)).map(({ status }) => status).toSorted()).toEqual([200, 409])
    const anonymous = await app.send(`/rest/v1/fantasy_football_cards?id=eq.c1`, {
      method: 'PATCH',
      headers: { ...publicKey(), 'content-type': 'application/json', 'cf-connecting-ip': ADDRESS },
      body: JSON.stringify({ votes: 2 }),
    })
    expect(anonymous.status).toBeLessThan(300)
    expect(await countRows('votes')).toBe(2)
    expect(JSON.stringify(await readAllRows())).not.toContain(ADDRESS)
  },
  'votes.howLong': async () => {
    const { person, sweep, time, maker: make } = createPlace()
    const { maker } = await make('public')
    await (await person()).post(`${CARD}/votes`, { votes: 1 })
    const networks = async () => (await readAllRows())['votes']!
    expect(await networks()).toMatch(/"network":"[0-9a-f]{64}"/)
    time.now = START + 2 * DAY
    await sweep()
    expect(await networks()).toContain('"network":null')
    time.now = START + 800 * DAY
    await sweep()
    expect(await getCardRow('c1')).toMatchObject({ votes: 1 })
    await maker.send(CARD, { method: 'DELETE' })
    expect([await countRows('votes'), await countRows('vote_tallies')]).toEqual([0, 0])
  },
  'votes.who': async () => {
    const place = createPlace()
    await place.maker('public')
    const fan = await place.person()
    await fan.post(`${CARD}/votes`, { votes: 1 })
    const seen = await (await (await place.person()).send(CARD)).text()
    expect(seen).toContain('"votes":1')
    expect(seen).not.toContain(getVisitorId(fan.cookie()!))
    await isClosed(place, 'votes')
  },

  'reports.why': async () => {
    const place = createPlace()
    await place.maker('public')
    const one = await place.person()
    for (const reason of ['hate', 'impersonation']) await one.post(`${CARD}/reports`, { reason })
    expect(await getQueue(place)).toMatchObject([{ reporters: 1, card: { id: 'c1' } }])
  },
  'reports.howLong': async () => {
    const place = createPlace()
    const { maker } = await place.maker('public')
    await (await place.person()).post(`${CARD}/reports`, { reason: 'hate' })
    place.time.now = START + 800 * DAY
    await place.sweep()
    expect(await countRows('reports')).toBe(1)
    await maker.send(CARD, { method: 'DELETE' })
    expect(await countRows('reports')).toBe(0)
  },
  'reports.who': async () => {
    const place = createPlace()
    const { maker } = await place.maker('public')
    const reporter = await place.person()
    await reporter.post(`${CARD}/reports`, { reason: 'minor', detail: 'my daughter' })
    const { hidden, ...seen } = await (await maker.send(CARD)).json<CardPage>()
    expect(hidden).toBe(true)
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${getVisitorId(reporter.cookie()!)}|daughter|minor`, 'u'))
    expect((await maker.send('/api/reports')).status).toBe(401)
    expect(await getQueue(place)).toMatchObject([{ details: ['my daughter'] }])
    await isClosed(place, 'reports')
  },
  'report.hides': async () => {
    const place = createPlace()
    const { imageUrl } = await place.maker('public')
    const stranger = await place.person()
    const seen = async () =>
      Promise.all([CARD, imageUrl.slice(ORIGIN.length)].map(async (path) => (await stranger.send(path)).status))
    for (const [n, status] of [200, 200, 404].entries()) {
      const reporter = place.app.visitor({ 'cf-connecting-ip': `198.51.100.${n}` })
      await reporter.post(`${CARD}/reports`, { reason: 'hate' })
      expect(await seen()).toEqual([status, status])
    }
    const id = (await getQueue(place))[0]!.card.id
    await place.app.send(`/api/reports/${id}`, {
      method: 'POST',
      headers: { ...serviceKey(), 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'restore' }),
    })
    for (const [n, status] of [200, 200, 404].entries()) {
      expect(await seen()).toEqual([200, 200])
      await place.app.visitor({ 'cf-connecting-ip': `203.0.113.${n}` }).post(`${CARD}/reports`, { reason: 'nudity' })
      expect(await seen()).toEqual([status, status])
    }
    for (const reason of ['nudity', 'minor']) {
      const young = new Date(place.time.now).toISOString()
      await seedCard({ id: reason, createdAt: young })
      await seedCard({ id: `${reason}-liked`, createdAt: young, votes: 20 })
      await (await place.person()).post(`/api/cards/${reason}/reports`, { reason })
      await (await place.person()).post(`/api/cards/${reason}-liked/reports`, { reason })
      expect((await getCardRow(reason))!['hidden_from']).toBe('public')
      expect((await getCardRow(`${reason}-liked`))!['hidden_from']).toBeNull()
    }
  },
  'report.clock': async () => {
    const place = createPlace()
    await place.maker('public')
    await (await place.person()).post(`${CARD}/reports`, { reason: 'nudity' })
    expect((await getQueue(place))[0]).toMatchObject({ dueAt: new Date(START + 2 * DAY).toISOString() })
    await place.app.send('/api/reports/c1', {
      method: 'POST',
      headers: { ...serviceKey(), 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'remove' }),
    })
    expect([await getCardRow('c1'), (await place.app.send(CARD)).status]).toEqual([null, 410])
  },

  'cookie.why': async () => {
    const { maker: make } = createPlace()
    const { maker } = await make('draft')
    expect(maker.cookie()).toMatch(/^__Host-visitor=[0-9a-f]{32}\.[0-9a-z]{6,7}\.[0-9a-f]+$/u)
    expect(await (await maker.send('/api/cards/mine')).json()).toMatchObject({ cards: [{ id: 'c1' }] })
    const changed = await maker.post('/api/cards/c1/share', {})
    expect(changed.headers.getSetCookie()).toEqual([expect.stringMatching(/^fresh=1; Max-Age=10;.* HttpOnly/u)])
  },
  'cookie.howLong': async () => {
    const [cookie] = (await createPlace().app.send('/api/config')).headers.getSetCookie()
    expect(cookie).toContain('Max-Age=31536000')
  },
  'cookie.who': async () => {
    const cookies = (await createPlace().app.send('/api/config')).headers.getSetCookie()
    expect(cookies).toHaveLength(1)
    for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookies[0]).toContain(word)
    expect(cookies[0]).not.toContain('Domain=')
  },

  'contact.why': async () => {
    const { person } = createPlace()
    expect((await (await person()).post('/functions/v1/contact-submit', MESSAGE, publicKey())).status).toBe(200)
    expect((await readAllRows())['outbox']).toContain('ann@example.com')
  },
  'contact.howLong': async () => {
    const { person, sweep, time } = createPlace()
    await (await person()).post('/functions/v1/contact-submit', MESSAGE, publicKey())
    time.now = Date.parse('2028-11-20T12:00:00.000Z')
    await sweep()
    expect((await readAllRows())['contact_submissions']).toContain('Hello there')
    time.now = Date.parse('2028-11-22T12:00:00.000Z')
    await sweep()
    expect(JSON.stringify(await readAllRows())).not.toMatch(/Hello there|ann@example/u)
  },
  'contact.who': async () => {
    const place = createPlace()
    const heard = await recordTraffic(async () => {
      await (await place.person()).post('/functions/v1/contact-submit', MESSAGE, publicKey())
    })
    expect(heard.log).not.toMatch(/Hello there|ann@example/u)
    expect([...(await readAllRows())['outbox']!.matchAll(/"recipient":"([^"]+)"/gu)].map(([, to]) => to)).toEqual([
      'admin@example.com',
    ])
    await isClosed(place, 'contact_submissions')
    await isClosed(place, 'outbox')
  },
} satisfies Record<string, Proof>
