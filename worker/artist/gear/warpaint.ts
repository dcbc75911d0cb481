import { type Hex, toRgb } from '#shared/design/color.ts'
import { CHALK, fill, group, round } from '#worker/graphics/svg.ts'
import type { Cheek, Gear, PaintedFace } from './gear.ts'
import { DRAWN_FACE } from './painted.ts'

/** Three fingers drawn outward along the cheekbone: thick at the start, thin and round at the end. */
const FINGERS = [
  'M-9 10C-20 4.6 -33 2 -46 1.2C-50 1.4 -51 6 -48.6 8.4C-46 11 -42 11 -38 11.4C-28 12.4 -19 15.4 -11 19C-7 18 -6 13 -9 10Z',
  'M-13 23C-22 18.4 -32 16.6 -43 16.6C-47 17 -48 21 -46 23.6C-43 26 -39 25.6 -35 26C-28 26.8 -21.6 29 -15 32C-11 30 -10 26 -13 23Z',
  'M-19 36C-25 32.6 -32 31.4 -39 31.6C-42.6 32 -43.4 36 -41.4 38.2C-39 40.2 -36 39.6 -33 40C-28.6 40.6 -25 42 -21 44C-17 43 -16 39 -19 36Z',
].join('')
/** Bounding box of the fingers, which is fitted between eye and mouth. */
const DRAWN = { inner: -7, outer: -50, top: 1, bottom: 42 } as const
/**
 * Distance from an eye to the first finger, minimum width of a painted cheek, and minimum width of the fingers, in
 * units.
 */
const CHEEK = { below: 3.5, least: 4, narrowest: 14 } as const
const BROW =
  'M-4.4 -73C-3.6 -60 -3 -46 -1.8 -31C-1.4 -27.4 1.4 -27.4 1.8 -31C3 -46 3.6 -60 4.4 -73C3 -75 -3 -75 -4.4 -73Z'
const BROW_HEIGHT = { top: -74, bottom: -28 } as const
/** Maximum distance that the paint starts above the middle of the forehead, on skin. */
const BROW_ABOVE = 6
/**
 * Dots along the brow, from the middle outward: position as a share of the brow's length, height above it, and radius.
 */
const DOTS = [
  [0.62, 11, 2.7],
  [1.08, 10, 2.2],
  [1.46, 7.5, 1.8],
] as const

/** A color like skin, and the distance in sRGB below which paint looks like a stain. */
const SKIN_LIKE = '#d9a982'
const STAIN_DISTANCE = 80

/** Returns a team color, or the other one if it would look like a stain. */
function onSkin(color: Hex, other: Hex): Hex {
  const skin = toRgb(SKIN_LIKE)
  return Math.hypot(...toRgb(color).map((value, i) => value - skin[i]!)) < STAIN_DISTANCE ? other : color
}

const spot = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

function fingers({ side, innerX, outerX, lidY, mouthY }: Cheek, color: Hex): string {
  const width = side * (outerX - innerX)
  if (width < CHEEK.least) return ''
  const top = lidY + CHEEK.below
  const across = (-side * Math.max(width, CHEEK.narrowest)) / (DRAWN.inner - DRAWN.outer)
  const down = Math.max(0.5, (mouthY + 3 - top) / (DRAWN.bottom - DRAWN.top))
  const transform = `translate(${round(innerX)} ${round(top)}) scale(${round(across)} ${round(down)}) translate(${-DRAWN.inner} ${-DRAWN.top})`
  // A chalk layer below each finger, because a team color may match the skin.
  return group(
    { transform },
    fill(FINGERS, CHALK, { transform: 'translate(0.6 2.6)', opacity: 0.4 }),
    fill(FINGERS, color, { opacity: 0.92 }),
  )
}

function brow({ forehead: { top, bottom }, noseShare }: PaintedFace): string {
  const height = (bottom.y - top.y + BROW_ABOVE) / (BROW_HEIGHT.bottom - BROW_HEIGHT.top)
  const lean = (Math.atan2(bottom.x - top.x, bottom.y - top.y) * -180) / Math.PI
  const transform = `translate(${round(bottom.x)} ${round(bottom.y)}) rotate(${round(lean)}) scale(${round(noseShare)} ${round(height)}) translate(0 ${-BROW_HEIGHT.bottom})`
  return fill(BROW, CHALK, { transform, opacity: 0.92 })
}

function dots({ brows, forehead: { bottom } }: PaintedFace): string {
  const along = brows.flatMap((end) =>
    DOTS.map(([share, above, r]) => spot(bottom.x + share * (end.x - bottom.x), end.y - above, r)),
  )
  return fill(along.join(''), CHALK, { opacity: 0.92 })
}

export const warpaint: Gear = {
  id: 'warpaint',
  fit: { top: 0, hides: 'nothing' },
  front: () => '',
  decal: ({ primary, secondary }, { paintedFace: face = DRAWN_FACE } = {}) =>
    fingers(face.cheeks[0], onSkin(primary, secondary)) +
    fingers(face.cheeks[1], onSkin(secondary, primary)) +
    dots(face) +
    brow(face),
}
