import { FAILURE } from '#shared/domain/messages.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { MailSender } from '#worker/env.ts'
import { as } from '../../support/backend.ts'
import { createTestApp, idOf, noPictures, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { filesBelow, rowOf } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import { ownedCard, type Visibility } from '../edge/owned-cards.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

const KEY = { authorization: 'Bearer public-fantasy-cards' }

export const time = { now: Date.UTC(2026, 10, 21, 12) }
/** The subjects of the mails that were handed over, whatever became of them. */
const handedOver: string[] = []
const MAIL: MailSender = { send: async () => ({ messageId: 'm' }) }
export const faults = createFaults({ ...testEnv(), MAIL }, { time })
const env = {
  ...faults.env,
  MAIL: {
    send: (mail) => {
      handedOver.push(mail.subject)
      return faults.env.MAIL!.send(mail)
    },
  } satisfies MailSender,
  APP_ENV: 'production',
  PUBLIC_URL: ORIGIN,
  MAIL_FROM: 'cards@example.com',
}
const app = createTestApp({ ...faults.overrides, pictures: noPictures }, env)
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

const asJson = (visitor: TestVisitor, method: string, path: string, body?: unknown) =>
  visitor.send(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const submit = (visitor: TestVisitor, path: string, fields: Record<string, string>) =>
  visitor.send(path, { method: 'POST', headers: { origin: ORIGIN }, body: new URLSearchParams(fields) })
/** The key of one press. */
const keyed = ({ n }: World, headers: Record<string, string> = {}) => ({ ...headers, 'idempotency-key': `press-${n}` })

const votesOf = async ({ card }: World) => ({
  card: (await rowOf(card))?.['votes'],
  ...(await one(
    `select (select count(*) from votes where card = ?1) as ledger,
       (select sum(votes) from vote_tallies where card = ?1) as days`,
    card,
  )),
})

const saved = async ({ card, imageUrl }: World) => ({
  visibility: (await rowOf(card))?.['visibility'],
  ...(await one(
    `select (select count(*) from fantasy_football_cards where image_url = ?1) as cards`,
    new URL(imageUrl).pathname,
  )),
})

const messagesOf = async ({ n }: World) => ({
  ...(await one('select count(*) as stored from contact_submissions where name = ?', `Ann ${n}`)),
  mailed: handedOver.filter((subject) => subject === `New message from Ann ${n}`).length,
})

const STATS = { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 }
const TABLE = '/rest/v1/fantasy_football_cards'
const visibilityOf = async ({ card }: World) => (await rowOf(card))?.['visibility']
const messageOf = ({ n }: World) => ({
  name: `Ann ${n}`,
  email: 'ann@example.com',
  message: 'Nice cards!',
  website: '',
})

export const CARD_PATHS: readonly AnyPath[] = [
  aPath<World>({
    route: 'POST /api/cards/:id/votes',
    what: 'a vote',
    world: () => createWorld('public'),
    act: (world) => world.reader.post(`/api/cards/${world.card}/votes`, { votes: 1 }, keyed(world)),
    isDone: isStatus(200),
    effect: votesOf,
  }),
  aPath<World>({
    route: 'POST /card/:id/vote',
    what: 'a vote by a form',
    world: () => createWorld('public'),
    act: ({ reader, card }) => submit(reader, `/card/${card}/vote`, { votes: '1' }),
    isDone: isStatus(303),
    words: [FAILURE.vote],
    effect: votesOf,
  }),
  aPath<World>({
    route: 'ALL /rest/v1/:table',
    what: 'a vote at the table',
    world: () => createWorld('public'),
    act: (world) =>
      world.reader.send(`${TABLE}?id=eq.${world.card}`, {
        method: 'PATCH',
        headers: keyed(world, { ...as.public(), 'content-type': 'application/json' }),
        body: JSON.stringify({ votes: 1 }),
      }),
    isDone: isStatus(204),
    effect: votesOf,
  }),
  aPath<World>({
    route: 'POST /api/cards',
    what: 'saving a card to the Hall',
    world: () => createWorld('draft'),
    act: (world) =>
      world.maker.post(
        '/api/cards',
        {
          playerName: 'Ace',
          jerseyNumber: '12',
          teamColors: 'Green Bay Packers',
          imageUrl: world.imageUrl,
          stats: STATS,
        },
        keyed(world),
      ),
    isDone: isStatus(201),
    effect: saved,
  }),
  aPath<World>({
    route: 'ALL /rest/v1/:table',
    what: 'saving a card at the table',
    world: () => createWorld('draft'),
    act: (world) =>
      world.maker.post(
        TABLE,
        {
          player_name: 'Ace',
          jersey_number: '12',
          team_colors: 'Green Bay Packers',
          image_url: world.imageUrl,
          stats: STATS,
        },
        keyed(world, as.public()),
      ),
    isDone: isStatus(201),
    effect: saved,
  }),
  aPath<World>({
    route: 'POST /api/cards/:id/share',
    what: 'sharing a draft',
    world: () => createWorld('draft'),
    act: ({ maker, card }) => asJson(maker, 'POST', `/api/cards/${card}/share`),
    isDone: isStatus(200),
    effect: visibilityOf,
  }),
  aPath<World>({
    route: 'POST /functions/v1/contact-submit',
    what: 'a message',
    world: () => createWorld('public'),
    act: (world) => world.reader.post('/functions/v1/contact-submit', messageOf(world), keyed(world, KEY)),
    isDone: isStatus(200),
    waitMs: 30_000,
    effect: messagesOf,
    says: ['TOO_SOON'],
  }),
  aPath<World>({
    route: 'POST /contact',
    what: 'a message by a form',
    world: () => createWorld('public'),
    act: (world) =>
      submit(world.reader, '/contact', {
        ...messageOf(world),
        topic: 'general',
        key: world.n.toString(16).padStart(32, '0'),
      }),
    isDone: isStatus(303),
    waitMs: 30_000,
    effect: messagesOf,
    says: ['TOO_SOON'],
  }),
  aPath<World>({
    route: 'POST /api/cards/:id/reports',
    what: 'a report',
    world: () => createWorld('public'),
    act: ({ reader, card }) => reader.post(`/api/cards/${card}/reports`, { reason: 'spam-or-other' }),
    isDone: isStatus(202),
    effect: ({ card }) => one('select count(*) as reports from reports where card = ?', card),
  }),
  aPath<World>({
    route: 'POST /api/cards/:id/unpublish',
    what: 'taking a card out of the Hall',
    world: () => createWorld('public'),
    act: ({ maker, card }) => asJson(maker, 'POST', `/api/cards/${card}/unpublish`),
    isDone: isStatus(200),
    effect: visibilityOf,
  }),
  aPath<World>({
    route: 'PATCH /api/cards/:id',
    what: 'renaming a card',
    world: () => createWorld('public'),
    act: ({ maker, card }) => asJson(maker, 'PATCH', `/api/cards/${card}`, { playerName: 'Nova' }),
    isDone: isStatus(200),
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
    says: ['AI_FAILED'],
  }),
  aPath<World>({
    route: 'DELETE /api/cards/:id',
    what: 'deleting a card',
    world: () => createWorld('public'),
    act: ({ maker, card }) => asJson(maker, 'DELETE', `/api/cards/${card}`),
    isDone: isStatus(204, 404, 410),
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
  }),
]
