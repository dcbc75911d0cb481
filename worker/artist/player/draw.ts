import type { Hex } from '#shared/design/color.ts'
import { fill, INK } from '#worker/graphics/svg.ts'
import type { Tube } from './tube.ts'

/** The outline round a body and round the parts of a hand, in pixels: the half of it that lies outside is seen. */
const INK_PX = { body: 14, hand: 9.5 } as const

/** One body of a color, whose outline is drawn before those of its neighbours are filled: no line where they meet. */
export type Mass = { readonly outline: string; readonly painted: string }

const outlined =
  (inkPx: number) =>
  (...masses: readonly Mass[]): string =>
    masses
      .map(({ outline }) => fill(outline, INK, { stroke: INK, 'stroke-width': inkPx, 'stroke-linejoin': 'round' }))
      .join('') + masses.map(({ painted }) => painted).join('')

/** Bodies that are one: outlined together. */
export const joined = outlined(INK_PX.body)
/** The same for what is as small as a finger. */
export const joinedFine = outlined(INK_PX.hand)

export type Finish = {
  readonly shade?: number
  readonly lit?: number
  /** The color of what is lit. */
  readonly shine?: Hex
  readonly rim?: Hex | null
}

/** A limb of one color under the light of the scene. @param on what is drawn on its surface */
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
