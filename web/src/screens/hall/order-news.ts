import type { Card } from '#shared/domain/card.ts'

/**
 * True if cards are no longer sorted by votes, newer first on ties.
 */
export const isOutOfOrder = (cards: readonly Pick<Card, 'votes' | 'createdAt'>[]): boolean =>
  cards.some(({ votes, createdAt }, index) => {
    const above = cards[index - 1]
    return above !== undefined && (above.votes < votes || (above.votes === votes && above.createdAt < createdAt))
  })
