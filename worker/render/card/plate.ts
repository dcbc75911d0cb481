import { mix } from '#shared/design/color.ts'
import { INK, type Palette } from '#shared/design/palette.ts'
import { element, fill, svgDocument } from '#worker/graphics/svg.ts'
import { type Box, PLATE, STAGE, STAT_BOXES, STAT_ROW } from '../card-layout.ts'

const TOP = PLATE.rightTop - PLATE.stripe - PLATE.ink

/** Position of the plate's picture. */
export const PLATE_BOX: Box = {
  left: STAGE.left,
  top: TOP,
  width: STAGE.right - STAGE.left,
  height: STAGE.bottom - TOP,
}

/** Returns the slanted plate that carries the text, its stripe, and the rules between the stats. */
export function plateSvg({ plate, trim }: Palette, hasStats: boolean): string {
  const { left, top, width, height } = PLATE_BOX
  const { stripe, ink } = PLATE
  const cut = `H${STAGE.left + STAGE.chamfer}L${STAGE.left} ${STAGE.bottom - STAGE.chamfer}`
  const body = `M${STAGE.left} ${PLATE.leftTop}L${STAGE.right} ${PLATE.rightTop}V${STAGE.bottom}${cut}Z`
  return svgDocument(
    [left, top, width, height],
    [width, height],
    element('defs', {}, shade(plate)),
    fill(body, 'url(#plate)'),
    fill(band(stripe + ink, stripe + 2 * ink), INK),
    fill(band(stripe, stripe), trim),
    hasStats ? rules() : '',
  )
}

/** @param rise distance from the plate's top edge up to the band's */
function band(rise: number, thickness: number): string {
  const [left, right] = [PLATE.leftTop - rise, PLATE.rightTop - rise]
  return `M${STAGE.left} ${left}L${STAGE.right} ${right}V${right + thickness}L${STAGE.left} ${left + thickness}Z`
}

function shade(color: string): string {
  const line = { gradientUnits: 'userSpaceOnUse', x1: 0, y1: PLATE.rightTop, x2: 0, y2: STAGE.bottom }
  return element(
    'linearGradient',
    { id: 'plate', ...line },
    element('stop', { offset: 0, 'stop-color': mix(color, '#ffffff', 0.12) }) +
      element('stop', { offset: 0.4, 'stop-color': color }) +
      element('stop', { offset: 1, 'stop-color': mix(color, '#000000', 0.45) }),
  )
}

/** Draws a rule above the stats and a divider between each two of them. */
function rules(): string {
  const boxes = Object.values(STAT_BOXES)
  const [first, last] = [boxes[0]!, boxes.at(-1)!]
  const { ruleTop, rulePx, dividerTop, dividerPx } = STAT_ROW
  const across = `M${first.left} ${ruleTop}H${last.left + last.width}v${rulePx}H${first.left}Z`
  const between = boxes.slice(1).map(({ left }) => `M${left} ${dividerTop}h${rulePx}v${dividerPx}h${-rulePx}Z`)
  return fill(across + between.join(''), '#ffffff', { 'fill-opacity': 0.28 })
}
