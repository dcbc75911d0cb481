import { boxBlur, gaussBlur } from '../field/blur.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { computeFlow, type Flow, type FlowPrior, Walk } from '../field/flow.ts'
import { createField, eachPixel, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { clamp, percentiles } from '#worker/graphics/numbers.ts'

/** Strands run together like this, in units. */
const LOCK_UNITS = 5
/** Length to which tones are drawn out along the strands each way, in units, and their width across. */
const STRAND_UNITS = 12
const WIDTH_UNITS = 0.9
const ROUNDING_UNITS = 0.8
/** Strands are told from what is this far around them. */
const AROUND_UNITS = 2
/**
 * The distance from the middle at which hair leans by half a right angle, in units, and the most it grows below a
 * height.
 */
const LEAN = { over: 46, below: 1, fromY: -50 } as const
/** The middle of the gloss. */
const CROWN = { x: 0, y: -92 } as const
/** Below this change of lightness per pixel, squared, the fall of hair is believed more than the photo. */
const FAINT = 1e-4
/** A change larger than this is an edge, not a strand. */
const TEXTURE_MAX = 0.03
/** Hair is combed this far outside the mask too, for strands that stand out of the outline. */
const NEAR_MASK = 0.004
/** Nearer to the outline there is as much wall as hair in a pixel. */
const SURE_MASK = 0.985
/** Half the length of a stroke, in units. */
const STROKE_UNITS = 8
/** Half the width of a lock's noise in pixels, and what makes it as strong as that of strands. */
const LOCK_NOISE = 3
const LOCK_GAIN = 42
/** The gloss on a round head lit from the top left: a bow at this distance from the crown, in units. */
const GLOSS = { radius: 41, width: 9, strength: 0.3, least: 0.12, x: -16 } as const

/** Hair as it is drawn: its lightness at the size of the grid, strands and locks at twice that size. */
export type Hair = {
  readonly tone: Field
  /** Lighter and darker than what is around them, -1 to 1; 0 where no hair is near. */
  readonly strands: Field
  /** The same, some units wide. */
  readonly locks: Field
}

/**
 * Hair as locks and strands, with the photo's own light and dark. Where the photo shows no strands hair falls from the
 * crown.
 *
 * @param lightness @param mask @param skin all at the size of `grid`
 * @returns lightness, drawn out along the way hair grows; it means nothing on skin
 */
export function combHair(lightness: Field, mask: Field, skin: Field, foreign: Field, grid: Grid): Hair {
  const isHair = createField(grid)
  const near = createField(grid)
  for (let i = 0; i < isHair.length; i++) {
    if (skin[i]! >= 0.62) continue
    isHair[i] = mask[i]! > 0.3 ? 1 : 0
    near[i] = mask[i]! > NEAR_MASK ? 1 : 0
  }
  const sure = isHair.map((is, i) => (is === 1 && foreign[i] === 0 && mask[i]! > SURE_MASK && skin[i]! < 0.45 ? 1 : 0))
  const [own] = inward([lightness], sure, grid) as [Field]
  const texture = computeTexture(own, mask, skin, grid)
  const flow = computeFlow(texture, near, grid, Math.round(LOCK_UNITS * grid.perUnit), createFall(grid))
  const walk = new Walk(flow, grid)
  const steps = Math.round(STRAND_UNITS * grid.perUnit)
  const tone = alongFlow(gaussBlur(own, grid, WIDTH_UNITS * grid.perUnit), isHair, grid, walk, steps)
  const [low, high] = measureSpread(tone, isHair, [0.2, 0.9] as const)
  for (let i = 0; i < tone.length; i++) {
    if (isHair[i] === 0) continue
    tone[i]! +=
      GLOSS.strength *
      Math.max(GLOSS.least, high - low) *
      glossAt(unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w)))
  }
  const drawn = strandsAlong(flow, near, grid)
  for (const field of [isHair, near, own, sure, texture, flow.x, flow.y]) releaseBuffer(field)
  return { tone: gaussBlur(tone, grid, ROUNDING_UNITS * grid.perUnit), ...drawn }
}

/**
 * Strands and locks as an illustrator lays them: noise drawn out along the way hair grows (Cabral and Leedom, "Imaging
 * vector fields using line integral convolution", 1993), in and close around the hair.
 */
