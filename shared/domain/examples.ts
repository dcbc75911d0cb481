import type { ArmorId } from './armor.ts'
import { describeCard } from './describe-card.ts'
import { tierOf } from './rarity.ts'
import type { Stats } from './stats.ts'

/** A finished card that shows what comes out of the generator. It is in no list, has no page and no votes. */
export type ExampleCard = {
  /** The names of its files: `/examples/{id}-{width}.avif`. */
  readonly id: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly teamColors: string
  readonly armor: ArmorId
  readonly stats: Stats
}

/** The widths, in pixels, that each example's picture is kept in; `test/bench/examples.ts` makes them. */
export const EXAMPLE_WIDTHS = [320, 400, 640] as const

const example = (
  id: string,
  [playerName, jerseyNumber]: readonly [string, string],
  [teamColors, armor]: readonly [string, ArmorId],
  [strength, agility, touchdownPower, leadership, accuracy]: readonly [number, number, number, number, number],
): ExampleCard => ({
  id,
  playerName,
  jerseyNumber,
  teamColors,
  armor,
  stats: { strength, agility, touchdownPower, leadership, accuracy },
})

/** Players drawn without a person's photo: a helmet, a duck and a headband. */
export const EXAMPLES: readonly [ExampleCard, ExampleCard, ExampleCard] = [
  example('big-dad-energy', ['Big Dad Energy', '81'], ['Kansas City Chiefs', 'helmet'], [96, 78, 84, 91, 79]),
  example('nacho-joe', ['Nacho Joe', '99'], ['Dallas Cowboys', 'duck'], [88, 91, 97, 90, 94]),
  example('sunday-maya', ['Sunday Maya', '24'], ['Los Angeles Rams', 'headband'], [72, 84, 80, 79, 86]),
]

/** Those in a team's colors first. @param team its name; null: of every team */
export const examplesFor = (team: string | null): readonly ExampleCard[] =>
  EXAMPLES.toSorted((a, b) => Number(b.teamColors === team) - Number(a.teamColors === team))

export const tierOfExample = ({ stats }: ExampleCard) => tierOf(stats)

/** @example exampleAddress(EXAMPLES[0], 320) // '/examples/big-dad-energy-320.avif' */
export const exampleAddress = ({ id }: ExampleCard, widthPx: (typeof EXAMPLE_WIDTHS)[number]): string =>
  `/examples/${id}-${widthPx}.avif`

/** Returns the text alternative of an example. */
export const describeExample = (card: ExampleCard): string =>
  `Example. ${describeCard({ ...card, source: 'computed' })}`
