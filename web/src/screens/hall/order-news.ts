import type { Card } from '#shared/domain/card.ts'

/**
 * True if cards that are shown by their votes, the newer first on ties, have votes by which they would be shown
 * otherwise.
 */
export const isOutOfOrder = (cards: readonly Pick<Card, 'votes' | 'createdAt'>[]): boolean =>
  cards.some(({ votes, createdAt }, index) => {
    const above = cards[index - 1]
    return above !== undefined && (above.votes < votes || (above.votes === votes && above.createdAt < createdAt))
  })
