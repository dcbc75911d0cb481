import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { type Lab, type Rgb, rgbOfLab } from '../color/oklab.ts'
import { createField, createGrid, type Grid, readAt, unitX, unitY } from '../field/grid.ts'
import { createRandom } from '../field/noise.ts'
import { Sampler } from '../field/sampler.ts'
import { depthIn, type NeckShape } from '../study/neck-shape.ts'
import type { Portrait } from '../study/portrait.ts'
import { Brush } from './brush.ts'
import { INK } from './ink.ts'
import { edgeOfPixel, OUTLINE } from './scan-head.ts'

/** Locks start this far above the collar's ends, and hair reaches at least this far below them. In units. */
const COLLAR = { above: 10, below: 9 } as const
/** Heights at which the sides of the hair are measured, below the collar's ends, in units. */
const MEASURED = [-4, 1, 6] as const
/**
 * Hair starts within `reach` of a neck's side, which is drawn in by a `share`. The locks of a side start at most `gap`
 * from it, because hair behind the neck fills the rest. Their width together is between `least` and `most`. In units.
 */
const SIDE = { share: 0.72, reach: 44, gap: 14, least: 9, most: 30 } as const
/** Limits of the length of the longest lock below the collar's ends, and its gain below gear, in units. */
const LENGTH = { least: 30, most: 46, belowGear: 7 } as const
/**
 * Ranges of the locks of a side, so that every head has its own: their number on narrow and on `wide` hair, their half
 * widths relative to an even share, lengths relative to the longest, the way of their tips toward the neck, their
 * outward swing between the ends, and their waves. In units and in radians.
 */
const LOCKS = {
  wide: 15,
  narrow: [1.8, 2.7],
  more: [2.3, 3.7],
  half: [1.15, 1.6],
  to: [0.64, 0.94],
  lean: [0.5, 5],
  swing: [0.6, 2.4],
  wave: [0.4, 1.5],
} as const
/** Random shift of a lock, relative to an even share of the width. */
const SHIFT = 0.16
/** Exponent of the taper of a lock. */
const TAPER = 2.8
/** Outlines of locks are thinner than those of the head, most of all at their tips, and take a share of the hair's color. */
const LINE = { weight: 0.85, tip: 0.45, color: 0.25 } as const
/** Bumps of curls on both sides of a lock: their height in units, and radians per unit. */
const BUMPS = { height: 1.1, wave: 0.75 } as const
/** Lines between locks appear across these heights below the collar's ends, in units. */
const LINES = [-9, 4] as const
/** Depths in units and softness of skin at which a lock shows the head's own hair. The rest follows its mean color over units. */
const OWN = { depth: [0.6, 2.5], skin: [0.25, 0.5], least: 0.9, pixels: 8, follows: 3 } as const
/** Own hair is darker than this share of the color of all hair only where the net takes dark clothes for hair. */
const DARK = { from: 0.4, to: 0.65, black: 20 } as const
/** Share of the tone of all hair in locks. */
const LIT = 0.55
/** Strands of the filled part: two waves across it, in radians per unit, and their contrast. */
const STRANDS = { waves: [1.1, 2.7], contrast: 0.1 } as const
/** Darkening of the side of a lock that faces away from the light. */
const SHADE = 0.2
/** Shadow of locks on the jersey: its offset and softness in units, and its darkness. */
const CAST = { x: 1.5, y: 2.5, soft: 3, share: 0.3 } as const
/** Room around the locks for outlines and shadow, in units. */
const ROOM = 6

type Side = 'left' | 'right'
type SeenAt = (x: number, y: number) => number
/** Hair of a side at the collar: distance from the neck's middle, width and lowest point of its locks, in units. */
type Fall = {
  readonly side: Side
  readonly inner: number
  readonly width: number
  readonly endY: number
  readonly locks: readonly Lock[]
}
/** A lock: its middle and half width relative to the side's width, its length, and the course of its middle, in units. */
type Lock = {
  readonly at: number
  readonly half: number
  readonly to: number
  readonly lean: number
  readonly swing: number
  readonly wave: number
  readonly phase: number
}
/** A lock at one height: its middle and half width, and the share of its length above. In units. */
type Slice = { readonly x: number; readonly half: number; readonly along: number }

