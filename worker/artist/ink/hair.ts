import { boxBlur, gaussBlur } from './blur.ts'
import { type FlowPrior, flowOf, Walk } from './flow.ts'
import { eachPixel, type Field, fieldOf, type Grid, gridOf, unitX, unitY, WINDOW } from './grid.ts'
import { clamp, percentiles } from './numbers.ts'

/** Strands run together like this, in units. */
const LOCK_UNITS = 5
/** How far tones are drawn out along the strands each way, in units, and how wide they stay across. */
const STRAND_UNITS = 16
const WIDTH_UNITS = 0.9
const ROUNDING_UNITS = 0.8
/** Gaps between locks are darker than what is this far around them. */
const GAP_UNITS = 2
/** The crown, from which hair falls. */
const CROWN = { x: 0, y: -92 } as const
/** Below this change of lightness per pixel, squared, the fall of hair is believed more than the photo. */
const FAINT = 1e-4
/** A change larger than this is an edge, not a strand. */
const TEXTURE_MAX = 0.03
/** How much of the hair's own contrast single strands have, and at least. */
const STRAND_SHARE = 0.13
const STRAND_MIN = 0.012
/** The same for the gaps: how much of their strength is the strands'. */
const GAP_STRANDS = 0.8
/** So much of the hair is not inked. */
const UNINKED = 0.93
/** How fast a gap becomes ink. */
const GAP_SHARPNESS = 2.2
/** The gloss on a round head lit from the top left: a bow at this distance from the crown, in units. */
const GLOSS = { radius: 41, width: 9, strength: 0.3, x: -16 } as const

export type Hair = {
  /** Lightness, drawn out along the way hair grows. Means nothing on skin. */
  readonly tone: Field
  /** The gaps between locks: 1 where ink is laid. */
  readonly gaps: Field
}

/**
 * Hair as locks and strands, with the photo's own light and dark. Where the photo shows no strands hair falls from the
 * crown.
 *
 * @param lightness @param mask @param skin all at the size of `grid`
 */
export function combHair(lightness: Field, mask: Field, skin: Field, grid: Grid): Hair {
  const isHair = fieldOf(grid)
  for (let i = 0; i < isHair.length; i++) isHair[i] = mask[i]! > 0.3 && skin[i]! < 0.62 ? 1 : 0
  const own = withoutSkin(lightness, isHair, grid)
  const texture = textureOf(own, mask, skin, grid)
  const flow = flowOf(texture, isHair, grid, Math.round(LOCK_UNITS * grid.perUnit), fallOf(grid))
  const walk = new Walk(flow, grid)
  const steps = Math.round(STRAND_UNITS * grid.perUnit)
  const tone = alongFlow(gaussBlur(own, grid, WIDTH_UNITS * grid.perUnit), isHair, grid, walk, steps)
  const strands = alongFlow(grainOf(grid), isHair, grid, walk, steps)
  normalize(strands, isHair)
  const gaps = alongFlow(texture, isHair, grid, walk, Math.round(steps / 2))
  normalize(gaps, isHair)
  const [low, high] = spreadOf(tone, isHair, [0.2, 0.9] as const)
  const strength = Math.max(STRAND_MIN, STRAND_SHARE * (high - low))
  for (let i = 0; i < tone.length; i++) {
    if (isHair[i] === 0) continue
    const x = unitX(grid, i % grid.w)
    const y = unitY(grid, Math.floor(i / grid.w))
    tone[i]! += strength * (strands[i]! + gaps[i]!) + GLOSS.strength * (high - low) * glossAt(x, y)
    gaps[i] = -gaps[i]! - GAP_STRANDS * strands[i]!
  }
  const rounded = boxBlur(gaps, grid, 1)
  const [inked] = spreadOf(rounded, isHair, [UNINKED] as const)
  return {
    tone: gaussBlur(tone, grid, ROUNDING_UNITS * grid.perUnit),
    gaps: rounded.map((value) => 1 + (value / Math.max(inked, 1e-6) - 1) * GAP_SHARPNESS),
  }
}

