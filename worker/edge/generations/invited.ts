import type { Client } from '#shared/client/index.ts'
import { INVITED } from '#shared/contracts/product-events.ts'
import { describeError, log } from '#worker/http/log.ts'
import { newId } from '#worker/http/signature.ts'

const ANOTHERS = `select 1 from fantasy_football_cards where id = ? and visibility <> 'draft' and owner <> ?`
/** A trigger on this table increments the day's count for each new row. */
const COUNT = `insert into analytics_seen (hash, day, measure, name) values (?1, ?2, 'deeds', ?3)
  on conflict (hash) do nothing`

/**
 * Returns a counting id for a card that was started from another card's page. It is random, so that neither the other
 * card nor its maker is recorded. Never throws.
 *
 * @param from the id of the other card, as sent by the browser
 * @returns undefined if that card does not exist, is a draft, or is the visitor's own
 */
export async function findInvitingCard(service: Client, from: string, visitorId: string): Promise<string | undefined> {
  try {
    const { results } = await service.db.batch([{ sql: ANOTHERS, args: [from, visitorId] }], 'read')
    return results[0]!.rows.length > 0 ? newId() : undefined
  } catch (thrown) {
    logFailure(thrown)
    return undefined
  }
}

/** Counts a finished card anonymously by day. Idempotent by `name`. Never throws. */
export async function countInvited(service: Client, name: string, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10)
  await service.db.batch([{ sql: COUNT, args: [name, day, INVITED] }], 'write').catch(logFailure)
}

const logFailure = (thrown: unknown) => log.error('invited card not counted', { cause: describeError(thrown) })
