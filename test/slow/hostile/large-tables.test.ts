import { beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '#shared/domain/card.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp } from '../../support/app.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { PASSWORD, type TokenResponse } from '../../support/auth.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { runBatch, seededCards } from '../../support/seeded-cards.ts'
import { createRecordingDb } from '../../worker/db/recording-db.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const TEAM = 'Chicago%20Bears'
const REST = '/rest/v1/fantasy_football_cards'
const TOP = 'order=votes.desc,created_at.desc'

/** Tables that grow with use. */
const LARGE = 'fantasy_football_cards|c|o|votes|v|vote_tallies|generations|g|reports|r|removed_cards|users'

let app: TestApp
let planned: ReturnType<typeof createRecordingDb>
let counted: ReturnType<typeof createCountingDb>

async function grow(cards: number, seed: number) {
  for (const batch of seededCards({ cards, seed, until: NOW })) await runBatch(testEnv().DB, batch)
}

const first = async (sql: string) => (await testEnv().DB.prepare(sql).first<Record<string, string>>())!

beforeAll(async () => {
  await freshDatabase()
  planned = createRecordingDb(testEnv().DB)
  counted = createCountingDb(planned.db)
  app = createTestApp({ pictures: noPictures, clock: () => NOW }, { ...testEnv(), DB: counted.db })
  await grow(1000, 1)
  // The schema is read once.
  await app.send('/api/cards?list=top')
})

const median = () =>
  first(`select id from fantasy_football_cards where visibility = 'public' order by votes limit 1 offset 400`)

/** Each read with its maximum number of rows, independent of table size. */
const READS: Readonly<Record<string, readonly [path: () => string | Promise<string>, rows: number]>> = {
  recent: [() => '/api/cards?list=recent', 20],
  strip: [() => '/api/cards?list=strip', 20],
  new: [() => '/api/cards?list=new', 110],
  top: [() => '/api/cards?list=top', 110],
  week: [() => '/api/cards?list=week', 110],
  trending: [() => '/api/cards?list=trending', 210],
  'top of a team': [() => `/api/cards?list=top&team=${TEAM}`, 110],
  'week of a team': [() => `/api/cards?list=week&team=${TEAM}`, 110],
  'trending of a team': [() => `/api/cards?list=trending&team=${TEAM}`, 210],
  'a median card': [async () => `/api/cards/${(await median())['id']}`, 1200],
  'a missing card': [() => `/api/cards/${'0'.repeat(32)}`, 20],
  'the Hall as a page': [() => '/hall-of-fame', 130],
  'the Hall by week': [() => '/hall-of-fame?sort=week', 130],
  'the home page': [() => '/', 40],
  'a card as a page': [async () => `/card/${(await median())['id']}`, 1250],
  'its oEmbed': [async () => `/oembed?url=https://cards.example/card/${(await median())['id']}`, 1250],
  'its image URL': [async () => `/og/${(await median())['id']}.jpg`, 20],
  sitemap: [() => '/sitemap.xml', 10],
  'a part of the sitemap': [() => '/sitemap-cards-1.xml', 3100],
  'the table’s leaderboard': [() => `${REST}?${TOP}&limit=100`, 110],
  'its last page': [() => `${REST}?${TOP}&limit=100&offset=900`, 1010],
  'after a cursor': [async () => `${REST}?${TOP}&limit=100&cursor=${(await median())['id']}`, 150],
  'newest of a team': [() => `${REST}?team_colors=eq.${TEAM}&order=created_at.desc&limit=8`, 20],
}

async function cost(path: string, headers: Record<string, string> = {}) {
  await planned.plans()
  const before = counted.counts.rowsRead
  const response = await app.send(path, {
    redirect: 'manual',
    headers: { ...(path.startsWith('/rest') && as.public()), ...headers },
  })
  expect([path, response.status < 500 && response.status]).not.toEqual([path, 400])
  await response.arrayBuffer()
  return { response, read: counted.counts.rowsRead - before, plans: (await planned.plans()).join('\n') }
}

const SCAN = new RegExp(`SCAN (?:${LARGE})$`, 'm')

describe.each([1000, 4000])('a table of %i cards', (cards) => {
  beforeAll(async () => {
    if (cards > 1000) await grow(cards - 1000, 2)
    // The first request moves the windows.
    for (const list of ['week', 'trending']) await app.send(`/api/cards?list=${list}`)
  })

  test('reads a bounded number of rows along indexes', async () => {
    const offenders = []
    for (const [name, [path, rows]] of Object.entries(READS)) {
      const { read, plans, response } = await cost(await path())
      const scans = plans.match(SCAN)
      if (response.status >= 405 || scans !== null || read > rows)
        offenders.push({ name, status: response.status, read, scans })
    }
    expect(offenders).toEqual([])
  })

  test('returns an exact count from stored counts', async () => {
    for (const filter of ['', `&team_colors=eq.${TEAM}`]) {
      const { response, read, plans } = await cost(`${REST}?${TOP}&limit=5${filter}`, { prefer: 'count=exact' })
      const where = filter === '' ? '' : `and team_colors = 'Chicago Bears'`
      const { n } = await first(`select count(*) as n from fantasy_football_cards where visibility = 'public' ${where}`)
      expect(response.headers.get('content-range'), filter).toBe(`0-4/${n}`)
      expect(plans, filter).not.toMatch(SCAN)
      expect(read, filter).toBeLessThanOrEqual(8)
    }
  })

  test('finds a maker’s own cards by owner index, with a cookie and an account', async () => {
    const maker = app.visitor()
    const id = getVisitorId(await maker.arrive())
    const { token, userId } = await signUp(`maker-${cards}@example.com`)
    const [mine, signed] = await Promise.all([give('owner', id), give('user_id', userId)])
    await planned.plans()
    const before = counted.counts.rowsRead
    const response = await maker.send('/api/cards/mine', { headers: { authorization: `Bearer ${token}` } })
    const listed = (await response.json<{ cards: Card[] }>()).cards.map((card) => card.id)
    expect(new Set(listed)).toEqual(new Set([mine, signed]))
    expect((await planned.plans()).join('\n')).not.toMatch(SCAN)
    expect(counted.counts.rowsRead - before).toBeLessThanOrEqual(60)
  })
})

async function signUp(email: string) {
  const response = await app.send('/api/auth/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: PROJECT, email, password: PASSWORD }),
  })
  const { access_token: token, user } = await response.json<TokenResponse>()
  return { token, userId: user.id }
}

