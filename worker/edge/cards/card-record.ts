import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { Visibility } from '#shared/domain/card-schema.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { type CardFacts, type CardRecord, factsOf } from './card-codec.ts'
import { CARDS, REMOVED } from './card-queries.ts'

/** @throws AppError `GONE` for a card that was removed, `NOT_FOUND` for one that never was */
export async function readRecord(service: Client, id: string): Promise<CardRecord> {
  const record = await service.db.table<CardRecord>(CARDS).get(id)
  return record ?? (await missingCard(service, id))
}

/** Says of a card that is not found whether it ever existed. @throws AppError `GONE`, `NOT_FOUND` */
export async function missingCard(service: Client, id: string): Promise<never> {
  throw (await service.db.table(REMOVED).get(id)) === null ? cardNotFound() : new AppError('GONE')
}

export const cardNotFound = () => new AppError('NOT_FOUND', LABELS.cardNotFound)

/**
 * A card's visibility and maker, read with the service key: no public caller can read it. Null when there is no such
 * card.
 *
 * @param service the backend with the service key
 */
export async function readVisibility(service: Client, id: string): Promise<Visibility | null> {
  const row = await service.db.table<{ visibility: string }>(CARDS).get(id)
  return row === null ? null : Visibility.parse(row.visibility)
}

/**
 * Reads the input of a card's pictures with the service key: no public caller can read all of it. Null when
 * there is no such card, or none of a team that can be drawn.
 *
 * @param service the backend with the service key
 */
export async function readCardFacts(service: Client, id: string): Promise<CardFacts | null> {
  const row = await service.db.table(CARDS).get(id)
  return row === null ? null : factsOf(row)
}
