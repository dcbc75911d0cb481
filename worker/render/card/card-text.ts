import { INK, type Palette } from '#shared/design/palette.ts'
import { getMetal } from '../finish/tier-metal.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { getOverall, STATS, type Stats } from '#shared/domain/stats.ts'
import { getCardLine, type LineWords } from '#shared/domain/card-line.ts'
import {
  type Box,
  LINE,
  NAME,
  NO_STATS_DROP_PX,
  OVERALL,
  OVERALL_BOX,
  STAT_BOXES,
  STAT_ROW,
  TAG,
} from '../card-layout.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { DISPLAY, LABEL } from '#worker/graphics/fonts.ts'
import type { SetName } from './name.ts'

const text = (content: string, style: Node['style']): Node => ({ type: 'text', text: content, style: style ?? {} })

/** Content that is clipped to a box. */
const boxed = (box: Box, style: Node['style'], ...children: Node[]): Node => ({
  type: 'container',
  style: { position: 'absolute', display: 'flex', overflow: 'hidden', ...box, ...style },
  children,
})

/**
 * The overall number in the top left corner. Its ink outline lies under the digits, because the ground may be as light
 * as they are.
 */
export function overallText(stats: Stats): Node[] {
  const digits = (style: Node['style']) =>
    text(String(getOverall(stats)), {
      position: 'absolute',
      left: OVERALL.left,
      top: OVERALL.top,
      fontFamily: DISPLAY,
      fontSize: OVERALL.sizePx,
      lineHeight: 0.9,
      ...style,
    })
  const outline = { color: INK, WebkitTextStroke: `${2 * OVERALL.outlinePx}px ${INK}` }
  return [boxed(OVERALL_BOX, {}, digits({ ...outline, marginTop: 4 }), digits(outline), digits({ color: '#ffffff' }))]
}

export const tierTag = (tier: Tier): Node =>
  text(tier.toUpperCase(), {
    position: 'absolute',
    left: TAG.left,
    top: TAG.top,
    padding: '7px 16px 8px',
    fontFamily: LABEL,
    fontWeight: 600,
    fontSize: TAG.sizePx,
    lineHeight: 1,
    letterSpacing: 3.2,
    color: INK,
    border: `${TAG.inkPx}px solid ${INK}`,
    backgroundColor: getMetal(tier).light,
  })

export const nameText = ({ node, height }: SetName, hasStats: boolean): Node => ({
  ...node,
  style: {
    ...node.style,
    position: 'absolute',
    left: NAME.left,
    top: NAME.bottom - height + (hasStats ? 0 : NO_STATS_DROP_PX),
  },
})

/** `GREEN BAY · QB · DUCK` */
export const teamText = (words: LineWords, palette: Palette, hasStats: boolean): Node =>
  text(getCardLine(words).toUpperCase(), {
    position: 'absolute',
    left: LINE.left,
    top: LINE.bottom - LINE.sizePx + (hasStats ? 0 : NO_STATS_DROP_PX),
    width: LINE.width,
    fontFamily: LABEL,
    fontWeight: 600,
    fontSize: LINE.sizePx,
    lineHeight: 1,
    letterSpacing: LINE.sizePx * 0.09,
    whiteSpace: 'nowrap',
    color: palette.line,
  })

/** Distance from the top of a line to its baseline in the display face, as a share of its size. */
const BASELINE = 0.924

/** Numbers with three digits are smaller, so that their label stays in place. */
const figureSize = (value: number): number => (value > 99 ? STAT_ROW.sizePx * 0.76 : STAT_ROW.sizePx)

export const statTexts = (stats: Stats): Node[] =>
  STATS.map(({ name, short }) => {
    const fontSize = figureSize(stats[name])
    const paddingTop = STAT_ROW.insetTopPx + (STAT_ROW.sizePx - fontSize) * BASELINE
    const figure = { fontFamily: DISPLAY, fontSize, lineHeight: 1, color: '#ffffff' }
    const label = { fontFamily: LABEL, fontWeight: 600, fontSize: STAT_ROW.labelPx, lineHeight: 1, letterSpacing: 1.4 }
    return boxed(
      STAT_BOXES[name],
      { alignItems: 'baseline', paddingLeft: STAT_ROW.insetPx, paddingTop, gap: 10 },
      text(String(stats[name]), figure),
      text(short, { ...label, color: 'rgba(255,255,255,0.8)' }),
    )
  })
