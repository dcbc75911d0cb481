import { appendFileSync } from 'node:fs'

/** One row of `npm run bench`. */
export type Figure = {
  readonly name: string
  readonly value: number
  /** What is counted; '' for a ratio. */
  readonly unit: '' | 'KB' | 'MB' | 'ms' | 'rows' | 'calls'
  readonly better: 'more' | 'less'
  /** What it should reach. */
  readonly goal?: number
  /** A count is the same on every machine; what is measured varies. */
  readonly kind: 'count' | 'measured'
}

/** The variable that names the file to which a command of `npm run bench` adds its figures, a line of JSON each. */
export const FIGURES_FILE = 'BENCH_FIGURES'

/**
 * Adds a figure to the table of `npm run bench`; a command that runs by itself has printed it in words.
 *
 * @throws TypeError for what is no number: it could never be worse than another
 */
export function addFigure(figure: Figure): void {
  if (!Number.isFinite(figure.value)) throw new TypeError(`${figure.name} was not measured: ${figure.value}`)
  const file = process.env[FIGURES_FILE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** By how much a measured figure may be worse than the one that is kept before it counts as a slip, as a share of it. */
const MEASURED_TOLERANCE = 0.2

/** Whether a figure is worse than `kept` by more than its kind varies. */
export function hasSlipped({ value, better, kind }: Figure, kept: number): boolean {
  const worse = better === 'less' ? value - kept : kept - value
  return worse > (kind === 'count' ? 0.02 : MEASURED_TOLERANCE) * Math.abs(kept)
}

/** Names of kept figures that a whole run has not measured any more. */
export const missingOf = (kept: Readonly<Record<string, number>>, figures: readonly Figure[]): string[] =>
  Object.keys(kept).filter((kept) => !figures.some(({ name }) => name === kept))

/** Whether a figure reaches its goal; null when it has none. */
export const isReached = ({ value, better, goal }: Figure): boolean | null =>
  goal === undefined ? null : better === 'less' ? value <= goal : value >= goal
