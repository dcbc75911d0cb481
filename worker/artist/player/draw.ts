import type { Hex } from '#shared/design/color.ts'
import { fill, INK } from '#worker/graphics/svg.ts'
import type { Tube } from './tube.ts'

/** Outline width around a body and around the parts of a hand, in pixels. Only the outer half is visible. */
const INK_PX = { body: 14, hand: 9.5 } as const

/** A colored shape. Outlines of joined shapes are drawn before any of their fills, so no line separates them. */
export type Mass = { readonly outline: string; readonly painted: string }

const createJoin =
  (inkPx: number) =>
  (...masses: readonly Mass[]): string =>
    masses
      .map(({ outline }) => fill(outline, INK, { stroke: INK, 'stroke-width': inkPx, 'stroke-linejoin': 'round' }))
      .join('') + masses.map(({ painted }) => painted).join('')

/** Draws shapes as one body with a common outline. */
export const joined = createJoin(INK_PX.body)
/** Draws shapes as one body with the fine outline of hands. */
export const joinedFine = createJoin(INK_PX.hand)

export type Finish = {
  readonly shade?: number
  readonly lit?: number
  /** Color of the highlight. */
  readonly shine?: Hex
  readonly rim?: Hex | null
}

/** Shades a limb of one color in the scene's light. @param on details on its surface */
export function limb(
  body: Tube,
  color: Hex,
  { shade = 0.34, lit = 0.32, shine = '#ffffff', rim = null }: Finish = {},
  on = '',
): Mass {
  return {
    outline: body.outline,
    painted:
      fill(body.outline, color) +
      on +
      (shade > 0 && body.shade !== '' ? fill(body.shade, '#000000', { 'fill-opacity': shade }) : '') +
      (lit > 0 && body.lit !== '' ? fill(body.lit, shine, { 'fill-opacity': lit }) : '') +
      (rim !== null && body.rim !== '' ? fill(body.rim, rim, { 'fill-opacity': 0.92 }) : ''),
  }
}
