import type { CardPage } from '#shared/contracts/cards.ts'
import { RANKED_CARDS } from '#shared/domain/limits.ts'
import { fromColumns } from '#shared/client/names.ts'
import type { EdgeContext } from './app-env.ts'
import { CARDS, createCardData } from './card-data.ts'
import { cardNotFound, type CardRecord, missingCard, ownCardOf } from './card-record.ts'
import { rowOf, votedList } from './lists.ts'
import { isOwner } from './owner/ownership.ts'

type Known = CardRecord & { votedAt: number | null; ahead: number }

/** All of a card that nobody reads by the public key, when this voter voted for it, and how many are before it. */
const KNOWN = `select c.*,
    (select at from votes where voter = ? and card = c.id) as voted_at,
    (select count(*) from (select 1 from ${CARDS} o where o.visibility = 'public'
      and (o.votes, o.created_at) > (c.votes, c.created_at) limit ${RANKED_CARDS})) as ahead
  from ${CARDS} c where c.id = ?`

/**
 * A card as its page shows it to this visitor.
 *
 * @throws AppError `NOT_FOUND` for a card that is unknown or not for this visitor, `GONE` for one that was removed
 */
export async function readCardPage(c: EdgeContext, id: string): Promise<CardPage> {
  const { backend, clock, config } = c.var.services
  const service = backend.service(c.var.origin)
  const now = clock()
  const [shown, { results }] = await Promise.all([
    createCardData(await backend.for(c.var.visitor, c.var.origin)).get(id),
    service.db.batch([{ sql: KNOWN, args: [c.var.visitor.id, id] }, votedList('week', now, null, 'c.id')]),
  ])
  const [row] = results[0]?.rows ?? []
  if (row === undefined) return missingCard(service, id)

  const known = fromColumns(rowOf(row)) as Known
  const mine = await isOwner(c, known)
  if (shown === null && !mine) throw cardNotFound()
  const card = await ownCardOf(known)
  const nextVote = known.votedAt === null ? now : known.votedAt + config.votes.periodMs
  const place = (results[1]?.rows ?? []).findIndex((other) => other['id'] === id) + 1
  const isRanked = known.visibility === 'public' && known.ahead < RANKED_CARDS
  return {
    ...card,
    // The public key shows no account but the visitor's own.
    userId: shown?.userId ?? 'anonymous',
    rank: isRanked ? known.ahead + 1 : null,
    rankOfWeek: place === 0 ? null : place,
    mine,
    nextVoteAt: nextVote > now ? new Date(nextVote).toISOString() : null,
  }
}
