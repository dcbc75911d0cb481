import { NAME } from '../card-layout.ts'
import type { Bench, Node, TextRun } from '#worker/graphics/engine.ts'
import { DISPLAY, EMOJI, SCRIPT, SCRIPT_WEIGHT } from '#worker/graphics/fonts.ts'
import type { Run } from './name-lines.ts'
import { type Setting, SETTINGS } from '#shared/design/letters/scripts.ts'

/**
 * A line and its measures. `emWidth` is a multiple of the font size. `baselinePx` is the distance from the top at
 * `PROBE_PX`.
 */
export type MeasuredLine = { readonly runs: readonly Run[]; readonly emWidth: number; readonly baselinePx: number }

/** Font size for measuring. Layout is proportional, so one measurement covers all sizes. */
export const PROBE_PX = 100

/** Ascent of the display face, in em. */
const LATIN_ASCENT = 1.1763

/**
 * Returns one line of a name. Runs in another script have their own font and size. The bidirectional order applies to
 * the whole line.
 */
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
    // Only Latin gets letter spacing, which would separate joined letters.
    if (script === null) return { type: 'text', text, style: { display: 'inline', letterSpacing } }
    const fontFamily = script === 'emoji' ? EMOJI : SCRIPT
    const face = { fontFamily, fontWeight: SCRIPT_WEIGHT, fontSize: sizePx * SETTINGS[script].scale }
    return { type: 'text', text, style: { display: 'inline', ...face } }
  })
  return { type: 'container', style: { display: 'block', ...whole, ...style }, children }
}

/** @param measure returns the runs of a text with their positions */
export async function measureLine(
  runs: readonly Run[],
  setting: Setting | null,
  measure: (node: Node) => Promise<readonly TextRun[]>,
): Promise<MeasuredLine> {
  const direction = setting?.rightToLeft ? 'rtl' : 'ltr'
  const pieces = await measure(lineNode(runs, PROBE_PX, { direction }))
  const [left, right] = [Math.min(...pieces.map(({ x }) => x)), Math.max(...pieces.map(({ x, width }) => x + width))]
  const first = pieces[0]!
  const { script } = runs.find(({ text }) => text.includes(first.text.trim() || '\0')) ?? runs[0]!
  const ascent = script === null ? LATIN_ASCENT : SETTINGS[script].ascent * SETTINGS[script].scale
  return { runs, emWidth: (right - left) / PROBE_PX, baselinePx: first.y + ascent * PROBE_PX }
}

/** Small enough to be cheap, and large enough to resolve a hundredth of the font size. */
const INK_PX = 60
const OPAQUE_MIN = 16
const RGBA = 4

/**
 * Returns the depth of a line's ink below its baseline, as a share of the font size. Draws the line once to measure it.
 */
export async function measureInkDepth(
  line: MeasuredLine,
  rightToLeft: boolean,
  render: Bench['render'],
): Promise<number> {
  const direction = rightToLeft ? 'rtl' : 'ltr'
  const [width, height] = [Math.ceil((line.emWidth + 1) * INK_PX), 3 * INK_PX]
  const text = lineNode(line.runs, INK_PX, { position: 'absolute', left: INK_PX / 2, top: INK_PX, direction, width })
  const canvas = { display: 'flex', position: 'relative', width, height } as const
  const pixels = await render({ type: 'container', style: canvas, children: [text] }, { width, height, format: 'raw' })
  const baseline = INK_PX + (line.baselinePx * INK_PX) / PROBE_PX
  const lastInk = pixels.findLastIndex((value, i) => i % RGBA === RGBA - 1 && value > OPAQUE_MIN)
  const bottom = Math.floor(lastInk / (RGBA * width)) + 1
  return Math.max(0, (bottom + 1 - baseline) / INK_PX)
}
