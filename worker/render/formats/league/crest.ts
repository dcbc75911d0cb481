import { type Hex, toRgb } from '#shared/design/color.ts'
import { CHALK, INK, type Palette } from '#shared/design/palette.ts'
import { svgImage } from '#worker/graphics/engine.ts'
import { element, svgDocument } from '#worker/graphics/svg.ts'
import type { Box } from '../../card-layout.ts'
import { round } from '../pdf/document.ts'
import { toPathOperators } from '../pdf/path.ts'

/**
 * Geometry of the web pages' crest (`web/src/card/crest.tsx`) in its own units: its size, and the center and width of
 * its initials.
 */
export const CREST = { width: 100, height: 116, textX: 50, textY: 57, textWidth: 76 } as const

type Shape = { readonly d: string; readonly fill: Hex | null; readonly stroke: Hex; readonly strokeWidth: number }

const getShapes = ({ c1, c2, on2 }: Palette): readonly Shape[] => {
  const toEdged = (d: string, fill: Hex) => ({ d, fill, stroke: INK, strokeWidth: 2 })
  return [
    toEdged('M50 1 98 13V60C98 88 78 106 50 115 22 106 2 88 2 60V13Z', CHALK),
    toEdged('M50 7 92 17.5V60C92 84 75 100 50 108.5 25 100 8 84 8 60V17.5Z', c1),
    toEdged('M50 7 92 17.5V33H8V17.5Z', c2),
    toEdged('M50 108.5C38 104.4 27.9 98.6 20.6 90.5L50 78 79.4 90.5C72.1 98.6 62 104.4 50 108.5Z', c2),
    {
      d: 'M34 20.5H66M40 16V25M46.7 16V25M53.3 16V25M60 16V25',
      fill: null,
      stroke: on2,
      strokeWidth: 2.6,
    },
  ]
}

export const LEAGUE_CREST_SRC = 'league-crest'

/** Returns the crest without its initials as an image. */
export function leagueCrestImage(palette: Palette, width: number) {
  const paths = getShapes(palette).map(({ d, fill, stroke, strokeWidth }) =>
    element('path', { d, fill: fill ?? 'none', stroke, 'stroke-width': strokeWidth, 'stroke-linecap': 'round' }),
  )
  const size = [Math.ceil(width), Math.ceil((width * CREST.height) / CREST.width)] as const
  return svgImage(LEAGUE_CREST_SRC, svgDocument([0, 0, CREST.width, CREST.height], size, ...paths))
}

/** Returns the same crest as PDF operators. @param pageHeight in points, like the position relative to the top left */
export function paintLeagueCrest(palette: Palette, { left, top, width }: Box, pageHeight: number): string {
  const unit = width / CREST.width
  const painted = getShapes(palette).map(({ d, fill, stroke, strokeWidth }) =>
    [
      ...(fill === null ? [] : [`${toOperands(fill)} rg`]),
      `${toOperands(stroke)} RG ${strokeWidth} w 1 J ${toPathOperators(d)} ${fill === null ? 'S' : 'B'}`,
    ].join(' '),
  )
  // Flips the y axis, which starts at the bottom of a PDF page.
  const place = [unit, 0, 0, -unit, left, pageHeight - top].map(round).join(' ')
  return ['q', `${place} cm`, ...painted, 'Q'].join('\n')
}

const toOperands = (color: Hex): string =>
  toRgb(color)
    .map((channel) => round(channel / 255))
    .join(' ')
