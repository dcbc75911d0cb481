import { clipped, element, group, round } from '#worker/graphics/svg.ts'

/**
 * The place of a piece on a turned head, in units, and the visible width of each half of it: the half that turns
 * away is narrower than the one that comes to the front.
 */
export type Turn = {
  readonly xUnits: number
  readonly yUnits: number
  /** The visible width of the left and of the right half, as a share of the width from the front. */
  readonly left: number
  readonly right: number
  /** The visible height when the head nods. */
  readonly height?: number
  /** The eyes of a head that leans away from the camera are not quite level: down to the right, per unit. */
  readonly slope?: number
  /** The height that a nod leaves where it is, in units of head space. */
  readonly fromY?: number
}

export const STRAIGHT: Turn = { xUnits: 0, yUnits: 0, left: 1, right: 1 }

const FAR = 400
const LEFT_HALF = `M${-FAR} ${-FAR}H0V${FAR}H${-FAR}Z`
const RIGHT_HALF = `M0 ${-FAR}H${FAR}V${FAR}H0Z`

/**
 * A piece as it is seen on a head that is turned. Its halves meet between two pixels: a seam elsewhere would be a gap, and
 * halves that overlap would let less through there.
 *
 * @param unitPx pixels per unit
 */
export function turned(
  { xUnits, yUnits, left, right, height = 1, slope = 0, fromY = 0 }: Turn,
  content: string,
  unitPx: number,
): string {
  const move = `translate(${Math.round(xUnits * unitPx) / unitPx} ${round(yUnits)})`
  const lean = slope === 0 ? '' : ` skewY(${round((Math.atan(slope) * 180) / Math.PI)})`
  const nod = height === 1 ? '' : ` translate(0 ${round(fromY * (1 - height))}) scale(1 ${round(height)})`
  const scaled = (share: number) => (share === 1 ? '' : ` scale(${round3(share)} 1)`)
  if (Math.abs(left - right) < 0.02) {
    return group({ transform: move + lean + nod + scaled((left + right) / 2) }, content)
  }
  const half = (id: string, d: string, share: number) =>
    group({ transform: move + lean + nod + scaled(share) }, clipped(id, d, element('use', { href: '#turned-piece' })))
  return (
    element('defs', {}, group({ id: 'turned-piece' }, content)) +
    half('turned-left', LEFT_HALF, left) +
    half('turned-right', RIGHT_HALF, right)
  )
}

const round3 = (value: number) => Math.round(value * 1000) / 1000