function strandsAlong(flow: Flow, near: Field, half: Grid): Pick<Hair, 'strands' | 'locks'> {
  const size = { w: 2 * half.w, h: 2 * half.h }
  const { w, h } = size
  const noise = new Float32Array(w * h)
  // Always the same, so that the same photo gives the same drawing.
  let seed = 9301
  for (let i = 0; i < noise.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0
    noise[i] = (seed >>> 8) / 16777216 - 0.5
  }
  const fine = soften(noise, size)
  const wide = boxBlur(noise, size, LOCK_NOISE, 2)
  const [strands, locks] = [createField(size), createField(size)]
  const steps = Math.round(STROKE_UNITS * half.perUnit)
  const { x: flowX, y: flowY } = flow
  for (let y = 2; y < h - 2; y++) {
    for (let x = 2; x < w - 2; x++) {
      const start = (y >> 1) * half.w + (x >> 1)
      if (near[start] === 0) continue
      const from = y * w + x
      let sum = fine[from]!
      let lock = wide[from]!
      let count = 1
      for (let sign = -1; sign <= 1; sign += 2) {
        let px = x
        let py = y
        let vx = flowX[start]! * sign
        let vy = flowY[start]! * sign
        // Two pixels a step: the noise is as wide.
        for (let step = 0; step < steps; step++) {
          px += 2 * vx
          py += 2 * vy
          if (px < 1 || py < 1 || px > w - 2 || py > h - 2) break
          const cx = (px + 0.5) | 0
          const cy = (py + 0.5) | 0
          const i = (cy >> 1) * half.w + (cx >> 1)
          if (near[i] === 0) break
          const at = cy * w + cx
          sum += fine[at]!
          lock += wide[at]!
          count++
          const nx = flowX[i]!
          const ny = flowY[i]!
          const turn = nx * vx + ny * vy < 0 ? -1 : 1
          vx = nx * turn
          vy = ny * turn
        }
      }
      // The mean of many is small: made as strong as that of few.
      strands[from] = clamp((sum / Math.sqrt(count)) * 2.5, -1, 1)
      locks[from] = clamp((lock / count) * LOCK_GAIN, -1, 1)
    }
  }
  for (const field of [noise, fine, wide]) releaseBuffer(field)
  return { strands, locks }
}

/**
 * Noise of which every second pixel along a strand tells as much of the pixels between as of itself (weights 1, 2, 1): others
 * would draw a line across all strands in every second row.
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

/** Returns lightness without its large shapes: strands. Nothing near the edges of the hair, which are no strands. */
function computeTexture(lightness: Field, mask: Field, skin: Field, grid: Grid): Field {
  const fine = gaussBlur(lightness, grid, 0.5 * grid.perUnit)
  const wide = gaussBlur(fine, grid, AROUND_UNITS * grid.perUnit)
  return fine.map((value, i) => {
    const isInside = mask[i]! > 0.7 && skin[i]! < 0.35
    return isInside ? clamp(value - wide[i]!, -TEXTURE_MAX, TEXTURE_MAX) : 0
  })
}

/** Hair parts in the middle, leans outward over the skull and hangs down below it: no place where all strands meet. */
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
 * Fields in which what is not surely hair takes over the hair beside it: neither skin nor wall bleeds into a strand.
 */
export function inward(fields: readonly Field[], sure: Field, grid: Grid): Field[] {
  const out = fields.map((values) => values.slice())
  const left = sure.slice()
  const product = createField(grid)
  // Near first, then far: a narrow lock and a completed crown have nothing sure close by.
  for (const units of [4, 11, 30]) {
    const radius = Math.max(1, Math.round(units * grid.perUnit))
    const share = boxBlur(sure, grid, radius)
    fields.forEach((values, n) => {
      for (let i = 0; i < product.length; i++) product[i] = values[i]! * sure[i]!
      const sum = boxBlur(product, grid, radius)
      const to = out[n]!
      for (let i = 0; i < to.length; i++) if (left[i] === 0 && share[i]! >= 0.02) to[i] = sum[i]! / share[i]!
      releaseBuffer(sum)
    })
    for (let i = 0; i < left.length; i++) if (share[i]! >= 0.02) left[i] = 1
    releaseBuffer(share)
  }
  releaseBuffer(left)
  releaseBuffer(product)
  return out
}

function alongFlow(values: Field, isHair: Field, grid: Grid, walk: Walk, steps: number): Field {
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
  const ofHair: number[] = []
  for (let i = 0; i < values.length; i += 2) if (isHair[i] === 1) ofHair.push(values[i]!)
  return percentiles(ofHair, shares)
}

function glossAt(x: number, y: number): number {
  const [dx, dy] = [x - CROWN.x, (y - CROWN.y) * 1.15]
  const across = (Math.sqrt(dx * dx + dy * dy) - GLOSS.radius) / GLOSS.width
  return clamp(1 - across * across, 0, 1) * clamp(1 - Math.abs(x - GLOSS.x) / 46, 0, 1)
}