/** What is left of lightness without its large shapes: strands. Nothing near the edges of the hair, which are no strands. */
function textureOf(lightness: Field, mask: Field, skin: Field, grid: Grid): Field {
  const fine = gaussBlur(lightness, grid, 0.5 * grid.perUnit)
  const wide = gaussBlur(fine, grid, GAP_UNITS * grid.perUnit)
  return fine.map((value, i) => {
    const isInside = mask[i]! > 0.7 && skin[i]! < 0.35
    return isInside ? clamp(value - wide[i]!, -TEXTURE_MAX, TEXTURE_MAX) : 0
  })
}

/** Makes the mean of the hair 0 and its standard deviation 1, in place. */
function normalize(values: Field, isHair: Field): void {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    if (isHair[i] === 0) continue
    count++
    sum += values[i]!
    squares += values[i]! ** 2
  }
  const mean = sum / Math.max(1, count)
  const deviation = Math.sqrt(Math.max(1e-12, squares / Math.max(1, count) - mean * mean))
  for (let i = 0; i < values.length; i++) values[i] = isHair[i] === 0 ? 0 : (values[i]! - mean) / deviation
}

function fallOf(grid: Grid): FlowPrior {
  const fall = { weight: FAINT, x: fieldOf(grid), y: fieldOf(grid) }
  eachPixel(grid, (i, unitX, unitY) => {
    const x = unitX - CROWN.x
    const y = unitY - CROWN.y
    const length = Math.sqrt(x * x + y * y) + 1e-6
    fall.x[i] = x / length
    fall.y[i] = y / length
  })
  return fall
}

/** Lightness in which what is not hair takes over the hair beside it, so that skin does not bleed along a strand. */
function withoutSkin(lightness: Field, isHair: Field, grid: Grid): Field {
  const radius = Math.round(4 * grid.perUnit)
  const share = boxBlur(isHair, grid, radius, 2)
  const sum = boxBlur(
    lightness.map((value, i) => value * isHair[i]!),
    grid,
    radius,
    2,
  )
  return lightness.map((value, i) => (isHair[i] === 1 || share[i]! < 1e-3 ? value : sum[i]! / share[i]!))
}

function alongFlow(values: Field, isHair: Field, grid: Grid, walk: Walk, steps: number): Field {
  const out = fieldOf(grid)
  for (let y = 2; y < grid.h - 2; y++) {
    for (let x = 2; x < grid.w - 2; x++) {
      const i = y * grid.w + x
      if (isHair[i] === 0) continue
      walk.both(values, x, y, steps)
      out[i] = walk.sum / walk.count
    }
  }
  return out
}

/** A grain that is the same for every head, wherever its part of the window begins: what strands are drawn from. */
function grainOf(grid: Grid): Field {
  const grain = fieldOf(grid)
  const line = gridOf(grid.perUnit).w
  const left = Math.round((grid.x0 - WINDOW.x0) * grid.perUnit)
  const top = Math.round((grid.y0 - WINDOW.y0) * grid.perUnit)
  for (let i = 0; i < grain.length; i++) {
    const x = left + (i % grid.w)
    const y = top + Math.floor(i / grid.w)
    let bits = Math.imul(y * line + x + 1, 0x9e3779b1)
    bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b)
    grain[i] = ((bits ^ (bits >>> 13)) >>> 8) / 0x1000000
  }
  return boxBlur(grain, grid, 1)
}

function spreadOf<Shares extends readonly number[]>(values: Field, isHair: Field, shares: Shares) {
  const ofHair: number[] = []
  for (let i = 0; i < values.length; i += 2) if (isHair[i] === 1) ofHair.push(values[i]!)
  return percentiles(ofHair, shares)
}

function glossAt(x: number, y: number): number {
  const across = (Math.hypot(x - CROWN.x, (y - CROWN.y) * 1.15) - GLOSS.radius) / GLOSS.width
  return clamp(1 - across * across, 0, 1) * clamp(1 - Math.abs(x - GLOSS.x) / 46, 0, 1)
}
