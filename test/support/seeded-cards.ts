import { ARMOR } from '#shared/domain/armor.ts'
import { getTier } from '#shared/domain/rarity.ts'
import { rollStats } from '#shared/domain/stats.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { randomFrom } from './random.ts'

export type Seeding = {
  readonly cards: number
  /** Seed of the random cards. */
  readonly seed: number
  /** Time of the newest card and vote, in milliseconds since 1970. The oldest are a year older. */
  readonly until: number
}

type Row = readonly unknown[]

/** Statements of one transaction, each with its rows as JSON. */
export type SeedBatch = readonly { readonly sql: string; readonly rows: string }[]

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
/** The network of a vote is deleted after this time. */
const NETWORK_RETENTION_MS = 2 * DAY_MS
const BATCH_CARDS = 500
const MOST_VOTES = 400
const CARDS_PER_ACCOUNT = 4
/** Exponent of the vote distribution, which averages five per card, up to {@link MOST_VOTES}. */
const VOTES_FALL = 1.1
const PROJECT = 'fantasy-cards'

const NAMES = [
  'Ace',
  'Nova',
  'Big Mo',
  'Tía Lucía',
  'Grandpa Joe',
  'Zoë',
  'Мария',
  '美咲',
  'Lightning Lou',
  'Sam',
  '',
] as const
const NUMBERS = ['1', '7', '12', '23', '44', '88', '99', '00', ''] as const

/** SQL statements. Each row is an array in the order of the columns. */
const ACCOUNTS = `insert into users (id, email, email_verified, created_at, is_proven)
  select value ->> 0, value ->> 1, 1, value ->> 2, 1 from json_each(?1)`
const DRAFTS = `insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at,
    votes, user_id, visibility, owner, generation_id, armor, tier, art_path, drafted_at, source, finish)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, 0, value ->> 7, 'draft',
    value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 6, 'computed', value ->> 13
  from json_each(?1)`
const LEDGER = `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at, player_name,
    jersey_number, team_colors, stats)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
    value ->> 9 from json_each(?1)`
const SHARED = `update fantasy_football_cards set visibility = s.visibility, created_at = s.at
  from (select value ->> 0 as card, value ->> 1 as visibility, value ->> 2 as at from json_each(?1)) s where id = s.card`
const VOTES = `insert into votes (voter, card, at, network)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?1)`

/**
 * Generates cards for benchmarks and list tests, without images. They are drafted, shared or published, and get votes
 * through the votes ledger, so that every trigger runs. Four of five are public, and one in fifty belongs to an account.
 * There is one account for every four cards. Three of five cards have votes, a few have hundreds, and the average is five.
 *
 * @example for (const batch of seededCards({ cards: 5000, seed: 1, until: Date.now() })) await runBatch(db, batch)
 */
export function* seededCards({ cards, seed, until }: Seeding): Generator<SeedBatch> {
  const random = randomFrom(seed)
  const id = () => Array.from({ length: 4 }, () => hex8(random())).join('')
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const iso = (at: number) => new Date(at).toISOString()

  const people = Array.from({ length: Math.max(1, Math.ceil(cards / 3)) }, id)
  const accounts = Array.from({ length: Math.ceil(cards / CARDS_PER_ACCOUNT) }, id)
  yield [{ sql: ACCOUNTS, rows: JSON.stringify(accounts.map((it) => [it, `${it}@example.com`, iso(until - YEAR_MS)])) }]

  for (let done = 0; done < cards; done += BATCH_CARDS) {
    const [drafts, ledger, shared, votes]: [Row[], Row[], Row[], Row[]] = [[], [], [], []]
    for (let n = done; n < Math.min(cards, done + BATCH_CARDS); n++) {
      const [card, generation, owner, edition] = [id(), id(), pick(people), id()]
      const [name, number, team, stats] = [pick(NAMES), pick(NUMBERS), pick(TEAMS).name, rollStats(random)]
      const path = `cards/${card}/${edition}.jpg`
      const address = `/storage/${PROJECT}/${path}`
      const draftedAt = Math.floor(until - 1 - random() ** 2 * YEAR_MS)
      const kind = random()
      const account = kind < 0.02 ? pick(accounts) : 'anonymous'
      const [armor, finish] = [pick(ARMOR).id, random() < 0.8 ? 'ink' : 'photo']
      const words = [name, number, team, JSON.stringify(stats)]
      drafts.push(
        [card, name, number, team, address, JSON.stringify(stats), iso(draftedAt), account, owner, generation].concat(
          armor,
          getTier(stats),
          `ai/${id()}.jpg`,
          finish,
        ),
      )
      ledger.push([address, generation, card, owner, path, draftedAt, ...words])
      if (kind > 0.92) continue
      const sharedAt = Math.min(until - 1, draftedAt + 60_000)
      shared.push([card, kind < 0.8 ? 'public' : 'unlisted', iso(sharedAt)])
      const count = random() < 0.35 ? 0 : Math.min(MOST_VOTES, Math.floor(random() ** -VOTES_FALL), people.length)
      const first = Math.floor(random() * people.length)
      for (let vote = 0; vote < count; vote++) {
        const at = Math.floor(sharedAt + random() * (until - sharedAt))
        const network = until - at < NETWORK_RETENTION_MS ? id() + id() : null
        votes.push([people[(first + vote) % people.length], card, at, network])
      }
    }
    yield [
      { sql: DRAFTS, rows: JSON.stringify(drafts) },
      { sql: LEDGER, rows: JSON.stringify(ledger) },
      { sql: SHARED, rows: JSON.stringify(shared) },
      { sql: VOTES, rows: JSON.stringify(votes) },
    ]
  }
}

/** One transaction, one database call. */
export const runBatch = (db: D1Database, batch: SeedBatch): Promise<unknown> =>
  db.batch(batch.map(({ sql, rows }) => db.prepare(sql).bind(rows)))

const hex8 = (fraction: number): string =>
  Math.floor(fraction * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