/**
 * Lays the ends of long hair over the shoulders as tapering locks. The jersey would cut them off along its edge.
 *
 * @param seenAt see `Visible`; locks fall from the visible part of the hair, on both sides or on none
 * @returns the lower rows of the head's window from row `top` on, or null without long hair
 */
export function drapeHair(
  head: Picture,
  portrait: Portrait,
  neck: NeckShape,
  unitPx: number,
  seenAt: SeenAt | undefined,
): { readonly picture: Picture; readonly top: number } | null {
  const { drawnHair, isWrapped } = portrait
  const window = createGrid(unitPx)
  const top = Math.max(0, Math.round((neck.endsY - COLLAR.above - window.y0) * unitPx))
  if (isWrapped || !drawnHair || top >= window.h) return null
  const sides = ['left', 'right'] as const
  const isLong = (side: Side) => measureFall(portrait, neck, side) !== null
  const falls = sides.flatMap((side) => measureFall(portrait, neck, side, seenAt) ?? [])
  if (falls.length === 0 || falls.length < sides.filter(isLong).length) return null
  const part: Grid = { ...window, h: window.h - top, y0: window.y0 + top / unitPx }
  const picture = { data: new Uint8ClampedArray(4 * part.w * part.h), widthPx: part.w, heightPx: part.h }
  const below = new Uint8ClampedArray(head.data.buffer, head.data.byteOffset + 4 * top * part.w)
  for (const fall of falls) {
    const color = rgbOfLab(mixTones(portrait.besideNeck[fall.side] ?? drawnHair, drawnHair))
    paintLocks(picture.data, part, { data: below, color }, portrait, neck, fall)
  }
  return { picture, top }
}

/** Returns the color of locks: the hair beside the neck lies in the shade of the head, but its locks do not. */
function mixTones(beside: Lab, all: Lab): Lab {
  if (beside[0] <= DARK.to * all[0]) return all
  const mix = (channel: 0 | 1 | 2) => beside[channel] + LIT * (all[channel] - beside[channel])
  return [mix(0), mix(1), mix(2)]
}

/** Returns the place at a distance from the neck's middle. */
const awayFrom = (neck: NeckShape, side: Side, off: number): number => neck.x + (side === 'left' ? -off : off)

/** Measures the hair beside a neck. Returns null if it ends above the shoulder. */
function measureFall(portrait: Portrait, neck: NeckShape, side: Side, seenAt?: SeenAt): Fall | null {
  const { grid, skin, worn } = portrait
  const depthAt = depthIn(portrait)
  const isHair = (off: number, y: number) => {
    const x = awayFrom(neck, side, off)
    return (
      (!seenAt || seenAt(x, y) >= 0) &&
      depthAt(x, y) > 1 &&
      readAt(skin, grid, x, y) < 0.5 &&
      readAt(worn, grid, x, y) < 0.3
    )
  }
  const sides = neck.sidesAt(neck.endsY)
  const from = (SIDE.share * (sides.right - sides.left)) / 2
  let [inner, outer] = [0, Infinity]
  for (const below of MEASURED) {
    const y = neck.endsY + below
    let start = from
    while (start < from + SIDE.reach && !isHair(start, y)) start += 0.5
    if (start >= from + SIDE.reach) return null
    let end = start
    while (end < start + SIDE.most && (isHair(end, y) || isHair(end + 1.5, y))) end += 0.5
    inner = Math.max(inner, Math.min(start, from + SIDE.gap))
    outer = Math.min(outer, end)
  }
  const width = Math.min(SIDE.most, outer - inner)
  let endY = neck.endsY
  while (endY < neck.endsY + LENGTH.most && isHair(outer - width / 2, endY)) endY++
  if (width < SIDE.least || endY < neck.endsY + COLLAR.below) return null
  const lower = seenAt ? LENGTH.belowGear : 0
  const locks = rollLocks(portrait, side, width)
  return { side, inner, width, endY: Math.max(endY, neck.endsY + LENGTH.least) + lower, locks }
}

