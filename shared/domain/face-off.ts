/** Face-Off shows two public cards, and one tap picks the better one. It has its own rating and does not affect votes. */

/** Pairs per visitor and UTC day. */
export const FACE_OFF_PAIRS_PER_DAY = 10

/** Maximum deviation of a visible rating. The true strength is then within 220 points with 95% probability. */
const SHOWN_DEVIATION = 110

/**
 * Returns the rating that visitors see, or null while it is too uncertain.
 *
 * @example toShownRating({ rating: 1512.4, deviation: 96 }) // 1512
 */
export const toShownRating = ({ rating, deviation }: { rating: number; deviation: number }): number | null =>
  deviation <= SHOWN_DEVIATION ? Math.round(rating) : null

/** The server's messages about Face-Off, shown to visitors verbatim. */
export const FACE_OFF_FAILURE = {
  dayIsOver: `That was ${FACE_OFF_PAIRS_PER_DAY} for today. New pairs come tomorrow.`,
  notDealt: 'That pair was not yours to pick from. Here is another one.',
  answered: 'You already picked from this pair.',
  gone: 'One of these cards was just taken down. Here is another pair.',
  tooOften: 'That was a lot of picks from your network. Please try again in a few minutes.',
} as const
