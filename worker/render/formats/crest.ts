import { INK, type Palette } from '#shared/design/palette.ts'
import { element, fill, svgDocument } from '#worker/graphics/svg.ts'
import { type Node, svgImage } from '#worker/graphics/engine.ts'
import { box, figure } from './parts.ts'
import { fitNumber } from './words.ts'

export const CREST = { width: 420, height: 440 } as const
const CREST_SRC = 'crest'
const ROOM_PX = 300
const NUMBER_MAX_PX = 236
/** The number moves up by this much, because the shield is widest above its middle. */
const RAISED_PX = 34
const DROP_PX = 8
/** Inset of each layer of the shield. */
const LAYERS = { ink: 0, trim: 12, seam: 26, field: 34 } as const

/** Returns a shield in the team's colors with a number. @param number as written on the jersey, not empty */
export async function crest(number: string, at: { left: number; top: number }): Promise<Node> {
  const { text, sizePx } = await fitNumber(number, ROOM_PX, NUMBER_MAX_PX)
  const whole = { position: 'absolute', left: 0, top: 0, ...CREST } as const
  const middle = { ...whole, alignItems: 'center', justifyContent: 'center', marginTop: -RAISED_PX } as const
  const edge = { WebkitTextStroke: `${Math.round(sizePx * 0.1)}px ${INK}` }
  return box({ position: 'absolute', ...at, ...CREST }, [
    { type: 'image', src: CREST_SRC, style: whole },
    box({ ...middle, marginTop: DROP_PX - RAISED_PX }, [figure(text, sizePx, { ...edge, color: INK })]),
    box(middle, [figure(text, sizePx, { ...edge, color: INK })]),
    box(middle, [figure(text, sizePx)]),
  ])
}

export const crestImage = (palette: Palette) => svgImage(CREST_SRC, crestSvg(palette))

function crestSvg({ c1, c2, trim }: Palette): string {
  return svgDocument(
    [0, 0, CREST.width, CREST.height],
    [CREST.width, CREST.height],
    fill(shield(LAYERS.ink), INK),
    fill(shield(LAYERS.trim), trim),
    fill(shield(LAYERS.seam), INK),
    fill(shield(LAYERS.field), c1),
    element('clipPath', { id: 'field' }, fill(shield(LAYERS.field), INK)),
    element('g', { 'clip-path': 'url(#field)' }, fill(`M0 304L${CREST.width} 264V300L0 340Z`, c2)),
  )
}

/** @param inset distance from the outer edge, in pixels */
function shield(inset: number): string {
  const [left, top, right, foot] = [inset, inset, CREST.width - inset, CREST.height - inset * 1.25]
  const [middle, waist, notch] = [CREST.width / 2, CREST.height * 0.52, 46 - inset * 0.4]
  return (
    `M${left + notch} ${top}H${right - notch}L${right} ${top + notch}V${waist}` +
    `C${right} ${waist + 110} ${middle + 90} ${foot - 50} ${middle} ${foot}` +
    `C${middle - 90} ${foot - 50} ${left} ${waist + 110} ${left} ${waist}V${top + notch}Z`
  )
}
