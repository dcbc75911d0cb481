import { beforeEach, describe, expect, it } from 'vitest'
import type { FaceOff, FaceOffResult } from '#shared/contracts/face-off.ts'
import { FACE_OFF_FAILURE, FACE_OFF_PAIRS_PER_DAY } from '#shared/domain/face-off.ts'
import { DAY_MS } from '#shared/time.ts'
import { createTestApp, getVisitorId, noPictures, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { chargeNetwork } from '../../support/charge-network.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const START = Date.parse('2026-11-21T12:00:00.000Z')

/** Creates the whole Worker with public cards and visitors. */
async function createPlace(cards = 6) {
  const time = { now: START }
  const app = createTestApp({ clock: () => time.now, pictures: noPictures })
  for (let card = 1; card <= cards; card++) await seedCard({ id: `c${card}`, votes: card })
  const person = async () => {
    const visitor = app.visitor()
    return { ...visitor, id: getVisitorId(await visitor.arrive()) }
  }
  return { app, time, person }
}

const deal = async (visitor: TestVisitor) => (await visitor.send('/api/face-off')).json<FaceOff>()
const send = (visitor: TestVisitor, token: string, winner: 'left' | 'right' = 'left') =>
  visitor.post('/api/face-off', { token, winner })
const getIds = ({ pair }: FaceOff) => (pair === null ? null : [pair.left.id, pair.right.id])
const toKey = (ids: readonly string[]) => ids.toSorted().join(' ')
const error = async (response: Response) => [response.status, (await response.json<{ message: string }>()).message]

type RatingRow = { card: string; rating: number; deviation: number; picks: number; is_public: number }
const ratings = async () =>
  (await testEnv().DB.prepare('select * from face_off_ratings order by card').all<RatingRow>()).results
const run = (sql: string) => testEnv().DB.prepare(sql).run()

describe('a pair of Face-Off', () => {
  it('deals two public cards of others, and the same pair until one is picked', async () => {
    const { person } = await createPlace()
    const visitor = await person()
    const first = await deal(visitor)
    expect(new Set(getIds(first)).size).toBe(2)
    expect(first).toMatchObject({ left: FACE_OFF_PAIRS_PER_DAY, resetsAt: '2026-11-22T00:00:00.000Z' })
    expect(await deal(visitor)).toEqual(first)
    const { next } = await (await send(visitor, first.pair!.token)).json<FaceOffResult>()
    expect(next.left).toBe(FACE_OFF_PAIRS_PER_DAY - 1)
    expect(toKey(getIds(next)!)).not.toBe(toKey(getIds(first)!))
  })

  it('never deals drafts, unlisted, hidden or own cards', async () => {
    const { person } = await createPlace(2)
    const visitor = await person()
    await seedCard({ id: 'own', owner: visitor.id })
    await seedCard({ id: 'draft', visibility: 'draft' })
    await seedCard({ id: 'unlisted', visibility: 'unlisted' })
    await seedCard({ id: 'hidden' })
    await run("update fantasy_football_cards set visibility = 'draft', hidden_from = 'public' where id = 'hidden'")
    expect(toKey(getIds(await deal(visitor))!)).toBe('c1 c2')
    const { next } = await (await send(visitor, (await deal(visitor)).pair!.token)).json<FaceOffResult>()
    expect(next.pair).toBeNull()
  })

  it('never deals a visitor the same pair twice', async () => {
    const { person, time } = await createPlace(5)
    const visitor = await person()
    const seen: string[] = []
    for (let day = 0; day < 3; day++, time.now += DAY_MS)
      for (let next = await deal(visitor); next.pair !== null; next = await deal(visitor)) {
        seen.push(toKey(getIds(next)!))
        await send(visitor, next.pair.token, seen.length % 2 === 0 ? 'left' : 'right')
      }
    expect(seen).toHaveLength(10)
    expect(new Set(seen).size).toBe(10)
  })

  it('deals a card with an uncertain rating, and one with nearly the same rating', async () => {
    const { person } = await createPlace(40)
    const number = 'cast(substr(card, 2) as integer)'
    await run(`update face_off_ratings set rating = 1000 + 20 * ${number}, deviation = iif(${number} <= 24, 300, 60)`)
    for (let visitors = 0; visitors < 8; visitors++) {
      const numbers = getIds(await deal(await person()))!.map((id) => Number(id.slice(1)))
      expect(Math.min(...numbers)).toBeLessThanOrEqual(24)
      expect(Math.abs(numbers[0]! - numbers[1]!)).toBeLessThanOrEqual(6)
    }
  })

  it('returns no pair while the Hall has fewer than two cards', async () => {
    const { person } = await createPlace(1)
    expect(await deal(await person())).toMatchObject({ pair: null, left: FACE_OFF_PAIRS_PER_DAY })
  })
})

describe('a pick', () => {
  it('moves both ratings apart and changes no votes', async () => {
    const { person } = await createPlace(2)
    const visitor = await person()
    const { pair } = await deal(visitor)
    const result = await (await send(visitor, pair!.token, 'right')).json<FaceOffResult>()
    // Both ratings are still uncertain.
    expect(result.ratings).toEqual({ left: null, right: null })
    const rated = new Map((await ratings()).map(({ card, rating }) => [card, rating]))
    expect(rated.get(pair!.right.id)).toBeGreaterThan(1500)
    expect(rated.get(pair!.left.id)).toBeLessThan(1500)
    const { results } = await testEnv()
      .DB.prepare('select votes from fantasy_football_cards order by id')
      .all<{ votes: number }>()
    expect(results.map(({ votes }) => votes)).toEqual([1, 2])
  })

  it('returns ratings only once they are certain enough', async () => {
    const { person } = await createPlace(2)
    await run("update face_off_ratings set deviation = 90, rating = 1600 where card = 'c1'")
    const visitor = await person()
    const { pair } = await deal(visitor)
    const { ratings: shown } = await (await send(visitor, pair!.token)).json<FaceOffResult>()
    const [known, unknown] = pair!.left.id === 'c1' ? [shown.left, shown.right] : [shown.right, shown.left]
    expect(known).toBeTypeOf('number')
    expect(unknown).toBeNull()
  })

  it('counts a resent pick once, even concurrently, and keeps the first winner', async () => {
    const { person } = await createPlace(2)
    const visitor = await person()
    const { token } = (await deal(visitor)).pair!
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => send(visitor, token)))).map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
    expect((await ratings()).map(({ picks }) => picks)).toEqual([1, 1])
    expect(await error(await send(visitor, token, 'right'))).toEqual([409, FACE_OFF_FAILURE.answered])
  })

  it('rejects a pair that was dealt to another visitor, or altered after signing', async () => {
    const { person, app, time } = await createPlace()
    const [visitor, other] = [await person(), await person()]
    const { token, left, right } = (await deal(visitor)).pair!
    const forged = token.replace(left.id, left.id === 'c1' && right.id !== 'c2' ? 'c2' : left.id === 'c3' ? 'c4' : 'c3')
    const refused = [
      await send(other, token),
      await send(visitor, forged === token ? 'x' : forged),
      await send(visitor, 'nonsense'),
      await app.visitor().post('/api/face-off', { token, winner: 'left' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    time.now += 2 * DAY_MS
    expect((await send(visitor, token)).status).toBe(403)
    expect((await ratings()).every(({ picks }) => picks === 0)).toBe(true)
  })

  it('accepts ten picks per visitor per day, even for concurrent requests', async () => {
    const { person, time } = await createPlace(8)
    const visitor = await person()
    for (let picks = 0; picks < FACE_OFF_PAIRS_PER_DAY - 1; picks++)
      expect((await send(visitor, (await deal(visitor)).pair!.token)).status).toBe(200)
    const last = await deal(visitor)
    expect(last.left).toBe(1)
    expect((await send(visitor, last.pair!.token)).status).toBe(200)
    const over = await deal(visitor)
    expect(over).toMatchObject({ pair: null, left: 0 })
    time.now += DAY_MS
    expect((await deal(visitor)).left).toBe(FACE_OFF_PAIRS_PER_DAY)
  })

  it('rejects the eleventh pick of a day with the time until the next one', async () => {
    const { person } = await createPlace()
    const visitor = await person()
    const { token } = (await deal(visitor)).pair!
    const day = Math.floor(START / DAY_MS)
    for (let picks = 0; picks < FACE_OFF_PAIRS_PER_DAY; picks++)
      await run(`insert into face_off_picks values ('${visitor.id}', 'x${picks}', 'y', 'y', ${day}, 'n${picks}')`)
    const response = await send(visitor, token)
    expect(response.headers.get('retry-after')).toBe(String(12 * 3600))
    expect(await error(response)).toEqual([429, FACE_OFF_FAILURE.dayIsOver])
  })

  it('counts the concurrent picks of many visitors from the same cards', async () => {
    const { person } = await createPlace(2)
    const visitors = await Promise.all(Array.from({ length: 6 }, person))
    const dealt = await Promise.all(visitors.map(deal))
    const responses = await Promise.all(visitors.map((visitor, at) => send(visitor, dealt[at]!.pair!.token)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await ratings()).map(({ picks }) => picks)).toEqual([6, 6])
  })

  it('rejects a card that was hidden, unlisted or deleted after it was dealt, and deletes its rating', async () => {
    const { person } = await createPlace(2)
    const [visitor, other] = [await person(), await person()]
    const { token } = (await deal(visitor)).pair!
    expect((await send(other, (await deal(other)).pair!.token)).status).toBe(200)
    await run("update fantasy_football_cards set visibility = 'unlisted' where id = 'c1'")
    expect(await error(await send(visitor, token))).toEqual([410, FACE_OFF_FAILURE.gone])
    expect((await deal(visitor)).pair).toBeNull()
    await run("update fantasy_football_cards set visibility = 'public' where id = 'c1'")
    // A card that becomes public again keeps its rating.
    expect((await ratings()).map(({ picks, is_public }) => [picks, is_public])).toEqual([
      [1, 1],
      [1, 1],
    ])
    await run("delete from fantasy_football_cards where id = 'c1'")
    expect((await send(visitor, token)).status).toBe(410)
    expect((await ratings()).map(({ card }) => card)).toEqual(['c2'])
    const { results } = await testEnv().DB.prepare('select * from face_off_picks').all()
    expect(results).toEqual([])
  })

  it('limits the number of picks per network', async () => {
    const { app } = await createPlace()
    const pick = async () => {
      const visitor = app.visitor({ 'cf-connecting-ip': '10.9.8.7' })
      await visitor.arrive()
      const { pair } = await deal(visitor)
      return (await send(visitor, pair!.token)).status
    }
    expect(await pick()).toBe(200)
    await chargeNetwork('faceOff', 98)
    expect([await pick(), await pick()]).toEqual([200, 429])
  })
})

describe('Face-Off without scripts', () => {
  const form = (visitor: TestVisitor, fields: Record<string, string>, origin = ORIGIN) =>
    visitor.send('/face-off', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
    })

  it('renders the pair, accepts the form, and redirects back', async () => {
    const { person } = await createPlace()
    const visitor = await person()
    const { pair } = await deal(visitor)
    const html = await (await visitor.send('/face-off')).text()
    expect(html).toContain(pair!.token)
    const response = await form(visitor, { token: pair!.token, winner: 'left' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/face-off'])
    expect((await deal(visitor)).left).toBe(FACE_OFF_PAIRS_PER_DAY - 1)
  })

  it('renders the page again for a rejected pick, and rejects forms of other sites', async () => {
    const { person } = await createPlace()
    const visitor = await person()
    const { pair } = await deal(visitor)
    const response = await form(visitor, { token: 'nonsense', winner: 'left' })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain(FACE_OFF_FAILURE.notDealt)
    expect((await form(visitor, { token: pair!.token, winner: 'left' }, 'https://evil.example')).status).toBe(403)
    expect((await deal(visitor)).left).toBe(FACE_OFF_PAIRS_PER_DAY)
  })
})
