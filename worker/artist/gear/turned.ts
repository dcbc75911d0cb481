import { element, group, round } from '#worker/graphics/svg.ts'

/**
 * Position of a piece on a turned head, in units, and the visible width of each half. The half that turns away is
 * narrower.
 */
export type Turn = {
  readonly xUnits: number
  readonly yUnits: number
  /** Visible width of each half, relative to the front view. */
  readonly left: number
  readonly right: number
  /** Visible height when the head nods. */
  readonly height?: number
  /** Slope of the eyes, which are not quite level on a tilted head: down to the right, per unit. */
  readonly slope?: number
  /** Height that a nod does not move, in units of head space. */
  readonly fromY?: number
  /** Clockwise rotation around the middle of a hat's rim, in degrees. */
  readonly tilt?: number
}

/** Height of the point around which a piece tilts, in units of head space. */
export const PIVOT_Y = -46

export const STRAIGHT: Turn = { xUnits: 0, yUnits: 0, left: 1, right: 1 }

const FAR = 400
const LEFT_HALF = `M${-FAR} ${-FAR}H0V${FAR}H${-FAR}Z`
const RIGHT_HALF = `M0 ${-FAR}H${FAR}V${FAR}H0Z`

/**
 * Draws a piece on a turned head. The two halves meet between two pixels. A seam elsewhere would show a gap, and
 * overlapping halves would be less transparent there.
 *
 * @param unitPx pixels per unit
 */
export function turned(
  { xUnits, yUnits, left, right, height = 1, slope = 0, fromY = 0, tilt = 0 }: Turn,
  content: string,
  unitPx: number,
): string {
  const move = `translate(${Math.round(xUnits * unitPx) / unitPx} ${round(yUnits)})`
  const lean =
    (slope === 0 ? '' : ` skewY(${round((Math.atan(slope) * 180) / Math.PI)})`) +
    (tilt === 0 ? '' : ` rotate(${round(tilt)} 0 ${PIVOT_Y})`)
  const nod = height === 1 ? '' : ` translate(0 ${round(fromY * (1 - height))}) scale(1 ${round(height)})`
  const scaled = (share: number) => (share === 1 ? '' : ` scale(${round3(share)} 1)`)
  if (Math.abs(left - right) < 0.02) {
    return group({ transform: move + lean + nod + scaled((left + right) / 2) }, content)
  }
  const half = (id: string, d: string, share: number) =>
    group(
      { transform: move + lean + nod + scaled(share) },
      clippedSharply(id, d, element('use', { href: '#turned-piece' })),
    )
  return (
    element('defs', {}, group({ id: 'turned-piece' }, content)) +
    half('turned-left', LEFT_HALF, left) +
    half('turned-right', RIGHT_HALF, right)
  )
}

/** Clips without anti-aliasing: two soft edges on the same line show the layer below. */
const clippedSharply = (id: string, d: string, content: string): string =>
  element('clipPath', { id }, element('path', { d, 'shape-rendering': 'crispEdges' })) +
  group({ 'clip-path': `url(#${id})` }, content)

const round3 = (value: number) => Math.round(value * 1000) / 1000
