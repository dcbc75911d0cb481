import { AppError } from '#shared/client/errors.ts'
import { fromColumns } from '#shared/client/names.ts'
import type { Row } from '#shared/client/rows.ts'
import type { OwnCard, SaveCard } from '#shared/contracts/cards.ts'
import { GenerationId } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { Card, Visibility } from '#shared/domain/card-schema.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import { DRAFT_RETENTION_DAYS } from '#shared/domain/limits.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import { getTier as tierOfStats, type Tier, TIERS } from '#shared/domain/rarity.ts'
import { STATS } from '#shared/domain/stats.ts'
import { Stats } from '#shared/domain/stats-schema.ts'
import { getTeam } from '#shared/domain/team.ts'
import { DAY_MS } from '#shared/time.ts'
import { toPublicAddress } from '#worker/http/stored-address.ts'
import type { CardWords } from '#worker/render/formats/format.ts'
import { getSerial } from '#worker/render/card/serial.ts'
import { getCardVersion } from './card-version.ts'

/**
 * Maps rows of the card table to the product's types. A record has camelCase names, like rows of the backend client's
 * `db`. Its stats are an object, and its picture is a URL. Other rows are converted to records first.
 */

/** A card with all its columns. Only the service key can read them. */
export type CardRecord = Row & {
  readonly id: string
  readonly visibility: Visibility
  /** The visibility that a hidden card returns to when it is restored. Until then it is stored as a draft. */
  readonly hiddenFrom: Visibility | null
  readonly owner: string
  /** The id of the user who was signed in when it was saved, or `anonymous`. */
  readonly userId: string
  readonly generationId: string
  /** ISO 8601, UTC. Unlike `createdAt`, saving the card does not change it. */
  readonly draftedAt: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly teamColors: string
  readonly imageUrl: string
  readonly armor: string
  /** The rolled tier. {@link getCardTier} returns the one that is shown. */
  readonly tier: string
  /** Null for a card whose tier never changes. */
  readonly rolledStats: Stats | null
  readonly artPath: string | null
  /** Null for cards from before this was stored. */
  readonly source: ArtSource | null
  readonly finish: DrawnFinish | null
  /** Keyed hashes. Null for cards from before these were stored. */
  readonly artHash: string | null
  readonly photoHash: string | null
  /** `waiting` for a moderator before it enters the Hall, or `seen` by one. */
  readonly review: 'waiting' | 'seen' | null
  /** 0 if no face was detected in its photo. Null for cards from before this was stored. */
  readonly faceFound: 0 | 1 | null
  /** Milliseconds since 1970. */
  readonly reviewAt: number | null
}

/** The input of a card's pictures, and its visibility. */
export type CardFacts = CardWords & {
  readonly id: string
  /** URL of its front. */
  readonly imageUrl: string
  readonly visibility: Visibility
}

/** Converts a row of the REST client, which has column names. */
export const columnsToRecord = (row: Row): Row => fromColumns(row)

/** Converts the card columns of a SQL row. @param core the backend's base URL */
export function sqlToRecord(row: Row, core: string): Row {
  const { stats, rolledStats, imageUrl: storedUrl, ...others } = row
  const image = typeof storedUrl === 'string' ? { imageUrl: toPublicAddress(storedUrl, core) } : {}
  return { ...others, ...image, stats: parseJson(stats), rolledStats: parseJson(rolledStats) }
}

const parseJson = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)

const parseStats = (record: Row): Stats | null => Stats.safeParse(record['stats']).data ?? null

/**
 * Returns a card's public fields. Its stats are null unless they are five numbers.
 *
 * @throws AppError `INTERNAL` if the row is not a card
 */
