import { NAME } from '../card-layout.ts'
import type { Node, TextRun } from '#worker/graphics/engine.ts'
import { DISPLAY, SCRIPT, SCRIPT_WEIGHT } from '#worker/graphics/fonts.ts'
import type { Run } from './name-lines.ts'
import { type Setting, SETTINGS } from '#shared/design/letters/scripts.ts'

/** A line and its measures: `emWidth` in shares of its size, `baselinePx` from its upper edge at the probe's size. */
export type MeasuredLine = { readonly runs: readonly Run[]; readonly emWidth: number; readonly baselinePx: number }

/** Text is laid out in proportion, so that one measure tells all sizes. */
export const PROBE_PX = 100

/** Of the display face, in its own em. */
const LATIN_ASCENT = 1.1763

/** One line of a name. Pieces in another script have their own face and size; the bidirectional order is the line's. */
export function lineNode(runs: readonly Run[], sizePx: number, style: Node['style']): Node {
  const whole = {
    whiteSpace: 'nowrap',
    lineHeight: 1,
    color: '#ffffff',
    fontFamily: DISPLAY,
    fontSize: sizePx,
  } as const
  const letterSpacing = sizePx * NAME.spacingEm
  if (runs.every(({ script }) => script === null)) {
    const text = runs.map((run) => run.text).join('')
    return { type: 'text', text, style: { ...whole, letterSpacing, ...style } }
  }
  const children = runs.map(({ text, script }): Node => {
    // Letter spacing would tear joined letters apart.
    if (script === null) return { type: 'text', text, style: { display: 'inline', letterSpacing } }
    const face = { fontFamily: SCRIPT, fontWeight: SCRIPT_WEIGHT, fontSize: sizePx * SETTINGS[script].scale }
    return { type: 'text', text, style: { display: 'inline', ...face } }
  })
  return { type: 'container', style: { display: 'block', ...whole, ...style }, children }
}

/** @param measure gives the pieces of a text with their places */
export async function measureLine(
  runs: readonly Run[],
  setting: Setting | null,
  measure: (node: Node) => Promise<readonly TextRun[]>,
): Promise<MeasuredLine> {
  const direction = setting?.rightToLeft ? 'rtl' : 'ltr'
  const pieces = await measure(lineNode(runs, PROBE_PX, { direction }))
  const [left, right] = [Math.min(...pieces.map(({ x }) => x)), Math.max(...pieces.map(({ x, width }) => x + width))]
  const first = pieces[0]!
  const inScript =
    setting !== null && runs.some(({ text, script }) => script !== null && text.includes(first.text.trim() || '\0'))
  const ascent = inScript ? setting.ascent * setting.scale : LATIN_ASCENT
  return { runs, emWidth: (right - left) / PROBE_PX, baselinePx: first.y + ascent * PROBE_PX }
}
