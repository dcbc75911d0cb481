import { createRoll, hashSeed, isSeed, shuffle } from './seeded.ts'
import { STATS, type StatName, type Stats } from './stats.ts'

/** Duels that one member may start per UTC day. */
export const DUELS_PER_DAY = 20
/** Number of duels stored per league. */
export const DUELS_KEPT = 50
/** Number of duels that a league's page lists. */
export const DUELS_LISTED = 5
/** Countdown before the first reveal, long enough for polling browsers to notice the duel. */
export const DUEL_LEAD_MS = 15_000
/** Interval between reveals. */
export const DUEL_STEP_MS = 4000
/** Sides of the die that each card adds to its stat. */
export const DUEL_DIE = 20
/** Number of round wins that wins a duel. */
export const DUEL_WINS = 3

export const DUEL_SIDES = ['challenger', 'opponent'] as const
export type DuelSide = (typeof DUEL_SIDES)[number]

/** A round with its stat and both rolls. */
export type DuelRound = { readonly stat: StatName; readonly dice: readonly [challenger: number, opponent: number] }

/** The stats of both cards. */
export type Duelists = Readonly<Record<DuelSide, Stats>>

/**
 * Returns the winner of a round: the higher sum of stat and roll, or on a tie the higher roll.
 *
 * @returns null for equal sums with equal rolls
 * @example getRoundWinner({ stat: 'agility', dice: [12, 3] }, stats) // 'challenger'
 */
export function getRoundWinner({ stat, dice: [mine, theirs] }: DuelRound, stats: Duelists): DuelSide | null {
  const lead = stats.challenger[stat] + mine - (stats.opponent[stat] + theirs) || mine - theirs
  if (lead === 0) return null
  return lead > 0 ? 'challenger' : 'opponent'
}

/** Counts the rounds that each side has won. @example getScore(rounds, stats) // { challenger: 3, opponent: 1 } */
export function getScore(rounds: readonly DuelRound[], stats: Duelists): Record<DuelSide, number> {
  const winners = rounds.map((round) => getRoundWinner(round, stats))
  const count = (side: DuelSide) => winners.filter((winner) => winner === side).length
  return { challenger: count('challenger'), opponent: count('opponent') }
}

/** Returns the winner of a duel, or null while it is undecided. */
export function getWinner(rounds: readonly DuelRound[], stats: Duelists): DuelSide | null {
  const score = getScore(rounds, stats)
  return DUEL_SIDES.find((side) => score[side] >= DUEL_WINS) ?? null
}

/**
 * Plays a duel. The seed shuffles the five stats, then each round rolls a die for the challenger and one for the opponent.
 * Equal sums with equal rolls are rolled again. The duel ends when a side has won three rounds.
 *
 * @example await playDuel(seed, stats) // deterministic
 * @throws RangeError for an invalid seed
 */
export async function playDuel(seed: string, stats: Duelists): Promise<DuelRound[]> {
  const roll = createRoll(seed)
  const die = async () => (await roll(DUEL_DIE)) + 1
  const order = await shuffle(
    STATS.map(({ name }) => name),
    roll,
  )
  const rounds: DuelRound[] = []
  for (const stat of order) {
    if (getWinner(rounds, stats) !== null) break
    let round: DuelRound
    do round = { stat, dice: [await die(), await die()] }
    while (getRoundWinner(round, stats) === null)
    rounds.push(round)
  }
  return rounds
}

export type DuelProof = {
  readonly commitment: string
  readonly seed: string
  readonly stats: Duelists
  readonly rounds: readonly DuelRound[]
}

/**
 * Verifies that a seed matches a duel's commitment and produces its rounds.
 *
 * @example await verifyDuel({ commitment, seed, stats, rounds }) // { isSeed: true, isResult: true }
 */
export async function verifyDuel({ commitment, seed, stats, rounds }: DuelProof) {
  if (!isSeed(seed)) return { isSeed: false, isResult: false }
  const [hash, played] = await Promise.all([hashSeed(seed), playDuel(seed, stats)])
  const toText = (all: readonly DuelRound[]) => all.map(({ stat, dice }) => `${stat} ${dice.join(' ')}`).join()
  return { isSeed: hash === commitment, isResult: toText(played) === toText(rounds) }
}

/** Returns the path of a duel's page. */
export const duelPath = (code: string, number: number): string => `/league/${code}/duels/${number}`

/** Returns the download path of a duel's result picture. */
export const duelPicturePath = (code: string, number: number): string => `/download/league/${code}/duel/${number}`
