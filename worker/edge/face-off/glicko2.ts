/**
 * The Glicko-2 rating system: Mark E. Glickman, "Example of the Glicko-2 system", 2022
 * (http://www.glicko.net/glicko/glicko2.pdf). The names of the steps are the paper's.
 */

export type Rating = {
  /** 1500 for an average card. */
  readonly rating: number
  /** Standard deviation of the rating. */
  readonly deviation: number
  /** Expected fluctuation of the strength. */
  readonly volatility: number
}

/** `score` is 1 for a win, 0 for a loss and 0.5 for a draw. */
export type Game = { readonly opponent: Rating; readonly score: number }

/** The system constant τ, which limits volatility changes. The paper suggests 0.3 to 1.2. */
const TAU = 0.5
/** Points of a rating per unit of the Glicko-2 scale. */
const SCALE = 173.7178
const CENTER = 1500
/** The convergence tolerance ε. */
const TOLERANCE = 1e-6
/** Upper bound: the deviation of a card that was never picked. */
const DEVIATION_MAX = 350

/**
 * Returns a rating after one rating period.
 *
 * @example rate(card, [{ opponent: other, score: 1 }]).rating // higher than card.rating
 */
export function rate(player: Rating, games: readonly Game[]): Rating {
  const mu = (player.rating - CENTER) / SCALE
  const phi = player.deviation / SCALE
  // Steps 3 and 4: the variance v of the games, and the estimated improvement Δ.
  const played = games.map(({ opponent, score }) => {
    const weight = g(opponent.deviation / SCALE)
    const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - CENTER) / SCALE)))
    return { information: weight ** 2 * expected * (1 - expected), surprise: weight * (score - expected) }
  })
  const information = sum(played.map((game) => game.information))
  const surprise = sum(played.map((game) => game.surprise))
  const volatility =
    games.length === 0 ? player.volatility : getVolatility(player.volatility, phi, 1 / information, surprise)
  // Steps 6 to 8.
  const uncertain = Math.hypot(phi, volatility)
  const newPhi = 1 / Math.sqrt(1 / uncertain ** 2 + information)
  return {
    rating: CENTER + SCALE * (mu + newPhi ** 2 * surprise),
    deviation: Math.min(DEVIATION_MAX, SCALE * newPhi),
    volatility,
  }
}

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Step 5: finds the new volatility with the Illinois algorithm. @param v the variance of the games */
function getVolatility(sigma: number, phi: number, v: number, surprise: number): number {
  const delta = v * surprise
  const a = Math.log(sigma ** 2)
  const f = (x: number): number => {
    const all = phi ** 2 + v + Math.exp(x)
    return (Math.exp(x) * (delta ** 2 - all)) / (2 * all ** 2) - (x - a) / TAU ** 2
  }
  let low = a
  let high = a - TAU
  if (delta ** 2 > phi ** 2 + v) high = Math.log(delta ** 2 - phi ** 2 - v)
  else while (f(high) < 0) high -= TAU
  let [fLow, fHigh] = [f(low), f(high)]
  while (Math.abs(high - low) > TOLERANCE) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow)
    const fMiddle = f(middle)
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh]
    else fLow /= 2
    ;[high, fHigh] = [middle, fMiddle]
  }
  return Math.exp(low / 2)
}
