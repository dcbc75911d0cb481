import { boxBlur, gaussBlur } from '../field/blur.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { computeFlow, type Flow, type FlowPrior, Walk } from '../field/flow.ts'
import type { Crop } from './crop.ts'
import { createField, eachPixel, type Field, getHalfIndex, type Grid, toHalfGrid, unitX, unitY } from '../field/grid.ts'
import { fillWithNoise } from '../field/noise.ts'
import { clamp, percentiles, smoothstep } from '#worker/graphics/numbers.ts'

/** Smoothing radius of the direction of hair, in units. */
const LOCK_UNITS = 5
/** Half length of smoothing along the strands, and blur across them, in units. */
const STRAND_UNITS = 12
const WIDTH_UNITS = 0.9
const ROUNDING_UNITS = 0.8
/** Blur of curly hair below its curls, in units. */
const EVEN_UNITS = 2.5
/** Strands are detected relative to the surroundings of this radius, in units. */
const AROUND_UNITS = 2
/**
 * Model of hair's fall. Hair leans by half a right angle at `over` units from the middle. That distance grows by
 * `below` per unit below `fromY`.
 */
const LEAN = { over: 46, below: 1, fromY: -50 } as const
/** Center of the gloss. */
const CROWN = { x: 0, y: -92 } as const
/** Squared lightness gradient per pixel below which the model of hair's fall outweighs the photo. */
const FAINT = 1e-4
/** A larger change is an edge, not a strand. */
const TEXTURE_MAX = 0.03
/** Mask value above which hair is combed. It includes pixels outside the mask, for strands that leave the outline. */
const NEAR_MASK = 0.004
/** Pixels with a lower mask value are too near the outline and mix hair with wall. */
const SURE_MASK = 0.985
/** Maximum lightness difference between strands and the hair around them. The photo's own strands outweigh them. */
const STRANDS = 0.05
/** Share by which strands are stronger in a reconstructed crown. */
const STRANDS_GROWN = 1
/** Half length of a stroke, in units. */
const STROKE_UNITS = 8
/** Gloss on a round head lit from the top left: an arc at this distance from its center, in units. */
const GLOSS = { radius: 41, width: 9, strength: 0.3, least: 0.12, x: -16 } as const

/** Returns the factor of strands on hair of a lightness. It is 1 at 0.7, so that strands of dark hair stay calm. */
export const getStrandGain = (lightness: number): number => 0.3 + lightness

/** Drawn hair: its lightness at the size of the grid, and strands at twice that size. */
export type Hair = {
  readonly tone: Field
  /** Lightness relative to the surroundings, for hair of a lightness of 0.7; 0 away from hair. */
  readonly strands: Field
  /** Height of locks above the outline, -1 to 1; 0 away from it. */
  readonly locks: Field
}

/**
 * Draws hair as strands with the photo's light and dark. Where the photo shows no strands, hair falls from
 * the crown.
 *
 * @param lightness @param mask @param skin all at the size of `grid`
 * @param curls curliness, 0 to 1. Curls have no strands to comb.
 * @param grown 1 in a reconstructed crown, whose tone continues the hair below it and has no gloss
 * @returns lightness smoothed along the strands, undefined on skin, and the strands
 */
