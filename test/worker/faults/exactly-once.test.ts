import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { createTestApp, idOf, noPictures, type TestVisitor } from '../../support/app.ts'
import { filesBelow, rowOf } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFaultyBindings } from '../../support/faulty-bindings.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ownedCard, type Visibility } from '../edge/owned-cards.ts'
import { atEveryPoint, type Fault } from './every-point.ts'

const KEY = { authorization: 'Bearer public-fantasy-cards' }
/** A request that a browser repeats goes on until it has an answer; nothing here may need more. */
const TRIES = 3

const time = { now: Date.UTC(2026, 10, 21, 12) }
const faulty = createFaultyBindings(testEnv())
const app = createTestApp({ clock: () => time.now, pictures: noPictures }, faulty.env)
let worlds = 0

/** A card with its maker and a reader, each on a network of their own: nothing is left of other runs. */
async function createWorld(visibility: Visibility) {
  const n = ++worlds
  const visitorAt = async (last: number) => {
    const visitor = app.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.${last}` })
    return { visitor, id: idOf(await visitor.arrive()) }
  }
  const [maker, reader] = [await visitorAt(1), await visitorAt(2)]
  const card = `card-${n}`
  const at = new Date(time.now - 2 * DAY_MS).toISOString()
  const imageUrl = await ownedCard(maker.id, { id: card, visibility, createdAt: at, draftedAt: at })
  return { n, card, imageUrl, maker: maker.visitor, reader: reader.visitor }
}
type World = Awaited<ReturnType<typeof createWorld>>

const one = async (sql: string, ...values: unknown[]) =>
  (await testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>())!

type Path = {
  readonly what: string
  readonly visibility: Visibility
  readonly act: (world: World) => Promise<Response>
  /** What a browser takes for done. */
  readonly isDone: (status: number) => boolean
  /** Until a person would try again. */
  readonly waitMs?: number
  /** What the product does by itself a while later. */
  readonly afterwards?: () => Promise<unknown>
  /** All that the act may change. */
  readonly effect: (world: World) => Promise<unknown>
}

const asJson = (visitor: TestVisitor, method: string, path: string, body?: unknown) =>
  visitor.send(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const PATHS: readonly Path[] = [
  {
    what: 'a vote',
    visibility: 'public',
    act: ({ reader, card }) => reader.post(`/api/cards/${card}/votes`, { votes: 1 }),
    // The second of two equal votes is told that the first one counts.
    isDone: (status) => status === 200 || status === 409,
    effect: async ({ card }) => ({
      card: (await rowOf(card))?.['votes'],
      ...(await one(
        `select (select count(*) from votes where card = ?1) as ledger,
           (select sum(votes) from vote_tallies where card = ?1) as days`,
        card,
      )),
    }),
  },
  {
    what: 'saving a card to the Hall',
    visibility: 'draft',
    act: ({ maker, imageUrl }) =>
      maker.post('/api/cards', {
        playerName: 'Ace',
        jerseyNumber: '12',
        teamColors: 'Green Bay Packers',
        imageUrl,
        stats: { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 },
      }),
    isDone: (status) => status === 201 || status === 200 || status === 409,
    effect: async ({ card, imageUrl }) => ({
      visibility: (await rowOf(card))?.['visibility'],
      ...(await one(
        'select count(*) as cards from fantasy_football_cards where image_url = ?',
        new URL(imageUrl).pathname,
      )),
    }),
  },
  {
    what: 'a message',
    visibility: 'public',
    act: ({ reader, n }) =>
      reader.post(
        '/functions/v1/contact-submit',
        { name: `Ann ${n}`, email: 'ann@example.com', message: 'Nice cards!', website: '' },
        { ...KEY, 'idempotency-key': `message-${n}-of-the-same-form` },
      ),
    isDone: (status) => status === 200,
    waitMs: 30_000,
    effect: async ({ n }) => one('select count(*) as stored from contact_submissions where name = ?', `Ann ${n}`),
  },
  {
    what: 'a report',
    visibility: 'public',
    act: ({ reader, card }) => reader.post(`/api/cards/${card}/reports`, { reason: 'spam-or-other' }),
    isDone: (status) => status === 202,
    effect: async ({ card }) => one('select count(*) as reports from reports where card = ?', card),
  },
  {
    what: 'taking a card out of the Hall',
    visibility: 'public',
    act: ({ maker, card }) => asJson(maker, 'POST', `/api/cards/${card}/unpublish`),
    isDone: (status) => status === 200,
    effect: async ({ card }) => (await rowOf(card))?.['visibility'],
  },
  {
    what: 'renaming a card',
    visibility: 'public',
    act: ({ maker, card }) => asJson(maker, 'PATCH', `/api/cards/${card}`, { playerName: 'Nova' }),
    isDone: (status) => status === 200,
    effect: async ({ card }) => {
      const row = (await rowOf(card))!
      const files = await filesBelow(`cards/${card}/`)
      const shown = String(row['image_url']).replace('/storage/fantasy-cards/', '')
      return {
        name: row['player_name'],
        votes: row['votes'],
        visibility: row['visibility'],
        fronts: files.length,
        isShown: files.includes(shown),
      }
    },
  },
  {
    what: 'deleting a card',
    visibility: 'public',
    act: ({ maker, card }) => asJson(maker, 'DELETE', `/api/cards/${card}`),
    isDone: (status) => status === 204 || status === 404 || status === 410,
    // The card is gone with the first step; a file that could not be removed then goes with the next sweep.
    afterwards: () => {
      time.now += 3 * MINUTE_MS
      return app.services.sweep()
    },
    effect: async ({ card }) => ({
      row: await rowOf(card),
      files: await filesBelow(`cards/${card}/`),
      ...(await one('select count(*) as votes from votes where card = ?', card)),
    }),
  },
]

/** Does an act with one fault, as often as a browser would. @returns what came of it */
async function run(path: Path, fault: Fault | null) {
  const world = await createWorld(path.visibility)
  const { answer, points, isHit } = await faulty.during(fault, () => path.act(world))
  const statuses = [answer.status]
  const body = await answer.text()
  for (let tries = 1; !path.isDone(statuses.at(-1)!) && tries < TRIES; tries++) {
    time.now += path.waitMs ?? 1000
    const again = await path.act(world)
    await again.arrayBuffer()
    statuses.push(again.status)
  }
  await path.afterwards?.()
  const type = answer.headers.get('content-type') ?? ''
  return { points, isHit, statuses, body, type, effect: await path.effect(world) }
}

beforeAll(freshDatabase)

describe.each(PATHS)('$what', (path) => {
  test('is done exactly once, whichever call of the stores fails before or after it was made', async () => {
    await atEveryPoint(
      (fault) => run(path, fault),
      async (got, whole, where) => {
        takeConsole()
        takeConsole('warn')
        expect(whole.statuses).toHaveLength(1)
        expect(path.isDone(got.statuses.at(-1)!), `${where}: answered ${got.statuses.join(', ')}`).toBe(true)
        expect(got.effect, where).toEqual(whole.effect)
        // The visitor is told so in the product's words, and nothing of the inside.
        expect(got.body, where).not.toContain('fault ')
        if (!path.isDone(got.statuses[0]!)) expect([where, got.type]).toEqual([where, 'application/json'])
      },
    )
  }, 240_000)
})
