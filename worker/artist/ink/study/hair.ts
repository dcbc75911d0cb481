import { boxBlur, gaussBlur } from '../field/blur.ts'
import { type FlowPrior, flowOf, Walk } from '../field/flow.ts'
import { eachPixel, type Field, fieldOf, type Grid, unitX, unitY } from '../field/grid.ts'
import { clamp, percentiles } from '../field/numbers.ts'

/** Strands run together like this, in units. */
const LOCK_UNITS = 5
/** How far tones are drawn out along the strands each way, in units, and how wide they stay across. */
const STRAND_UNITS = 16
const WIDTH_UNITS = 0.9
const ROUNDING_UNITS = 0.8
/** Strands are told from what is this far around them. */
const AROUND_UNITS = 2
/** The crown, from which hair falls. */
const CROWN = { x: 0, y: -92 } as const
/** Below this change of lightness per pixel, squared, the fall of hair is believed more than the photo. */
const FAINT = 1e-4
/** A change larger than this is an edge, not a strand. */
const TEXTURE_MAX = 0.03
/** The gloss on a round head lit from the top left: a bow at this distance from the crown, in units. */
const GLOSS = { radius: 41, width: 9, strength: 0.3, x: -16 } as const

/**
 * Hair as locks and strands, with the photo's own light and dark. Where the photo shows no strands hair falls from the
 * crown.
 *
 * @param lightness @param mask @param skin all at the size of `grid`
 * @returns lightness, drawn out along the way hair grows; it means nothing on skin
 */
export function combHair(lightness: Field, mask: Field, skin: Field, grid: Grid): Field {
  const isHair = fieldOf(grid)
  for (let i = 0; i < isHair.length; i++) isHair[i] = mask[i]! > 0.3 && skin[i]! < 0.62 ? 1 : 0
  const own = withoutSkin(lightness, isHair, grid)
  const texture = textureOf(own, mask, skin, grid)
  const flow = flowOf(texture, isHair, grid, Math.round(LOCK_UNITS * grid.perUnit), fallOf(grid))
  const walk = new Walk(flow, grid)
  const steps = Math.round(STRAND_UNITS * grid.perUnit)
  const tone = alongFlow(gaussBlur(own, grid, WIDTH_UNITS * grid.perUnit), isHair, grid, walk, steps)
  const [low, high] = spreadOf(tone, isHair, [0.2, 0.9] as const)
  for (let i = 0; i < tone.length; i++) {
    if (isHair[i] === 0) continue
    tone[i]! += GLOSS.strength * (high - low) * glossAt(unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w)))
  }
  return gaussBlur(tone, grid, ROUNDING_UNITS * grid.perUnit)
}

/** What is left of lightness without its large shapes: strands. Nothing near the edges of the hair, which are no strands. */
function textureOf(lightness: Field, mask: Field, skin: Field, grid: Grid): Field {
  const fine = gaussBlur(lightness, grid, 0.5 * grid.perUnit)
  const wide = gaussBlur(fine, grid, AROUND_UNITS * grid.perUnit)
  return fine.map((value, i) => {
    const isInside = mask[i]! > 0.7 && skin[i]! < 0.35
    return isInside ? clamp(value - wide[i]!, -TEXTURE_MAX, TEXTURE_MAX) : 0
  })
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

function spreadOf<Shares extends readonly number[]>(values: Field, isHair: Field, shares: Shares) {
  const ofHair: number[] = []
  for (let i = 0; i < values.length; i += 2) if (isHair[i] === 1) ofHair.push(values[i]!)
  return percentiles(ofHair, shares)
}

function glossAt(x: number, y: number): number {
  const across = (Math.hypot(x - CROWN.x, (y - CROWN.y) * 1.15) - GLOSS.radius) / GLOSS.width
  return clamp(1 - across * across, 0, 1) * clamp(1 - Math.abs(x - GLOSS.x) / 46, 0, 1)
}
