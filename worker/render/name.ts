import { NAME } from './card-layout.ts'
import { measureWidth } from './engine.ts'
import { DISPLAY } from './fonts.ts'

export type FittedName = { lines: readonly string[]; sizePx: number }

/** Names that would be set smaller than this on one line are tried on two and on three. */
const ONE_LINE_MIN_PX = 66
const MAX_LINES = 3
/** Below the stripe there is room for capitals, but not for large capitals with accents. */
const ACCENTED_MAX_PX = 118
const MEASURE_PX = 100

/**
 * Sets a name as large as the plate allows, by the real widths of its letters. A long name is broken into lines of
 * like length, between words where it has any.
 *
 * @param name as `drawable` gives it, not empty
 */
export async function fitName(name: string): Promise<FittedName> {
  let best = await setIn([name])
  for (let count = 2; count <= MAX_LINES && best.sizePx < ONE_LINE_MIN_PX; count++) {
    const candidate = await setIn(linesOf(name, count))
    if (candidate.sizePx > best.sizePx) best = candidate
  }
  return best
}

async function setIn(lines: readonly string[]): Promise<FittedName> {
  const widths: number[] = []
  for (const line of lines) widths.push(await measureWidth(line, { fontFamily: DISPLAY, fontSize: MEASURE_PX }))
  const emWidth = Math.max(...widths) / MEASURE_PX + Math.max(...lines.map((line) => line.length)) * NAME.spacingEm
  const accented = /\p{M}/u.test(lines.join('').normalize('NFD'))
  const sizePx = Math.min(NAME.width / emWidth, (accented ? ACCENTED_MAX_PX : NAME.maxPx) / lines.length)
  return { lines, sizePx: Math.floor(10 * sizePx) / 10 }
}

/** A text in `count` lines, each broken at the space nearest to where it should end, or right there. */
function linesOf(text: string, count: number): string[] {
  if (count === 1) return [text]
  const goal = Math.round(text.length / count)
  const nearest = [...text.matchAll(/ /gu)].reduce(
    (best, { index }) => (Math.abs(index - goal) < Math.abs(best - goal) ? index : best),
    Number.POSITIVE_INFINITY,
  )
  const cut = Math.abs(nearest - goal) <= goal / 2 ? nearest : goal
  return [text.slice(0, cut).trim(), ...linesOf(text.slice(cut).trim(), count - 1)]
}
