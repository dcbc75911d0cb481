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
import { unblockHeldPictures } from './queries.ts'
import { createRefusals, getPictureHashes } from './refused-pictures.ts'

const IS_HELD = `exists (select 1 from held_removals where card = ?)`

/**
 * Soft-deletes a card for a moderator: only the maker still sees it, and its picture is blocked. After a minute
 * {@link removeDue} deletes it permanently, even if no page is open.
 *
 * @throws AppError `NOT_FOUND`, `GONE`
 */
export async function holdRemoval(services: EdgeServices, origin: string, id: string): Promise<void> {
  const { backend, clock, live } = services
  const client = backend.service(origin)
  const hashes = await getPictureHashes(services, origin, await readRecord(client, id))
  const { results } = await client.db.batch([
    ...holding(id, clock() + UNDO_SECONDS * SECOND_MS),
    ...createRefusals(hashes, id, clock()),
  ])
  const [hidden] = (results[1]?.rows ?? []) as { hiddenFrom?: Visibility }[]
  if (hidden?.hiddenFrom !== undefined) live.gone(origin, id, hidden.hiddenFrom)
}

/**
 * Undoes a removal. The card gets its former visibility back and waits for a decision again.
 *
 * @returns false if it is too late
 */
export async function undoRemoval({ backend, live }: EdgeServices, origin: string, id: string): Promise<boolean> {
  const { results } = await backend.service(origin).db.batch(undoing(id))
  const [[restored], [taken]] = [results[0]?.rows ?? [], results[2]?.rows ?? []]
  if (restored?.['visibility'] === 'public') live.restored(origin, id)
  return taken !== undefined
}

/** Lists the removals that can still be undone, the next due first. */
export async function readHeld(service: Client): Promise<readonly HeldRemoval[]> {
  const { results } = await service.db.batch([
    {
      sql: `select h.card, h.due_at, c.player_name from held_removals h join ${CARDS} c on c.id = h.card order by h.due_at`,
    },
  ])
  const rows = (results[0]?.rows ?? []) as unknown as readonly { card: string; dueAt: number; playerName: string }[]
  return rows.map(({ card, dueAt, playerName }) => ({ card, dueAt, name: displayName(playerName) }))
}

/** Removes due cards sequentially. Never rejects: logs an error, and the next run tries again. */
export async function removeDue(services: EdgeServices, origin: string): Promise<void> {
  try {
    const now = services.clock()
    const held = await readHeld(services.backend.service(origin))
    for (const { card, dueAt } of held) if (dueAt <= now) await decideOn(services, origin, card, 'remove')
  } catch (thrown) {
    log.error('removal not carried out', { cause: describeError(thrown) })
  }
}

/** Holds a removal. The second statement returns the card's previous visibility. */
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

/** Undoes a held removal. The first statement returns the restored visibility, the third a row if it was not too late. */
const undoing = (id: string): SqlStatement[] => [
  {
    sql: `update ${CARDS} set visibility = hidden_from, hidden_from = null
      where id = ? and hidden_from is not null and exists (select 1 from held_removals where card = ? and shown is not null)
      returning visibility`,
    args: [id, id],
  },
  unblockHeldPictures(id),
  { sql: 'delete from held_removals where card = ? returning card', args: [id] },
]
