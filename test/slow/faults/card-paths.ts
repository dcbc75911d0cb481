import { FAILURE } from '#shared/domain/messages.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { as } from '../../support/backend.ts'
import { filesBelow, rowOf } from '../../support/cards.ts'
import { app, asJson, createWorld, handedOver, keyed, one, signUp, submit, time, type World } from './card-world.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

const KEY = { authorization: 'Bearer public-fantasy-cards' }

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
  mailed: handedOver.filter(({ subject }) => subject === `New message from Ann ${n}`).length,
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
  aPath<World & { readonly token: string }>({
    route: 'POST /api/cards/keep',
    what: 'keeping one’s cards with an account',
    world: async () => {
      const world = await createWorld('public')
      return { ...world, token: await signUp(world) }
    },
    act: ({ maker, token }) => maker.post('/api/cards/keep', {}, { authorization: `Bearer ${token}` }),
    isDone: isStatus(200),
    effect: ({ card }) =>
      one('select user_id <> ? as kept from fantasy_football_cards where id = ?', 'anonymous', card),
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
