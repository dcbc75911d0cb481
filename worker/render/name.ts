import { measureWidth } from './engine.ts'
import { DISPLAY } from './fonts.ts'
import { NAME } from './card-layout.ts'

export type FittedName = { lines: readonly string[]; sizePx: number }

/** Names that would be set smaller than this on one line are tried on two. */
const ONE_LINE_MIN_PX = 66
const MEASURE_PX = 100

/**
 * Sets a name as large as the plate allows, by the real widths of its letters. A long name of several words is broken
 * where both halves are most alike.
 *
 * @param name as `drawable` gives it, not empty
 */
export async function fitName(name: string): Promise<FittedName> {
  const single = { lines: [name], sizePx: await sizeFor([name]) }
  const halves = single.sizePx < ONE_LINE_MIN_PX ? balancedHalves(name) : null
  if (halves === null) return single

  const double = { lines: halves, sizePx: Math.min(await sizeFor(halves), NAME.maxPx / 2) }
  return double.sizePx > single.sizePx ? double : single
}

async function sizeFor(lines: readonly string[]): Promise<number> {
  const widths: number[] = []
  for (const text of lines) widths.push(await measureWidth(text, { fontFamily: DISPLAY, fontSize: MEASURE_PX }))
  const widest = Math.max(...widths)
  return widest > 0 ? Math.min(NAME.maxPx, Math.floor((10 * NAME.width * MEASURE_PX) / widest) / 10) : NAME.maxPx
}

/** The two halves of a text, broken at the space nearest to its middle; null for a single word. */
function balancedHalves(text: string): [string, string] | null {
  const breaks = [...text.matchAll(/ /gu)].map(({ index }) => index)
  if (breaks.length === 0) return null
  const best = breaks.reduce((one, other) =>
    Math.abs(other - text.length / 2) < Math.abs(one - text.length / 2) ? other : one,
  )
  return [text.slice(0, best), text.slice(best + 1)]
}