/** Returns the locks of a side from back to front. They depend on the head's colors only, so gear does not change them. */
function rollLocks({ skinColor, drawnHair }: Portrait, side: Side, width: number): Lock[] {
  const roll = createRandom(hashNumbers([side === 'left' ? 1 : 2, ...skinColor, ...drawnHair!]))
  const within = ([least, most]: readonly [number, number]) => least + (most - least) * roll()
  const count = Math.round(within(width < LOCKS.wide ? LOCKS.narrow : LOCKS.more))
  const longest = Math.floor(roll() * count)
  const locks = Array.from({ length: count }, (_, n) => ({
    at: (n + 0.5 + SHIFT * (2 * roll() - 1)) / count,
    half: within(LOCKS.half) / count,
    to: n === longest ? 1 : within(LOCKS.to),
    lean: within(LOCKS.lean),
    swing: within(LOCKS.swing),
    wave: within(LOCKS.wave),
    phase: 2 * Math.PI * roll(),
  }))
  return locks.sort((one, other) => one.to - other.to)
}

/** Returns a seed for a list of numbers. */
function hashNumbers(numbers: readonly number[]): number {
  const hash = numbers.reduce((mixed, value) => Math.imul(mixed ^ Math.round(value * 1000), 0x9e3779b1), 0)
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
}

/** Returns the locks of a side at a height, from back to front. They start below the hair, not beside it. */
function sliceLocks(neck: NeckShape, { side, inner, width, endY, locks }: Fall, topY: number, y: number): Slice[] {
  return locks.map(({ at, half, to, lean, swing, wave, phase }) => {
    const along = Math.max(0, y - topY) / (to * (endY - topY))
    const bend = swing * Math.sin(Math.PI * Math.min(1, along)) + wave * along * Math.sin(phase + 5 * along)
    const shift = inner - lean * along * along + bend
    const reach = half * (1 - along ** TAPER)
    const [near, far] = [clamp(at - reach, 0, 1), clamp(at + reach, 0, 1)]
    return { x: awayFrom(neck, side, shift + (width * (near + far)) / 2), half: (width * (far - near)) / 2, along }
  })
}

/** Returns a channel of the outline of hair. */
const mixInk = (color: Rgb, channel: 0 | 1 | 2): number => INK[channel] + LINE.color * (color[channel] - INK[channel])

/** The head's own hair in the rows of a part, and the color of hair where it shows none. */
type OwnHair = { readonly data: Uint8ClampedArray; readonly color: Rgb }
/** A row of locks: the locks and those that cast a shadow on it, its columns, and its share `low` of drawn locks. */
type LockRow = {
  readonly y: number
  readonly low: number
  readonly slices: readonly Slice[]
  readonly casting: readonly Slice[]
  readonly from: number
  readonly to: number
}

/** @param own the head's pixels from the first row of `part` on */
function paintLocks(
  data: Uint8ClampedArray,
  part: Grid,
  own: OwnHair,
  portrait: Portrait,
  neck: NeckShape,
  fall: Fall,
): void {
  const at = new Sampler(portrait.grid, part)
  const brush = new Brush()
  const shares = createField({ w: part.w, h: 1 })
  const bottom = Math.min(part.h, Math.ceil((fall.endY + ROOM - part.y0) * part.perUnit))
  let color: Rgb | null = null
  for (let row = 0; row < bottom; row++) {
    const lockRow = sliceRow(part, neck, fall, row)
    at.toRow(row)
    const rowColor = readOwnRow(shares, own, portrait, at, lockRow, row * part.w)
    color = followColor(color ?? rowColor ?? own.color, rowColor ?? own.color, part.perUnit)
    const line: Rgb = [mixInk(color, 0), mixInk(color, 1), mixInk(color, 2)]
    for (let column = lockRow.from; column <= lockRow.to; column++) {
      const i = 4 * (row * part.w + column)
      paintPixel(data, i, unitX(part, column), lockRow, { own, share: shares[column]!, color, line }, portrait, {
        brush,
        edge: edgeOfPixel(part),
      })
    }
  }
}

/** Returns the locks of a row of pixels. */
function sliceRow(part: Grid, neck: NeckShape, fall: Fall, row: number): LockRow {
  const y = unitY(part, row)
  const columnAt = (x: number) => clamp(Math.round((x - part.x0) * part.perUnit), 0, part.w - 1)
  const casting = sliceLocks(neck, fall, part.y0, y - CAST.y)
  return {
    y,
    low: smoothstep(LINES[0], LINES[1], y - neck.endsY),
    slices: sliceLocks(neck, fall, part.y0, y),
    casting,
    from: columnAt(Math.min(...casting.map(({ x, half }) => x - Math.max(0, half))) - ROOM),
    to: columnAt(Math.max(...casting.map(({ x, half }) => x + Math.max(0, half))) + ROOM),
  }
}

