import type { Hex } from '#shared/design/color.ts'
import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'
import { worn } from './player/index.ts'
import { getGear } from './gear/index.ts'
import { clipped, fill, inked, line } from '#worker/graphics/svg.ts'

const FACE =
  'M-45 -34C-47 -2 -43 22 -36 40C-29 56 -13 67 0 67C13 67 29 56 36 40C43 22 47 -2 45 -34C43 -62 24 -77 0 -77C-24 -77 -43 -62 -45 -34Z'
const EARS = 'M-44 -8C-56 -14 -58 14 -44 18ZM44 -8C56 -14 58 14 44 18Z'
/** The shaded half of the face, along brow, nose and lips. */
const SHADE =
  'M10 -77C2 -46 10 -22 4 -8L13 16C14 20 10 24 4 25L9 36C12 46 6 56 4 67C20 66 30 54 36 40C43 22 47 -2 45 -34C43 -60 28 -74 10 -77Z'
const RIM = 'M44 -34C46 -2 42 22 35 40C29 54 16 64 4 66'
const KEY_LIGHT = 'M-44 -30C-43 -58 -26 -75 -4 -76'

/** Colors of a head without a face. */
export type Mannequin = { face: Hex; shade: Hex; ears: Hex; rim?: Hex }

/** Draws a head without a face, including face paint, in head space. */
export function mannequinHead(armorId: ArmorId, pair: Pair, { face, shade, ears, rim }: Mannequin): string {
  const painted = paintOnFace(armorId, pair)
  const light = rim ? line(RIM, rim, 3) + line(KEY_LIGHT, '#dfe5e1', 2.6, { opacity: 0.7 }) : ''
  return inked(EARS, ears) + inked(FACE, face) + fill(SHADE, shade) + painted + light
}

/** Draws face paint clipped to a drawn face. Returns an empty string for other pieces. */
export function paintOnFace(armorId: ArmorId, pair: Pair): string {
  const decal = getGear(armorId)?.decal
  return decal ? clipped(`face-${armorId}`, FACE, decal(worn(pair))) : ''
}
