import type { CardPage } from '#shared/contracts/cards.ts'
import { LEADERBOARD_CARDS, RANKED_CARDS } from '#shared/domain/limits.ts'
import type { EdgeContext } from '../app-env.ts'
import { CardData } from './card-data.ts'
import { type CardRecord, needsModerator, sqlToRecord, toOwnCard } from './card-codec.ts'
import { selectCardWithVote } from './card-queries.ts'
import { cardNotFound, throwMissingCard } from './card-record.ts'
import { withWindow } from './lists.ts'
import { grantPreviewAccess, hasPreviewAccess, isMaker, isOwner } from './owner/ownership.ts'

type CardRow = CardRecord & { votedAt: number | null; ahead: number; aheadOfWeek: number; weekVotes: number }

/**
 * Returns a card as its page shows it to this visitor.
 *
 * @throws AppError `NOT_FOUND` if the card is unknown or not visible to this visitor, `GONE` if it was removed
 */
export async function readCardPage(c: EdgeContext, id: string): Promise<CardPage> {
  const { backend, clock, config } = c.var.services
  const service = backend.service(c.var.origin)
  const now = clock()
  const [visible, { results }] = await Promise.all([
    new CardData(await backend.for(c.var.visitor, c.var.origin)).get(id),
    withWindow(service, ['week'], now, [selectCardWithVote(id, c.var.visitor.id)]),
  ])
  const [row] = results[0]?.rows ?? []
  if (row === undefined) return throwMissingCard(service, id)

  const record = sqlToRecord(row, backend.coreUrl(c.var.origin)) as CardRow
  const mine = await isOwner(c, record)
  if (visible === null && !mine && !(await hasPreviewAccess(c, id))) throw cardNotFound()
  // A manage link proves ownership by a header, which images do not send.
  if (visible === null && mine) await grantPreviewAccess(c, id)
  const { generationId, ...card } = await toOwnCard(record, now)
  const nextVote = record.votedAt === null ? now : record.votedAt + config.votes.periodMs
  const isPublic = record.visibility === 'public'
  const isRanked = isPublic && record.ahead < RANKED_CARDS
  const isOfWeek = isPublic && record.weekVotes > 0 && record.aheadOfWeek < LEADERBOARD_CARDS
  return {
    ...card,
    // The public key reveals no account but the visitor's own.
    userId: visible?.userId ?? 'anonymous',
    rank: isRanked ? record.ahead + 1 : null,
    rankOfWeek: isOfWeek ? record.aheadOfWeek + 1 : null,
    mine,
    ...(mine && generationId !== undefined && { generationId }),
    ...(mine && { canSave: isMaker(c, record), needsFace: !config.reviewsFaceless && needsModerator(record) }),
    nextVoteAt: nextVote > now ? new Date(nextVote).toISOString() : null,
  }
}
