import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { toColumns } from '#shared/client/names.ts'
import type { Row } from '#shared/client/rows.ts'
import type { OwnCard } from '#shared/contracts/cards.ts'
import { type Card, Visibility } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { type Tier, TIERS } from '#shared/domain/rarity.ts'
import { CARDS } from './card-data.ts'
import { readCardRow } from './card-row.ts'

/** A card with all that is kept of it, as only the service key reads it. */
export type CardRecord = Row & {
  readonly id: string
  readonly visibility: Visibility
  /** What a card that reports have hidden is when it is restored. Until then it is a draft to all tables. */
  readonly hiddenFrom: Visibility | null
  readonly owner: string
  /** Who was signed in when it was saved, or `anonymous`. */
  readonly userId: string
  readonly generationId: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly teamColors: string
  readonly imageUrl: string
  readonly armor: string
  readonly tier: string
  readonly artPath: string | null
}

/** Which ids have been removed, and when. */
export const REMOVED = 'removed_cards'

/** @throws AppError `GONE` for a card that was removed, `NOT_FOUND` for one that never was */
export async function readRecord(service: Client, id: string): Promise<CardRecord> {
  const record = await service.db.table<CardRecord>(CARDS).get(id)
  return record ?? (await missingCard(service, id))
}

/** Says of a card nobody finds whether it ever was. @throws AppError `GONE`, `NOT_FOUND` */
export async function missingCard(service: Client, id: string): Promise<never> {
  throw (await service.db.table(REMOVED).get(id)) === null ? cardNotFound() : new AppError('GONE')
}

export const cardNotFound = () => new AppError('NOT_FOUND', LABELS.cardNotFound)

/** What a card is to its maker: hidden or not, it is what it was made. */
export const visibilityOf = ({ visibility, hiddenFrom }: Pick<CardRecord, 'visibility' | 'hiddenFrom'>): Visibility =>
  Visibility.parse(hiddenFrom ?? visibility)

/** @param record with its stats as an object */
export const cardOf = (record: CardRecord): Promise<Card> => readCardRow(toColumns(record))

/** @param record with its stats as an object */
export async function ownCardOf(record: CardRecord): Promise<OwnCard> {
  return {
    ...(await cardOf(record)),
    visibility: visibilityOf(record),
    armor: record.armor,
    tier: tierOf(record.tier),
    hidden: record.hiddenFrom !== null,
  }
}

export const tierOf = (value: string): Tier => TIERS.find((tier) => tier === value) ?? 'Rookie'
