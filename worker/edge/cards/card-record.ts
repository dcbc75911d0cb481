import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { Visibility } from '#shared/domain/card-schema.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { type CardFacts, type CardRecord, toCardFacts } from './card-codec.ts'
import { CARDS, REMOVED } from './card-queries.ts'

/** Reads a card. @throws AppError `GONE` if it was removed, `NOT_FOUND` if it never existed */
export async function readRecord(service: Client, id: string): Promise<CardRecord> {
  const record = await service.db.table<CardRecord>(CARDS).get(id)
  return record ?? (await throwMissingCard(service, id))
}

/** Throws for a missing card. @throws AppError `GONE` if it was removed, `NOT_FOUND` if it never existed */
export async function throwMissingCard(service: Client, id: string): Promise<never> {
  throw (await service.db.table(REMOVED).get(id)) === null ? cardNotFound() : new AppError('GONE')
}

export const cardNotFound = () => new AppError('NOT_FOUND', LABELS.cardNotFound)

/** Returns a card's visibility, or null if there is no such card. @param service a client with the service key */
export async function readVisibility(service: Client, id: string): Promise<Visibility | null> {
  const row = await service.db.table<{ visibility: string }>(CARDS).get(id)
  return row === null ? null : Visibility.parse(row.visibility)
}

/**
 * Returns the input of a card's pictures. Null if there is no such card or its team is unknown.
 *
 * @param service a client with the service key
 */
export async function readCardFacts(service: Client, id: string): Promise<CardFacts | null> {
  const row = await service.db.table(CARDS).get(id)
  return row === null ? null : toCardFacts(row)
}
