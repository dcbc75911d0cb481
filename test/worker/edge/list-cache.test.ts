import { beforeEach, describe, expect, test } from 'vitest'
import type { Card } from '#shared/domain/card.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

const START = Date.parse('2026-11-21T12:00:00.000Z')
const LISTS = ['recent', 'strip', 'new', 'top', 'week', 'trending']

let now: number
let database: ReturnType<typeof createCountingDb>
let app: TestApp

/** Another isolate with its own memory, the same database and clock. */
const isolate = () => createTestApp({ pictures: noPictures, clock: () => now }, { ...testEnv(), DB: database.db })

beforeEach(async () => {
  await freshDatabase()
  now = START
  database = createCountingDb(testEnv().DB)
  app = isolate()
})

const namesIn = async (response: Response) =>
  (await response.json<{ cards: Card[] }>()).cards.map(({ playerName }) => playerName)

/** Returns the number of statements that `run` executes. */
async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const before = database.counts.statements
  await run()
  return database.counts.statements - before
}

describe('a list', () => {
  test('serves a list from memory, with and without its body', async () => {
    await seedCard({ id: 'a', playerName: 'A' })
    for (const list of LISTS) {
      const path = `/api/cards?list=${list}`
      const first = await app.send(path)
      const etag = first.headers.get('etag')!
      const body = await first.text()
      let again: Response
      expect(await countStatements(async () => (again = await app.send(path))), list).toBe(0)
      expect(await again!.text(), list).toBe(body)
      const headers = { 'if-none-match': `"other", ${etag}` }
      let same: Response
      expect(await countStatements(async () => (same = await app.send(path, { headers }))), list).toBe(0)
      expect([same!.status, await same!.text(), same!.headers.get('etag')], list).toEqual([304, '', etag])
      expect((await app.send(path, { headers: { 'if-none-match': '"other"' } })).status, list).toBe(200)
    }
  })

  test('gives a list the same ETag in every isolate, and another after a change', async () => {
    await seedCard({ id: 'a' })
    const tag = async (of: TestApp) => (await of.send('/api/cards?list=top')).headers.get('etag')
    const etag = await tag(app)
    expect(await tag(isolate())).toBe(etag)
    await seedCard({ id: 'b' })
    expect(await tag(isolate())).not.toBe(etag)
  })

  test('serves a cached list for at most five seconds, and revalidates it in the background after two', async () => {
    await seedCard({ id: 'a', playerName: 'A', createdAt: '2026-01-01T00:00:00.000Z' })
    const read = async () => namesIn(await app.send('/api/cards?list=new'))
    expect(await read()).toEqual(['A'])
    await seedCard({ id: 'b', playerName: 'B', createdAt: '2026-01-02T00:00:00.000Z' })
    now += 1999
    expect(await read()).toEqual(['A'])
    now += 1
    // Served stale, and refreshed by then.
    expect(await read()).toEqual(['A'])
    expect(await read()).toEqual(['B', 'A'])
    await seedCard({ id: 'c', playerName: 'C', createdAt: '2026-01-03T00:00:00.000Z' })
    now += 5000
    expect(await read()).toEqual(['C', 'B', 'A'])
  })

  test('serves the cached list when the database fails, until it is too old', async () => {
    await seedCard({ id: 'a' })
    let isDown = false
    const failing = new Proxy(testEnv().DB, {
      get: (db, name) => {
        if (isDown) throw new Error('D1 is down')
        const value = Reflect.get(db, name) as unknown
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    })
    const place = createTestApp({ clock: () => now }, { ...testEnv(), DB: failing })
    const status = async () => (await place.send('/api/cards?list=top')).status
    expect(await status()).toBe(200)
    isDown = true
    now += 3000
    expect(await status()).toBe(200)
    now += 1500
    expect(await status()).toBe(200)
    now += 1000
    expect(await status()).toBe(500)
    isDown = false
    expect(await status()).toBe(200)
    expect(takeConsole()).toHaveLength(4)
  })

  test('serves the list of a page from the cache at no cost, whatever the page’s own If-None-Match', async () => {
    await seedCard({ id: 'a', playerName: 'Zelda' })
    await app.send('/hall-of-fame')
    // Every page reads its visitor's daily limits.
    const ofAnyPage = await countStatements(() => app.send('/contact'))
    const headers = { 'if-none-match': (await app.send('/api/cards?list=top')).headers.get('etag')! }
    let page: Response
    expect(await countStatements(async () => (page = await app.send('/hall-of-fame', { headers })))).toBe(ofAnyPage)
    expect([page!.status, (await page!.text()).includes('Zelda')]).toEqual([200, true])
  })
})

test('limits how often per second a cookie can bypass the cache', async () => {
  await seedCard({ id: 'a' })
  const ask = async () => (await app.send('/api/cards?list=top', { headers: { cookie: 'fresh=1' } })).arrayBuffer()
  // The first one also reads the schema.
  await ask()
  const one = await countStatements(ask)
  const asks = async () => {
    for (let n = 0; n < 98; n++) await ask()
  }
  expect(one).toBeGreaterThan(0)
  expect(await countStatements(asks)).toBe(62 * one)
  now += 1000
  expect(await countStatements(ask)).toBe(one)
})

describe("a visitor's own changes", () => {
  /** The cookies of a browser after a response, added to its visitor cookie. */
  const jarAfter = (response: Response, cookie: string) =>
    [cookie, ...response.headers.getSetCookie().map((line) => line.split(';')[0]!)].join('; ')

  async function owned() {
    const maker = app.visitor()
    const cookie = await maker.arrive()
    await seedCard({ id: 'a', playerName: 'A', owner: getVisitorId(cookie) })
    return { maker, cookie }
  }

  const JSON_TYPE = { 'content-type': 'application/json' }
  const CHANGES: readonly (readonly [name: string, path: string, init: RequestInit, seen: unknown])[] = [
    ['a vote', '/api/cards/a/votes', { method: 'POST', body: '{"votes":1}', headers: JSON_TYPE }, [['A', 1]]],
    ['unpublishing', '/api/cards/a/unpublish', { method: 'POST', body: '{}', headers: JSON_TYPE }, []],
    ['a removal', '/api/cards/a', { method: 'DELETE' }, []],
  ]

  const seenBy = async (at: TestApp, cookie?: string) => {
    const response = await at.send('/api/cards?list=top', { headers: cookie === undefined ? {} : { cookie } })
    return (await response.json<{ cards: Card[] }>()).cards.map(({ playerName, votes }) => [playerName, votes])
  }

  test.each(CHANGES)(
    'shows %s at once: to everyone in this isolate, and to its author in others',
    async (_, path, init, seen) => {
      const { maker, cookie } = await owned()
      const elsewhere = isolate()
      for (const at of [app, elsewhere]) expect(await seenBy(at)).toEqual([['A', 0]])
      const changed = await maker.send(path, init)
      expect(changed.status).toBeLessThan(300)
      expect(await seenBy(app)).toEqual(seen)
      // Lists in other isolates may be seconds old. The author's own response is fresh, and updates them.
      expect(await seenBy(elsewhere)).toEqual([['A', 0]])
      expect(await seenBy(elsewhere, jarAfter(changed, cookie))).toEqual(seen)
      expect(await seenBy(elsewhere)).toEqual(seen)
    },
  )

  test('sets the bypass cookie for ten seconds, without an id, and never on an error', async () => {
    const { maker } = await owned()
    const vote = () => maker.post('/api/cards/a/votes', { votes: 1 })
    const lines = (response: Response) => response.headers.getSetCookie().filter((line) => line.startsWith('fresh='))
    expect(lines(await vote())).toEqual(['fresh=1; Max-Age=10; Path=/; HttpOnly; Secure; SameSite=Lax'])
    expect(lines(await vote())).toEqual([])
    expect(lines(await app.send('/api/cards?list=top'))).toEqual([])
  })

  test('reads a list at most eight times a second, however many votes arrive', async () => {
    const { maker } = await owned()
    await seenBy(app)
    for (let n = 0; n < 12; n++) await seedCard({ id: `n${n}` })
    let reads = 0
    for (let n = 0; n < 12; n++) {
      expect((await maker.post(`/api/cards/n${n}/votes`, { votes: 1 })).status).toBe(200)
      reads += await countStatements(() => seenBy(app))
    }
    expect(reads).toBe(8)
  })
})

describe('shared cache entries', () => {
  test('serves the same lists for every key, token and cookie, and to no other host', async () => {
    const maker = app.visitor()
    const owner = getVisitorId(await maker.arrive())
    await seedCard({ id: 'public', owner })
    await seedCard({ id: 'draft', owner, visibility: 'draft' })
    await seedCard({ id: 'unlisted', owner, visibility: 'unlisted' })
    const askers: Record<string, string>[] = [{ cookie: maker.cookie()! }, as.service(), as.public(), {}]
    for (const first of askers) {
      app = isolate()
      const results: string[] = []
      for (const headers of [first, ...askers])
        results.push(await (await app.send('/api/cards?list=top', { headers })).text())
      expect(new Set(results).size).toBe(1)
      expect(JSON.parse(results[0]!)).toMatchObject({ cards: [{ id: 'public', userId: 'anonymous' }] })
    }
  })

  test('reads the backend’s tables from the database every time, with each role’s own rows', async () => {
    const path = '/rest/v1/fantasy_football_cards?select=id&order=votes.desc,created_at.desc'
    await seedCard({ id: 'public' })
    await seedCard({ id: 'draft', visibility: 'draft' })
    const ids = async (headers: Record<string, string>) =>
      (await (await app.send(path, { headers })).json<{ id: string }[]>()).map(({ id }) => id).toSorted()
    for (let n = 0; n < 2; n++) {
      expect(await ids(as.service())).toEqual(['draft', 'public'])
      expect(await ids(as.public())).toEqual(['public'])
    }
    await seedCard({ id: 'second' })
    expect(await ids(as.public())).toEqual(['public', 'second'])
    expect((await app.send(path, { headers: as.public() })).headers.get('cache-control')).toBe('no-store')
  })

  test('caches each list, team and host separately', async () => {
    await seedCard({ id: 'bear', team: 'Chicago Bears' })
    await seedCard({ id: 'packer', team: 'Green Bay Packers' })
    const texts = new Set<string>()
    for (const search of ['list=strip', 'list=top&team=Chicago%20Bears', 'list=top&team=Green%20Bay%20Packers'])
      texts.add(await (await app.send(`/api/cards?${search}`)).text())
    expect(texts.size).toBe(3)
  })
})

describe('a replica of the database', () => {
  /** Lists the constraints of the D1 sessions that `run` starts. */
  async function listSessions(run: () => Promise<unknown>): Promise<string[]> {
    database.counts.sessions.length = 0
    await run()
    return [...database.counts.sessions]
  }
  const ANY = ['first-unconstrained']

  test('reads only lists that may be seconds old from a replica', async () => {
    await seedCard({ id: 'a' })
    const maker = app.visitor()
    const cookie = await maker.arrive()
    for (const list of ['recent', 'strip', 'new', 'top'])
      expect(await listSessions(() => app.send(`/api/cards?list=${list}`))).toEqual(ANY)
    expect(await listSessions(() => app.send('/api/cards?list=top&team=Chicago%20Bears'))).toEqual(ANY)
    const table = '/rest/v1/fantasy_football_cards?select=id&order=votes.desc,created_at.desc'
    for (const headers of [as.public(), as.service(), { ...as.public(), 'x-any-replica': '1' }])
      expect(await listSessions(() => app.send(table, { headers }))).toEqual([])
    expect(await listSessions(() => app.send('/api/cards/a', { headers: { cookie } }))).toEqual([])
    expect(await listSessions(() => app.send('/api/cards/mine', { headers: { cookie } }))).toEqual([])
    expect(await listSessions(() => maker.post('/api/cards/a/votes', { votes: 1 }))).toEqual([])
  })

  test('reads the primary after a change in this isolate or by the same browser', async () => {
    const maker = app.visitor()
    await seedCard({ id: 'a', owner: getVisitorId(await maker.arrive()) })
    const read = (headers: Record<string, string> = {}) => app.send('/api/cards?list=top', { headers })
    await read()
    expect(await listSessions(() => read({ cookie: 'fresh=1' }))).toEqual([])
    await maker.post('/api/cards/a/votes', { votes: 1 })
    expect(await listSessions(read)).toEqual([])
    await maker.send('/api/cards/a', { method: 'DELETE' })
    expect(await listSessions(read)).toEqual([])
    now += 5000
    expect(await listSessions(read)).toEqual(ANY)
  })
})
