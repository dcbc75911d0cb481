import { INVITED } from '#shared/contracts/product-events.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { EdgeContext } from '../app-env.ts'

const COUNT = `insert into analytics_days (day, measure, name, count)
  select ?1, 'deeds', ?2, 1 where exists (
    select 1 from fantasy_football_cards where id = ?3 and visibility <> 'draft' and owner <> ?4)
  on conflict (day, measure, name) do update set count = count + 1`

/**
 * Counts, by day and without a person, a card that was begun from the page of somebody else's. Never throws: a count that
 * is lost is logged.
 */
export async function countInvited(c: EdgeContext, from: string): Promise<void> {
  const { backend, clock } = c.var.services
  const day = new Date(clock()).toISOString().slice(0, 10)
  await backend
    .service(c.var.origin)
    .db.batch([{ sql: COUNT, args: [day, INVITED, from, c.var.owner.id] }], 'write')
    .catch((thrown: unknown) => log.error('invited card not counted', { cause: describeError(thrown) }))
}