/** Returns 0 for hair so dark that the net took clothes for it, 1 for other hair. */
const measureBright = (green: number, { color }: OwnHair) =>
  smoothstep(DARK.from, DARK.to, (green + DARK.black) / (color[1] + DARK.black))

/**
 * Measures where a row shows the head's own hair.
 *
 * @param shares set to the share of own hair per column
 * @param start the row's first pixel
 * @returns the mean color of that hair, null if the row shows little of it
 */
function readOwnRow(
  shares: Float32Array,
  own: OwnHair,
  { grid, distance, skin }: Portrait,
  at: Sampler,
  { from, to }: LockRow,
  start: number,
): Rgb | null {
  let [count, r, g, b] = [0, 0, 0, 0]
  for (let column = from; column <= to; column++) {
    at.toColumn(column)
    const i = 4 * (start + column)
    const ofHair = 1 - smoothstep(OWN.skin[0], OWN.skin[1], at.read(skin))
    const deep = smoothstep(OWN.depth[0], OWN.depth[1], at.read(distance) / grid.perUnit)
    const share = (shares[column] = ofHair * deep * (own.data[i + 3]! / 255))
    if (share * measureBright(own.data[i + 1]!, own) < OWN.least) continue
    count++
    r += own.data[i]!
    g += own.data[i + 1]!
    b += own.data[i + 2]!
  }
  return count > OWN.pixels ? [r / count, g / count, b / count] : null
}

/** Moves a color toward the one of the next row, so that no row stands out. */
function followColor(color: Rgb, next: Rgb, perUnit: number): Rgb {
  const share = 1 / (1 + OWN.follows * perUnit)
  const mix = (channel: 0 | 1 | 2) => color[channel] + share * (next[channel] - color[channel])
  return [mix(0), mix(1), mix(2)]
}

type Paint = { readonly own: OwnHair; readonly share: number; readonly color: Rgb; readonly line: Rgb }

/** Paints the shadow and the locks of a pixel. */
function paintPixel(
  data: Uint8ClampedArray,
  i: number,
  x: number,
  { y, low, slices, casting }: LockRow,
  { own, share, color, line }: Paint,
  { curls }: Portrait,
  { brush, edge }: { readonly brush: Brush; readonly edge: number },
): void {
  const shown = share * (1 - low * (1 - measureBright(own.data[i + 1]!, own)))
  let shadow: number = -CAST.soft
  for (const slice of casting) shadow = Math.max(shadow, slice.half - Math.abs(x - CAST.x - slice.x))
  let alpha = CAST.share * low * smoothstep(-CAST.soft, CAST.soft, shadow)
  let [red, green, blue] = [0, 0, 0]
  for (const slice of slices) {
    const across = x - slice.x
    const inside = slice.half - Math.abs(across)
    if (inside < -ROOM / 2) continue
    const depth = inside + low * curls * BUMPS.height * Math.sin(BUMPS.wave * y + (across < 0 ? 0 : 2))
    const thin = LINE.weight - (LINE.weight - LINE.tip) * Math.min(1, slice.along) ** 2
    const outline = low * thin * (across > 0 ? OUTLINE.shaded : OUTLINE.lit)
    const cover = smoothstep(-edge, edge, depth + outline) * Math.max(share, low)
    if (cover === 0) continue
    const waves = Math.sin(STRANDS.waves[0] * across) + Math.sin(STRANDS.waves[1] * across + 2)
    const filled = (1 - shown) * (1 + STRANDS.contrast * waves)
    const light = 1 - SHADE * low * smoothstep(0.2, 1, across / Math.max(1, slice.half))
    brush.r = light * (shown * own.data[i]! + filled * color[0])
    brush.g = light * (shown * own.data[i + 1]! + filled * color[1])
    brush.b = light * (shown * own.data[i + 2]! + filled * color[2])
    brush.lay(line, low * (1 - smoothstep(OUTLINE.inside - edge, OUTLINE.inside + edge, depth)))
    alpha = cover + alpha * (1 - cover)
    const weight = cover / alpha
    red += weight * (brush.r - red)
    green += weight * (brush.g - green)
    blue += weight * (brush.b - blue)
  }
  data[i] = red
  data[i + 1] = green
  data[i + 2] = blue
  data[i + 3] = 255 * alpha
}