export function combHair(
  lightness: Field,
  mask: Field,
  skin: Field,
  foreign: Field,
  grid: Grid,
  curls: number,
  grown: Field | null = null,
): Hair {
  const isHair = createField(grid)
  const near = createField(grid)
  for (let i = 0; i < isHair.length; i++) {
    if (skin[i]! >= 0.62) continue
    isHair[i] = mask[i]! > 0.3 ? 1 : 0
    near[i] = mask[i]! > NEAR_MASK ? 1 : 0
  }
  const sure = isHair.map((is, i) =>
    grown?.[i] === 1 || (is === 1 && foreign[i] === 0 && mask[i]! > SURE_MASK && skin[i]! < 0.45) ? 1 : 0,
  )
  const [own] = inpaint([lightness], sure, grid) as [Field]
  const texture = computeTexture(own, mask, skin, grid)
  const flow = computeFlow(texture, near, grid, Math.round(LOCK_UNITS * grid.perUnit), createFall(grid))
  const walk = new Walk(flow, grid)
  const locks = drawLocks(texture, flow, mask, skin, grid, walk)
  const steps = Math.round(STRAND_UNITS * grid.perUnit)
  const tone = smoothAlongFlow(gaussBlur(own, grid, WIDTH_UNITS * grid.perUnit), isHair, grid, walk, steps)
  if (curls > 0) {
    const even = gaussBlur(own, grid, EVEN_UNITS * grid.perUnit)
    for (let i = 0; i < tone.length; i++) if (isHair[i] === 1) tone[i]! += curls * (even[i]! - tone[i]!)
    releaseBuffer(even)
  }
  const [low, high] = measureSpread(tone, isHair, [0.2, 0.9] as const)
  for (let i = 0; i < tone.length; i++) {
    if (isHair[i] === 0 || grown?.[i] === 1) continue
    tone[i]! +=
      GLOSS.strength *
      Math.max(GLOSS.least, high - low) *
      glossAt(unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w)))
  }
  const strands = drawStrands(flow, near, grid)
  if (curls > 0) for (let i = 0; i < strands.length; i++) strands[i]! *= 1 - curls
  if (grown) strengthen(strands, grown, grid)
  for (const field of [isHair, near, own, sure, texture, flow.x, flow.y]) releaseBuffer(field)
  return { tone: gaussBlur(tone, grid, ROUNDING_UNITS * grid.perUnit), strands, locks }
}

/** Makes the strands of a reconstructed crown stronger, in place. It has none of the photo's. */
function strengthen(strands: Field, grown: Field, { w }: Grid): void {
  for (let i = 0; i < grown.length; i++) {
    if (grown[i] === 0) continue
    const first = 4 * w * Math.floor(i / w) + 2 * (i % w)
    for (const at of [first, first + 1, first + 2 * w, first + 2 * w + 1]) strands[at]! *= 1 + STRANDS_GROWN * grown[i]!
  }
}

/** Gain of the strands of reconstructed hair, which has none of the photo's: beyond the photo, and within it `below`. */
const STRANDS_BEYOND = 2.5
const BELOW = [20, 34] as const

/** Makes the strands of reconstructed hair below the crown stronger, in place. @param grown see `combHair` */
export function strengthenBeyond(
  strands: Field,
  foreign: Field,
  grown: Field | null,
  { inside, grid }: Pick<Crop, 'inside' | 'grid'>,
): void {
  const half = toHalfGrid(grid)
  for (let row = 0, i = 0; row < grid.h; row++) {
    const below = smoothstep(...BELOW, unitY(grid, row))
    for (let column = 0; column < grid.w; column++, i++) {
      const share = inside[i] === 1 ? below : 1
      if (share === 0 || strands[i] === 0) continue
      const at = getHalfIndex(half, column, row)
      strands[i]! *= 1 + STRANDS_BEYOND * share * foreign[at]! * (1 - (grown?.[at] ?? 0))
    }
  }
}

/**
 * Draws strands like an illustrator: noise smeared along the direction of hair, within and around it. Cabral
 * and Leedom, "Imaging vector fields using line integral convolution", 1993.
 */
