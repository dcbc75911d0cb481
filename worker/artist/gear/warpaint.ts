import { type Hex, luminance, toHex, toRgb } from '#shared/design/color.ts'
import { CHALK, fill, group, line, round } from '#worker/graphics/svg.ts'
import type { Cheek, Gear } from './gear.ts'
import { SHADOW_COLOR } from './modelled.ts'
import { DRAWN_FACE } from './painted.ts'

/** Two fingers drawn outward along the cheekbone: thick at the start, thin and round at the end. */
const FINGERS = [
  'M-9 11C-20 5.6 -33 3 -46 2.2C-50 2.4 -51 7 -48.6 9.4C-46 12 -42 12 -38 12.4C-28 13.4 -19 16.4 -11 20C-7 19 -6 14 -9 11Z',
  'M-11 25C-20 20.4 -31 18.6 -43 18.6C-47 19 -48 23 -46 25.6C-43 28 -39 27.6 -35 28C-28 28.8 -20 31 -13 34C-9 32 -8 28 -11 25Z',
] as const
/** Grooves that the fingertips leave in the paint. */
const BRISTLES =
  'M-12 13C-22 8.6 -33 6.4 -46 5.4M-13 16C-22 11.8 -32 9.8 -42 9.4M-13 27.4C-22 23.4 -31 21.8 -43 21.6M-14 30.6C-21 27 -28 25.6 -37 25.2'
/** Bounding box of the fingers. */
const DRAWN = { inner: -7, outer: -50, top: 2, bottom: 34 } as const
/**
 * Distance from an eye to the first finger, the lower end of the paint as a share of the distance from eye to mouth,
 * the start of the fingers as a share of the eye's width from its middle, the width of the narrowest painted cheek and
 * of the fingers in units, and the maximum length of the fingers relative to those of the other cheek. Beside a cheek
 * narrower than `aside`, which turns away, the paint may be as wide as `alone`.
 */
const CHEEK = {
  below: 4,
  endsAt: 0.74,
  startsAt: 0.12,
  narrowest: 7,
  widest: 29,
  even: 1.25,
  aside: 15,
  alone: 36,
} as const
/** A color like skin, and the distance in sRGB below which paint looks like a stain. */
const SKIN_LIKE = '#d9a982'
const STAIN_DISTANCE = 80

/** Returns a team color, or the other one if it would look like a stain. */
function onSkin(color: Hex, other: Hex): Hex {
  const skin = toRgb(SKIN_LIKE)
  return Math.hypot(...toRgb(color).map((value, i) => value - skin[i]!)) < STAIN_DISTANCE ? other : color
}

/** Brown paint looks like mud. */
const MUD = { darkest: 0.08, redder: 1.4 } as const

function isMud(color: Hex): boolean {
  const [red, , blue] = toRgb(color)
  return luminance(color) < MUD.darkest && red! > MUD.redder * blue! + 8
}

/** Lightest channel below which paint is dull, and the chroma in sRGB below which it is black. */
const BRIGHT = { channel: 175, chroma: 24 } as const

/** Returns a color as bright paint: dark blue becomes blue, and black becomes chalk. */
function brighten(color: Hex): Hex {
  const channels = toRgb(color)
  const most = Math.max(...channels)
  if (isMud(color) || (most < BRIGHT.channel / 2 && most - Math.min(...channels) < BRIGHT.chroma)) return CHALK
  return most < BRIGHT.channel ? toHex(channels.map((value) => (value * BRIGHT.channel) / most)) : color
}

/** Returns the start of the fingers beside the nose, and their length on this cheek. */
function spanFingers({ side, markX, markWidth, innerX, outerX }: Cheek): { startX: number; width: number } {
  const towardNose = markX - side * CHEEK.startsAt * markWidth
  const startX = side * towardNose < side * innerX ? innerX : towardNose
  return { startX, width: side * (outerX - startX) }
}

/** Draws the edge below a finger, which is darker than light paint and lighter than dark paint. */
function underlay(finger: string, color: Hex): string {
  const isLight = luminance(color) > LIGHT_PAINT
  const transform = 'translate(0.6 2.6)'
  return isLight
    ? fill(finger, SHADOW_COLOR, { transform, opacity: 0.22 })
    : fill(finger, CHALK, { transform, opacity: 0.4 })
}

/** Luminance of paint that is too light for pale skin. */
const LIGHT_PAINT = 0.5

/** Draws the fingers of one cheek. @param other the other cheek, whose fingers have a similar length */
function fingers(cheek: Cheek, other: Cheek, slope: number, colors: readonly Hex[]): string {
  const { side, lidY, mouthY } = cheek
  const { startX, width: own } = spanFingers(cheek)
  if (own < CHEEK.narrowest) return ''
  const beside = spanFingers(other).width
  const width = beside < CHEEK.aside ? Math.min(own, CHEEK.alone) : Math.min(own, CHEEK.widest, CHEEK.even * beside)
  const top = lidY + CHEEK.below
  const across = (-side * width) / (DRAWN.inner - DRAWN.outer)
  const drop = Math.min(mouthY - lidY, other.mouthY - other.lidY)
  const down = Math.max(0.34, (CHEEK.endsAt * drop - CHEEK.below) / (DRAWN.bottom - DRAWN.top))
  const lean = slope === 0 ? '' : ` skewY(${round((Math.atan(slope) * 180) / Math.PI)})`
  const transform = `translate(${round(startX)} ${round(top)})${lean} scale(${round(across)} ${round(down)}) translate(${-DRAWN.inner} ${-DRAWN.top})`
  // An edge of chalk or shadow below each finger, because a team color may match the skin.
  return group(
    { transform },
    ...FINGERS.map((finger, i) => underlay(finger, colors[i]!)),
    ...FINGERS.map((finger, i) => fill(finger, colors[i]!, { opacity: 0.96 })),
    line(BRISTLES, '#000000', 0.7, { opacity: 0.16 }),
    line(BRISTLES, '#ffffff', 0.7, { opacity: 0.2, transform: 'translate(0 1.1)' }),
  )
}

export const warpaint: Gear = {
  id: 'warpaint',
  fit: { top: 0, hides: 'nothing' },
  front: () => '',
  decal: ({ primary, secondary }, { paintedFace: face = DRAWN_FACE } = {}) => {
    const colors = [onSkin(primary, secondary), onSkin(secondary, primary)].map(brighten)
    const [left, right] = face.cheeks
    return fingers(left, right, face.slope, colors) + fingers(right, left, face.slope, colors)
  },
}
