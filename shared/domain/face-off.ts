/** Face-Off shows two public cards, and one tap picks the better one. It has a rating of its own and changes no votes. */

/** Pairs that a visitor picks from in one UTC day. */
export const FACE_OFF_PAIRS_PER_DAY = 10

/** A rating is shown once its deviation is this small: the true strength is then within 220 points, 19 times in 20. */
const SHOWN_DEVIATION = 110

/**
 * Returns a rating as visitors see it; null while it is not known well enough.
 *
 * @example toShownRating({ rating: 1512.4, deviation: 96 }) // 1512
 */
export const toShownRating = ({ rating, deviation }: { rating: number; deviation: number }): number | null =>
  deviation <= SHOWN_DEVIATION ? Math.round(rating) : null

/** The server's sentences about Face-Off, which visitors read as they are. */
export const FACE_OFF_FAILURE = {
  dayIsOver: `That was ${FACE_OFF_PAIRS_PER_DAY} for today. New pairs come tomorrow.`,
  notDealt: 'That pair was not yours to pick from. Here is another one.',
  answered: 'You already picked from this pair.',
  gone: 'One of these cards was just taken down. Here is another pair.',
  tooOften: 'That was a lot of picks from your network. Please try again in a few minutes.',
} as const
