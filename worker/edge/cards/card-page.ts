import type { CardPage } from '#shared/contracts/cards.ts'
import { LEADERBOARD_CARDS, RANKED_CARDS } from '#shared/domain/limits.ts'
import type { EdgeContext } from '../app-env.ts'
import { createCardData } from './card-data.ts'
import { type CardRecord, ownCardOf, recordOfSql } from './card-codec.ts'
import { knownCard } from './card-queries.ts'
import { cardNotFound, missingCard } from './card-record.ts'
import { withWindow } from './lists.ts'
import { giveSight, hasSight, isOwner } from './owner/ownership.ts'

type Known = CardRecord & { votedAt: number | null; ahead: number; aheadOfWeek: number; weekVotes: number }

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
    withWindow(service, ['week'], now, [knownCard(id, c.var.visitor.id)]),
  ])
  const [row] = results[0]?.rows ?? []
  if (row === undefined) return missingCard(service, id)

  const known = recordOfSql(row, backend.coreUrl(c.var.origin)) as Known
  const mine = await isOwner(c, known)
  if (shown === null && !mine && !(await hasSight(c, id))) throw cardNotFound()
  // The owner is known by a header, which an image would not send.
  if (shown === null && mine) await giveSight(c, id)
  const { generationId, ...card } = await ownCardOf(known, now)
  const nextVote = known.votedAt === null ? now : known.votedAt + config.votes.periodMs
  const isPublic = known.visibility === 'public'
  const isRanked = isPublic && known.ahead < RANKED_CARDS
  const isOfWeek = isPublic && known.weekVotes > 0 && known.aheadOfWeek < LEADERBOARD_CARDS
  return {
    ...card,
    // The public key shows no account but the visitor's own.
    userId: shown?.userId ?? 'anonymous',
    rank: isRanked ? known.ahead + 1 : null,
    rankOfWeek: isOfWeek ? known.aheadOfWeek + 1 : null,
    mine,
    ...(mine && generationId !== undefined && { generationId }),
    nextVoteAt: nextVote > now ? new Date(nextVote).toISOString() : null,
  }
}