export async function toCard(record: Row): Promise<Card> {
  const card = Card.safeParse({
    id: record['id'],
    playerName: record['playerName'] ?? '',
    jerseyNumber: record['jerseyNumber'] ?? '',
    teamColors: record['teamColors'],
    imageUrl: record['imageUrl'],
    stats: parseStats(record),
    createdAt: record['createdAt'],
    votes: record['votes'],
    userId: record['userId'] ?? 'anonymous',
    version: '',
  })
  if (!card.success)
    throw new AppError('INTERNAL', undefined, { cause: 'the card data service sent an unreadable row' })
  return { ...card.data, version: await getCardVersion({ ...card.data, team: { name: card.data.teamColors } }) }
}

export const toCards = (records: readonly Row[]): Promise<Card[]> => Promise.all(records.map(toCard))

/** Returns a card's visibility for its maker, who does not see that it is hidden. */
export const getVisibility = ({ visibility, hiddenFrom }: Pick<CardRecord, 'visibility' | 'hiddenFrom'>): Visibility =>
  Visibility.parse(hiddenFrom ?? visibility)

export const getRolledTier = (record: Row): Tier => TIERS.find((tier) => tier === record['tier']) ?? 'Rookie'

const getRolledStats = (record: Row): Stats | null => Stats.safeParse(record['rolledStats']).data ?? null

/** Returns the tier of a card with these stats, which may be its current or its new ones. */
export const tierWith = (record: Row, stats: Stats | null): Tier =>
  stats === null || getRolledStats(record) === null ? getRolledTier(record) : tierOfStats(stats)

export const getCardTier = (record: Row): Tier => tierWith(record, parseStats(record))

/** Returns true if a card needs a moderator to enter the Hall (worker/backend/cards/save-card.ts has the same rule). */
export const needsModerator = ({ faceFound, review, source }: Pick<CardRecord, 'faceFound' | 'review' | 'source'>) =>
  faceFound === 0 && review !== 'seen' && source === 'computed'

/** Returns a card as its maker sees it. @param now milliseconds since 1970 */
export async function toOwnCard(record: CardRecord, now: number): Promise<OwnCard> {
  const isWithinRetention = now - Date.parse(record.draftedAt) < DRAFT_RETENTION_DAYS * DAY_MS
  return {
    ...(await toCard(record)),
    visibility: getVisibility(record),
    armor: record.armor,
    tier: getCardTier(record),
    source: record.source ?? null,
    finish: record.finish ?? null,
    hidden: record.hiddenFrom !== null,
    waiting: record.review === 'waiting',
    // Generations expire with drafts, and art that was saved over the API has none.
    ...(isWithinRetention &&
      GenerationId.safeParse(record.generationId).success && { generationId: record.generationId }),
  }
}

/** Returns the input of a card's pictures. Null if its team is unknown. */
export function toCardFacts(record: Row): CardFacts | null {
  const visibility = Visibility.safeParse(record['visibility'])
  const team = getTeam(toText(record['teamColors']))
  if (!visibility.success || team === null) return null
  const id = toText(record['id'])
  const stats = parseStats(record)
  return {
    id,
    imageUrl: toText(record['imageUrl']),
    visibility: visibility.data,
    playerName: toText(record['playerName']),
    jerseyNumber: toText(record['jerseyNumber']),
    team,
    armor: getArmor(toText(record['armor'])) ?? getArmor('none')!,
    stats,
    rolledStats: getStatsBeforeEdit(record, stats),
    tier: stats === null ? null : tierWith(record, stats),
    serial: getSerial(id),
  }
}

/** Returns the rolled stats if the card's stats were edited, else null. */
function getStatsBeforeEdit(record: Row, stats: Stats | null): Stats | null {
  const rolled = getRolledStats(record)
  return rolled !== null && STATS.some(({ name }) => rolled[name] !== stats?.[name]) ? rolled : null
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Converts a card that its maker saves to columns. */
export const columnsToSave = (card: SaveCard, userId: string): Row => ({
  player_name: card.playerName,
  jersey_number: card.jerseyNumber,
  team_colors: card.teamColors,
  image_url: card.imageUrl,
  stats: card.stats,
  user_id: userId,
  votes: 0,
})
