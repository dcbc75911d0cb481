import type { SqlStatement } from '#shared/client/sql.ts'
import type { Client } from '#shared/client/index.ts'
import type { HeldRemoval } from '#shared/contracts/admin-view.ts'
import { UNDO_SECONDS } from '#shared/domain/limits.ts'
import { displayName, type Visibility } from '#shared/domain/card.ts'
import { SECOND_MS } from '#shared/time.ts'
import { describeError, log } from '#worker/http/log.ts'
import { CARDS } from '../cards/card-queries.ts'
import { readRecord } from '../cards/card-record.ts'
import type { EdgeServices } from '../services.ts'
import { decideOn } from './decide.ts'
import { allowanceWhileHeld } from './queries.ts'
import { hashesOf, refusalsOf } from './refused-pictures.ts'

const IS_HELD = `exists (select 1 from held_removals where card = ?)`

/**
 * Begins the removal of a card: from now on only its maker sees it, its picture is refused, and in a minute it is
 * removed for good by {@link removeDue}, whether or not any page is open by then.
 *
 * @throws AppError `NOT_FOUND`, `GONE`
 */
export async function holdRemoval(services: EdgeServices, origin: string, id: string): Promise<void> {
  const { backend, clock, live } = services
  const client = backend.service(origin)
  const hashes = await hashesOf(services, origin, await readRecord(client, id))
  const { results } = await client.db.batch([
    ...holding(id, clock() + UNDO_SECONDS * SECOND_MS),
    ...refusalsOf(hashes, id, clock()),
  ])
  const [hidden] = (results[1]?.rows ?? []) as { hiddenFrom?: Visibility }[]
  if (hidden?.hiddenFrom !== undefined) live.gone(origin, id, hidden.hiddenFrom)
}

/**
 * Takes a removal back: the card is seen by those who saw it before, and waits for a decision as it did.
 *
 * @returns false when there is nothing left to take back
 */
export async function undoRemoval({ backend, live }: EdgeServices, origin: string, id: string): Promise<boolean> {
  const { results } = await backend.service(origin).db.batch(undoing(id))
  const [[shown], [taken]] = [results[0]?.rows ?? [], results[2]?.rows ?? []]
  if (shown?.['visibility'] === 'public') live.restored(origin, id)
  return taken !== undefined
}

/** Lists the removals that can be taken back, the next due first. */
export async function readHeld(service: Client): Promise<readonly HeldRemoval[]> {
  const { results } = await service.db.batch([
    {
      sql: `select h.card, h.due_at, c.player_name from held_removals h join ${CARDS} c on c.id = h.card order by h.due_at`,
    },
  ])
  const rows = (results[0]?.rows ?? []) as unknown as readonly { card: string; dueAt: number; playerName: string }[]
  return rows.map(({ card, dueAt, playerName }) => ({ card, dueAt, name: displayName(playerName) }))
}

/**
 * Removes what is due, one card after the other. Never rejects: what fails is logged, and tried again the next time.
 */
export async function removeDue(services: EdgeServices, origin: string): Promise<void> {
  try {
    const now = services.clock()
    const held = await readHeld(services.backend.service(origin))
    for (const { card, dueAt } of held) if (dueAt <= now) await decideOn(services, origin, card, 'remove')
  } catch (thrown) {
    log.error('removal not carried out', { cause: describeError(thrown) })
  }
}

/** The second returns the visibility that it has hidden. */
const holding = (id: string, dueAt: number): SqlStatement[] => [
  {
    sql: `insert into held_removals (card, due_at, shown)
      select id, ?, case when hidden_from is null and visibility <> 'draft' then visibility end from ${CARDS} where id = ?
      on conflict (card) do nothing`,
    args: [dueAt, id],
  },
  {
    sql: `update ${CARDS} set hidden_from = visibility, visibility = 'draft'
      where id = ? and hidden_from is null and visibility <> 'draft' and ${IS_HELD} returning hidden_from`,
    args: [id, id],
  },
]

/** The first returns the visibility that is back, the third a row when there was something to take back. */
const undoing = (id: string): SqlStatement[] => [
  {
    sql: `update ${CARDS} set visibility = hidden_from, hidden_from = null
      where id = ? and hidden_from is not null and exists (select 1 from held_removals where card = ? and shown is not null)
      returning visibility`,
    args: [id, id],
  },
  allowanceWhileHeld(id),
  { sql: 'delete from held_removals where card = ? returning card', args: [id] },
]