function drawStrands(flow: Flow, near: Field, half: Grid): Field {
  const size = { w: 2 * half.w, h: 2 * half.h }
  const { w, h } = size
  const noise = new Float32Array(w * h)
  fillWithNoise(noise, 9301)
  const fine = soften(noise, size)
  const strands = createField(size)
  const steps = Math.round(STROKE_UNITS * half.perUnit)
  const { x: flowX, y: flowY } = flow
  for (let y = 2; y < h - 2; y++) {
    for (let x = 2; x < w - 2; x++) {
      const start = (y >> 1) * half.w + (x >> 1)
      if (near[start] === 0) continue
      const from = y * w + x
      let sum = fine[from]!
      let count = 1
      for (let sign = -1; sign <= 1; sign += 2) {
        let px = x
        let py = y
        let vx = flowX[start]! * sign
        let vy = flowY[start]! * sign
        // Steps are two pixels long because the noise is that wide.
        for (let step = 0; step < steps; step++) {
          px += 2 * vx
          py += 2 * vy
          if (px < 1 || py < 1 || px > w - 2 || py > h - 2) break
          const cx = (px + 0.5) | 0
          const cy = (py + 0.5) | 0
          const i = (cy >> 1) * half.w + (cx >> 1)
          if (near[i] === 0) break
          sum += fine[cy * w + cx]!
          count++
          const nx = flowX[i]!
          const ny = flowY[i]!
          const turn = nx * vx + ny * vy < 0 ? -1 : 1
          vx = nx * turn
          vy = ny * turn
        }
      }
      // Averaging weakens the noise, so the gain restores its strength.
      strands[from] = STRANDS * clamp((sum / Math.sqrt(count)) * 2.5, -1, 1)
    }
  }
  for (const field of [noise, fine]) releaseBuffer(field)
  return strands
}

/** Half width and half length of the locks of an outline, in units. */
const LOCKS = { width: 1.4, length: 7, gain: 5 } as const
/**
 * Sine of the angle between strands and the outline: locks stand off from the first value on, fully between the middle
 * ones, and not at the last. Strands at a right angle are the parting, which the model of hair's fall continues.
 */
const CROSSING = [0.2, 0.5, 0.8, 0.97] as const
/** Root mean square of the texture of hair without and with visible strands. */
const TEXTURED = [0.004, 0.009] as const

/** Draws the uneven outline of hair whose strands cross it: noise smeared along the strands. */
function drawLocks(texture: Field, flow: Flow, mask: Field, skin: Field, grid: Grid, walk: Walk): Field {
  const noise = createField(grid)
  fillWithNoise(noise, 24683)
  const radius = Math.max(1, Math.round(LOCKS.width * grid.perUnit))
  const fine = boxBlur(noise, grid, radius, 2)
  const squares = texture.map((value) => value * value)
  const energy = boxBlur(squares, grid, Math.round(LOCK_UNITS * grid.perUnit), 2)
  const steps = Math.round(LOCKS.length * grid.perUnit)
  const out = createField(grid)
  for (let y = 2; y < grid.h - 2; y++) {
    for (let x = 2; x < grid.w - 2; x++) {
      const i = y * grid.w + x
      if (mask[i]! <= NEAR_MASK || mask[i]! > SURE_MASK || skin[i]! >= 0.62) continue
      const dx = mask[i + 1]! - mask[i - 1]!
      const dy = mask[i + grid.w]! - mask[i - grid.w]!
      const steep = Math.sqrt(dx * dx + dy * dy)
      if (steep === 0) continue
      const crossing = Math.abs(flow.x[i]! * dx + flow.y[i]! * dy) / steep
      const share =
        smoothstep(CROSSING[0], CROSSING[1], crossing) *
        (1 - smoothstep(CROSSING[2], CROSSING[3], crossing)) *
        smoothstep(TEXTURED[0], TEXTURED[1], Math.sqrt(energy[i]!))
      if (share === 0) continue
      walk.both(fine, x, y, steps)
      out[i] = share * clamp((LOCKS.gain * radius * walk.sum) / Math.sqrt(walk.count), -1, 1)
    }
  }
  for (const field of [noise, fine, squares, energy]) releaseBuffer(field)
  return out
}

/**
 * Blurs noise with weights 1, 2, 1 so that every second pixel represents the pixels between as well. Otherwise every
 * second row would show a line across all strands.
 */