/** Sets the owner of a card. @returns its id */
async function give(column: 'owner' | 'user_id', to: string): Promise<string> {
  const { id } = await first(
    `select id from fantasy_football_cards where visibility = 'public' and user_id = 'anonymous' order by random() limit 1`,
  )
  await testEnv().DB.prepare(`update fantasy_football_cards set ${column} = ? where id = ?`).bind(to, id).run()
  return id!
}

const ask = (path: string, ip: string) => app.send(path, { headers: { ...as.public(), 'cf-connecting-ip': ip } })
/** Returns the charges for rows read. */
const used = () =>
  testEnv().DB.prepare(`select key, used from window_counters where key glob 'rows:*' or key glob 'allRows:*'`)

describe('unindexed queries', () => {
  const scanning = `${REST}?jersey_number=ilike.*nobody*&order=jersey_number&limit=5`

  test('charges an unindexed query for the rows it reads, to its network and site-wide, and refuses only such queries when the budget is empty', async () => {
    expect((await ask(scanning, '192.0.2.7')).status).toBe(200)
    const paid = (await used().all<{ key: string; used: number }>()).results
    expect(paid).toHaveLength(2)
    for (const row of paid) expect(row.used).toBeGreaterThan(1500)

    // A row compared five times costs five times as much.
    const fiveTimes = `${REST}?or=(${['a', 'b', 'c', 'd', 'e'].map((x) => `player_name.ilike.*nobody${x}*`).join()})&order=jersey_number&limit=5`
    expect((await ask(fiveTimes, '192.0.2.17')).status).toBe(200)
    const all = (await used().all<{ key: string; used: number }>()).results
      .map((row) => row.used)
      .toSorted((a, b) => a - b)
    expect(all[1]! / all[0]!).toBeCloseTo(5, 1)

    await testEnv().DB.exec(`update window_counters set used = 10000000 where key glob 'rows:*'`)
    const refused = await ask(scanning, '192.0.2.7')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await ask(scanning, '192.0.2.8')).status).toBe(200)
    expect((await ask(`${REST}?${TOP}&limit=100`, '192.0.2.7')).status).toBe(200)

    await testEnv().DB.exec(`update window_counters set used = 200000000 where key glob 'allRows:*'`)
    expect((await ask(scanning, '192.0.2.9')).status).toBe(429)
    expect((await ask(`${REST}?id=eq.x`, '192.0.2.9')).status).toBe(200)
  })
})
