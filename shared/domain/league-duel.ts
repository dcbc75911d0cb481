import { createRoll, hashSeed, isSeed, shuffle } from './seeded.ts'
import { STATS, type StatName, type Stats } from './stats.ts'

/** Duels that one member starts per UTC day. */
export const DUELS_PER_DAY = 20
/** Duels that a league keeps. */
export const DUELS_KEPT = 50
/** Duels that a league's page lists. */
export const DUELS_LISTED = 5
/** Countdown before the first round. A browser that polls hears of the duel within it. */
export const DUEL_LEAD_MS = 15_000
/** Interval between rounds. */
export const DUEL_STEP_MS = 4000
/** Sides of the die that each card adds to its stat. */
export const DUEL_DIE = 20
/** Rounds that win a duel. */
export const DUEL_WINS = 3

export const DUEL_SIDES = ['challenger', 'opponent'] as const
export type DuelSide = (typeof DUEL_SIDES)[number]

/** A round: the stat that it was about, and the dice of challenger and opponent. */
export type DuelRound = { readonly stat: StatName; readonly dice: readonly [challenger: number, opponent: number] }

/** The stats of both cards. */
export type Duelists = Readonly<Record<DuelSide, Stats>>

/**
 * Returns the winner of a round: the higher sum of stat and die, or with equal sums the higher die.
 *
 * @returns null for equal sums of equal dice
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

/** Returns the side that has won the duel; null while nobody has. */
export function getWinner(rounds: readonly DuelRound[], stats: Duelists): DuelSide | null {
  const score = getScore(rounds, stats)
  return DUEL_SIDES.find((side) => score[side] >= DUEL_WINS) ?? null
}

/**
 * Plays a duel: the five stats are shuffled by the seed, then each round rolls a die for the challenger and one for the
 * opponent. With equal sums of equal dice both roll again. It ends when a side has won three rounds.
 *
 * @example await playDuel(seed, stats) // the same rounds whenever it is repeated
 * @throws RangeError for text that is no seed
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
 * Checks a duel: whether the seed is the one that was committed to, and whether it gives these rounds.
 *
 * @example await verifyDuel({ commitment, seed, stats, rounds }) // { isSeed: true, isResult: true }
 */
export async function verifyDuel({ commitment, seed, stats, rounds }: DuelProof) {
  if (!isSeed(seed)) return { isSeed: false, isResult: false }
  const [hash, played] = await Promise.all([hashSeed(seed), playDuel(seed, stats)])
  const toText = (all: readonly DuelRound[]) => all.map(({ stat, dice }) => `${stat} ${dice.join(' ')}`).join()
  return { isSeed: hash === commitment, isResult: toText(played) === toText(rounds) }
}

/** The address of a duel's page. */
export const duelPath = (code: string, number: number): string => `/league/${code}/duels/${number}`

/** The address of the picture of a duel's result, as a file. */
export const duelPicturePath = (code: string, number: number): string => `/download/league/${code}/duel/${number}`