function soften(noise: Field, { w, h }: { readonly w: number; readonly h: number }): Field {
  const out = new Float32Array(w * h)
  for (let y = 1; y < h - 1; y++) {
    for (let i = y * w + 1; i < y * w + w - 1; i++) {
      const sides = noise[i - 1]! + noise[i + 1]! + noise[i - w]! + noise[i + w]!
      const corners = noise[i - w - 1]! + noise[i - w + 1]! + noise[i + w - 1]! + noise[i + w + 1]!
      out[i] = (4 * noise[i]! + 2 * sides + corners) / 16
    }
  }
  return out
}

/** Returns lightness without its large shapes, which leaves the strands. Returns 0 near the edges of the hair. */
function computeTexture(lightness: Field, mask: Field, skin: Field, grid: Grid): Field {
  const fine = gaussBlur(lightness, grid, 0.5 * grid.perUnit)
  const wide = gaussBlur(fine, grid, AROUND_UNITS * grid.perUnit)
  return fine.map((value, i) => {
    const isInside = mask[i]! > 0.7 && skin[i]! < 0.35
    return isInside ? clamp(value - wide[i]!, -TEXTURE_MAX, TEXTURE_MAX) : 0
  })
}

/**
 * Creates the default direction of hair. It parts in the middle, leans outward over the skull and hangs below. There is
 * no single point where all strands meet.
 */
function createFall(grid: Grid): FlowPrior {
  const fall = { weight: FAINT, x: createField(grid), y: createField(grid) }
  eachPixel(grid, (i, unitX, unitY) => {
    const lean = unitX / (LEAN.over + LEAN.below * Math.max(0, unitY - LEAN.fromY))
    const length = Math.sqrt(lean * lean + 1)
    fall.x[i] = lean / length
    fall.y[i] = 1 / length
  })
  return fall
}

/**
 * Radii of inpainting in units, each with the minimum share of sure pixels within it. A narrow lock and a reconstructed
 * crown have few nearby. The last radius takes any hair: a white collar would show in dark hair.
 */
const INPAINT = [
  { units: 4, least: 0.02 },
  { units: 11, least: 0.02 },
  { units: 30, least: 0.02 },
  { units: 75, least: 0.001 },
] as const

/** Inpaints pixels that are not surely hair from nearby hair. Neither skin nor wall bleeds into a strand. */
export function inpaint(fields: readonly Field[], sure: Field, grid: Grid): Field[] {
  const out = fields.map((values) => values.slice())
  const left = sure.slice()
  const product = createField(grid)
  for (const { units, least } of INPAINT) {
    const radius = Math.max(1, Math.round(units * grid.perUnit))
    const share = boxBlur(sure, grid, radius)
    fields.forEach((values, n) => {
      for (let i = 0; i < product.length; i++) product[i] = values[i]! * sure[i]!
      const sum = boxBlur(product, grid, radius)
      const to = out[n]!
      for (let i = 0; i < to.length; i++) if (left[i] === 0 && share[i]! >= least) to[i] = sum[i]! / share[i]!
      releaseBuffer(sum)
    })
    for (let i = 0; i < left.length; i++) if (share[i]! >= least) left[i] = 1
    releaseBuffer(share)
  }
  releaseBuffer(left)
  releaseBuffer(product)
  return out
}

function smoothAlongFlow(values: Field, isHair: Field, grid: Grid, walk: Walk, steps: number): Field {
  const out = createField(grid)
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

function measureSpread<Shares extends readonly number[]>(values: Field, isHair: Field, shares: Shares) {
  const hairValues: number[] = []
  for (let i = 0; i < values.length; i += 2) if (isHair[i] === 1) hairValues.push(values[i]!)
  return percentiles(hairValues, shares)
}

function glossAt(x: number, y: number): number {
  const [dx, dy] = [x - CROWN.x, (y - CROWN.y) * 1.15]
  const across = (Math.sqrt(dx * dx + dy * dy) - GLOSS.radius) / GLOSS.width
  return clamp(1 - across * across, 0, 1) * clamp(1 - Math.abs(x - GLOSS.x) / 46, 0, 1)
}
