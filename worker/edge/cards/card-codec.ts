import { AppError } from '#shared/client/errors.ts'
import { fromColumns } from '#shared/client/names.ts'
import type { Row } from '#shared/client/rows.ts'
import type { OwnCard, SaveCard } from '#shared/contracts/cards.ts'
import { GenerationId } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { Card, Visibility } from '#shared/domain/card-schema.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import { DRAFT_KEPT_DAYS } from '#shared/domain/limits.ts'
import type { Source } from '#shared/domain/making.ts'
import { type Tier, tierOf as tierOfStats, TIERS } from '#shared/domain/rarity.ts'
import { STATS } from '#shared/domain/stats.ts'
import { Stats } from '#shared/domain/stats-schema.ts'
import { getTeam } from '#shared/domain/team.ts'
import { DAY_MS } from '#shared/time.ts'
import { shownAddress } from '#worker/http/stored-address.ts'
import type { CardWords } from '#worker/render/formats/format.ts'
import { serialOf } from '#worker/render/card/serial.ts'
import { versionOf } from './card-version.ts'

/**
 * Between the card table and the product's own types. A record has the names that the backend client's `db` gives them
 * (camelCase), its stats as an object and its picture by its address; rows that came another way are made one first.
 */

/** A card with all that is kept of it, as only the service key reads it. */
export type CardRecord = Row & {
  readonly id: string
  readonly visibility: Visibility
  /** The visibility that a hidden card gets back when it is restored. Until then it is a draft to all tables. */
  readonly hiddenFrom: Visibility | null
  readonly owner: string
  /** The id of the user who was signed in when it was saved, or `anonymous`. */
  readonly userId: string
  readonly generationId: string
  /** ISO 8601, UTC. Unlike `createdAt`, it stays when the card is saved. */
  readonly draftedAt: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly teamColors: string
  readonly imageUrl: string
  readonly armor: string
  /** The rolled tier; {@link tierOf} is the one that is shown. */
  readonly tier: string
  /** Null for a card whose tier stays as it was rolled. */
  readonly rolledStats: Stats | null
  readonly artPath: string | null
  /** As the art says; null for cards from before that was kept. */
  readonly source: Source | null
  readonly finish: DrawnFinish | null
  /** Keyed hashes; null for cards from before they were kept. */
  readonly artHash: string | null
  readonly photoHash: string | null
  /** True if it waits for a moderator before it enters the Hall, or has been seen by one. */
  readonly review: 'waiting' | 'seen' | null
  /** Milliseconds since 1970. */
  readonly reviewAt: number | null
}

/** All that a card's pictures are made from, and their visibility. */
export type CardFacts = CardWords & {
  readonly id: string
  /** The address of its front. */
  readonly imageUrl: string
  readonly visibility: Visibility
}

/** A row of the rest client, under its columns' names. */
export const recordOfColumns = (row: Row): Row => fromColumns(row)

/** A row that was asked for in SQL, as far as it holds a card. @param core where the backend's files are */
export function recordOfSql(row: Row, core: string): Row {
  const { stats, rolledStats, imageUrl: kept, ...others } = row
  const image = typeof kept === 'string' ? { imageUrl: shownAddress(kept, core) } : {}
  return { ...others, ...image, stats: parsed(stats), rolledStats: parsed(rolledStats) }
}

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)

const statsOf = (record: Row): Stats | null => Stats.safeParse(record['stats']).data ?? null

/**
 * Returns the public fields of a card. Stats that are not five numbers count as none.
 *
 * @throws AppError `INTERNAL` for what is no card
 */
export async function cardOf(record: Row): Promise<Card> {
  const card = Card.safeParse({
    id: record['id'],
    playerName: record['playerName'] ?? '',
    jerseyNumber: record['jerseyNumber'] ?? '',
    teamColors: record['teamColors'],
    imageUrl: record['imageUrl'],
    stats: statsOf(record),
    createdAt: record['createdAt'],
    votes: record['votes'],
    userId: record['userId'] ?? 'anonymous',
    version: '',
  })
  if (!card.success)
    throw new AppError('INTERNAL', undefined, { cause: 'the card data service sent an unreadable row' })
  return { ...card.data, version: await versionOf({ ...card.data, team: { name: card.data.teamColors } }) }
}

export const cardsOf = (records: readonly Row[]): Promise<Card[]> => Promise.all(records.map(cardOf))

/** Returns a card's visibility for its maker, who does not see that it is hidden. */
export const visibilityOf = ({ visibility, hiddenFrom }: Pick<CardRecord, 'visibility' | 'hiddenFrom'>): Visibility =>
  Visibility.parse(hiddenFrom ?? visibility)

export const getRolledTier = (record: Row): Tier => TIERS.find((tier) => tier === record['tier']) ?? 'Rookie'

const getRolledStats = (record: Row): Stats | null => Stats.safeParse(record['rolledStats']).data ?? null

/** The tier of a card with these stats, by now its own or soon to be. */
export const tierWith = (record: Row, stats: Stats | null): Tier =>
  stats === null || getRolledStats(record) === null ? getRolledTier(record) : tierOfStats(stats)

export const tierOf = (record: Row): Tier => tierWith(record, statsOf(record))

/** Returns a card as its maker sees it. @param now milliseconds since 1970 */
export async function ownCardOf(record: CardRecord, now: number): Promise<OwnCard> {
  const isKept = now - Date.parse(record.draftedAt) < DRAFT_KEPT_DAYS * DAY_MS
  return {
    ...(await cardOf(record)),
    visibility: visibilityOf(record),
    armor: record.armor,
    tier: tierOf(record),
    source: record.source ?? null,
    finish: record.finish ?? null,
    hidden: record.hiddenFrom !== null,
    waiting: record.review === 'waiting',
    // Generations end with the time of drafts, and art that was saved over the API has none.
    ...(isKept && GenerationId.safeParse(record.generationId).success && { generationId: record.generationId }),
  }
}

/** Returns the input of its pictures. Null for a card of no team that can be drawn. */
export function factsOf(record: Row): CardFacts | null {
  const visibility = Visibility.safeParse(record['visibility'])
  const team = getTeam(textOf(record['teamColors']))
  if (!visibility.success || team === null) return null
  const id = textOf(record['id'])
  const stats = statsOf(record)
  return {
    id,
    imageUrl: textOf(record['imageUrl']),
    visibility: visibility.data,
    playerName: textOf(record['playerName']),
    jerseyNumber: textOf(record['jerseyNumber']),
    team,
    armor: getArmor(textOf(record['armor'])) ?? getArmor('none')!,
    stats,
    rolledStats: editedFrom(record, stats),
    tier: stats === null ? null : tierWith(record, stats),
    serial: serialOf(id),
  }
}

/** The roll of a card whose stats are others by now. */
function editedFrom(record: Row, stats: Stats | null): Stats | null {
  const rolled = getRolledStats(record)
  return rolled !== null && STATS.some(({ name }) => rolled[name] !== stats?.[name]) ? rolled : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A card that its maker saves, under its columns' names. */
export const columnsToSave = (card: SaveCard, userId: string): Row => ({
  player_name: card.playerName,
  jersey_number: card.jerseyNumber,
  team_colors: card.teamColors,
  image_url: card.imageUrl,
  stats: card.stats,
  user_id: userId,
  votes: 0,
})
