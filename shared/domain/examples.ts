import type { ArmorId } from './armor.ts'
import { describeCard } from './describe-card.ts'
import { getTier } from './rarity.ts'
import type { Stats } from './stats.ts'

/** A sample card. It is in no list and has no page and no votes. */
export type ExampleCard = {
  /** Part of its file names: `/examples/{id}-{width}.avif`. */
  readonly id: string
  readonly playerName: string
  readonly jerseyNumber: string
  readonly teamColors: string
  readonly armor: ArmorId
  readonly stats: Stats
}

/** Picture widths in pixels. `test/bench/examples.ts` creates the files. */
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

/** Players drawn without a real person's photo: a helmet, a duck and a headband. */
export const EXAMPLES: readonly [ExampleCard, ExampleCard, ExampleCard] = [
  example('big-dad-energy', ['Big Dad Energy', '81'], ['Kansas City Chiefs', 'helmet'], [96, 78, 84, 91, 79]),
  example('nacho-joe', ['Nacho Joe', '99'], ['Dallas Cowboys', 'duck'], [88, 91, 97, 90, 94]),
  example('sunday-maya', ['Sunday Maya', '24'], ['Los Angeles Rams', 'headband'], [72, 84, 80, 79, 86]),
]

/** Returns the examples, with those in a team's colors first. @param team the team's name, or null */
export const sortExamples = (team: string | null): readonly ExampleCard[] =>
  EXAMPLES.toSorted((a, b) => Number(b.teamColors === team) - Number(a.teamColors === team))

export const getExampleTier = ({ stats }: ExampleCard) => getTier(stats)

/** @example exampleAddress(EXAMPLES[0], 320) // '/examples/big-dad-energy-320.avif' */
export const exampleAddress = ({ id }: ExampleCard, widthPx: (typeof EXAMPLE_WIDTHS)[number]): string =>
  `/examples/${id}-${widthPx}.avif`

/** Returns the alt text of an example. */
export const describeExample = (card: ExampleCard): string =>
  `Example. ${describeCard({ ...card, source: 'computed' })}`
