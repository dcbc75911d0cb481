/** One scored card. */
export type Score = { readonly number: number; readonly score: number }
/** What stands behind a number of the pages. */
export type Entry = { readonly number: number; readonly key: string; readonly version: string }

const SCORE_MIN = 1
const SCORE_MAX = 5
/** The score of a card that would be shared as it is. */
const ACCEPTABLE = 4
const RECOGNISABLE = 3

const rowsOf = (text: string): string[][] =>
  text
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/u))

/** A line for each card: number, key, version. */
export const writeEntries = (entries: readonly Entry[]): string =>
  entries.map(({ number, key, version }) => `${number}\t${key}\t${version}\n`).join('')

export const readEntries = (text: string): Entry[] =>
  rowsOf(text).map(([number, key, version]) => ({ number: Number(number), key: key!, version: version! }))

/**
 * Scores as they were noted, a line each: number, score, and a comment.
 *
 * @throws for a line without a whole score of 1 to 5, for a number that is scored twice, that is not on the pages, or
 *   that has no score
 */
export function readScores(text: string, entries: readonly Entry[]): Score[] {
  const scores = rowsOf(text).map(([number, score]) => ({ number: Number(number), score: Number(score) }))
  const numbers = new Set(entries.map(({ number }) => number))
  for (const { number, score } of scores) {
    if (!Number.isInteger(score) || score < SCORE_MIN || score > SCORE_MAX)
      throw new Error(`number ${number}: a score is a whole number from ${SCORE_MIN} to ${SCORE_MAX}`)
    if (!numbers.delete(number)) throw new Error(`number ${number} is scored twice, or on no page`)
  }
  if (numbers.size > 0) throw new Error(`not scored: ${[...numbers].join(', ')}`)
  return scores
}

const share = (count: number, of: number) => `${((100 * count) / of).toFixed(0)} %`

/** What each version has come to, a line each: how often each score, the shares that count, what is broken. */
export function reportOf(scores: readonly Score[], entries: readonly Entry[]): string {
  const scoreOf = new Map(scores.map(({ number, score }) => [number, score]))
  const versions = [...new Set(entries.map(({ version }) => version))].sort()
  const lines = versions.map((version) => {
    const cards = entries
      .filter((entry) => entry.version === version)
      .map((entry) => ({ ...entry, score: scoreOf.get(entry.number)! }))
    const atLeast = (least: number) => cards.filter(({ score }) => score >= least).length
    const broken = cards.filter(({ score }) => score === SCORE_MIN).map(({ key }) => key)
    const counts = [5, 4, 3, 2, 1].map((score) => `${score}: ${cards.filter((card) => card.score === score).length}`)
    return [
      `${version}: ${cards.length} cards`,
      counts.join('  '),
      `4 or 5: ${share(atLeast(ACCEPTABLE), cards.length)}`,
      `3 or more: ${share(atLeast(RECOGNISABLE), cards.length)}`,
      `mean ${(cards.reduce((sum, { score }) => sum + score, 0) / cards.length).toFixed(2)}`,
      ...(broken.length > 0 ? [`broken: ${broken.join(', ')}`] : []),
    ].join(' | ')
  })
  return lines.join('\n')
}
