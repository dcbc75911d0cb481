import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import type { Crown } from './crown.ts'

/** Blur that separates strands from the shape of the hair, in units. */
const COARSE_UNITS = 3
/**
 * Strands above a cut continue those below it, down to `most` units. Strands of hair that is less deep repeat sooner, and
 * the ones of columns with less than `least` come from the nearest hair, `beside` its edge, where it mixes with skin.
 */
const DEPTH = { least: 3, most: 18, beside: 2 } as const
/** Units of hair below the cut per unit above it. Stretched strands do not look mirrored. */
const STRETCH = 0.6
/** Maximum lean of strands, in units across per unit up, and the height in which it fades. */
const LEAN = { most: 0.9, units: 14, beside: 5 } as const
/** Distance from the cut to the first row of strands, in units. The photo's border is corrupt. */
const BELOW_CUT = 0.5
/** Height above the cut up to which the shape of the hair is the one right below it, in units. */
const SHAPE_FADES = [0, 16] as const

/**
 * Changes a color to that of the strand through a place above the cut.
 *
 * @param tone the color without strands, changed in place
 */
type LayStrand = (x: number, y: number, above: number, tone: Float64Array) => void

/**
 * Follows the strands at the cut of a crown: they continue upward in their own direction and color, and lean toward the
 * top of the head.
 *
 * @param all planes of the photo
 * @param hair 1 on pure hair of the photo
 * @param strength of the strands, 0 to 1
 * @returns null without hair at the cut
 */
export function followStrands(
  all: readonly Field[],
  hair: Uint8Array,
  crown: Crown,
  grid: Grid,
  strength: number,
): LayStrand | null {
  const { w, h, perUnit } = grid
  const roots = findRoots(hair, crown, grid)
  if (!roots) return null
  const { smooth, detail } = separate(all, hair, grid)
  const leans = measureLeans(all[0]!, hair, crown, grid)
  const columnAt = (x: number) => clamp(Math.round((x - grid.x0) * perUnit - 0.5), 0, w - 1)
  /** Adds the value of a field at a point, interpolated between pixels. */
  const read = (field: Field, x: number, y: number) => {
    const column = clamp((x - grid.x0) * perUnit - 0.5, 0, w - 1.001)
    const row = clamp((y - grid.y0) * perUnit - 0.5, 0, h - 1.001)
    const at = Math.floor(row) * w + Math.floor(column)
    const [u, v] = [column % 1, row % 1]
    const upper = field[at]! * (1 - u) + field[at + 1]! * u
    return upper * (1 - v) + (field[at + w]! * (1 - u) + field[at + w + 1]! * u) * v
  }
  return (x, y, above, tone) => {
    const bend = LEAN.units * (1 - Math.exp(-above / LEAN.units))
    const upright = crown.rootOf(x, y)
    let root = upright
    for (let round = 0; round < 2; round++) root = upright - leans[columnAt(root)]! * bend
    const column = columnAt(root)
    const from = roots.columns[column]!
    const own = unitX(grid, from) + roots.ways[column]! * (root - unitX(grid, column))
    const depth = bounce(STRETCH * above, roots.depths[from]!)
    const sampleX = own - leans[from]! * depth
    const sampleY = crown.lineAt(sampleX) + BELOW_CUT + depth
    const near = from === column ? 1 - smoothstep(SHAPE_FADES[0], SHAPE_FADES[1], above) : 0
    for (let n = 0; n < 3; n++) {
      if (near > 0) tone[n]! += near * (read(smooth[n]!, own, crown.lineAt(own) + BELOW_CUT) - tone[n]!)
      tone[n]! += strength * read(detail[n]!, sampleX, sampleY)
    }
  }
}

/** Returns a position between 0 and `depth` that runs to and fro. */
const bounce = (at: number, depth: number) => depth - Math.abs((at % (2 * depth)) - depth)

/**
 * The column whose strands continue in each column, 1 or -1 if the columns beside it follow in the same or in the opposite
 * direction, and the depth of the hair below each column in units.
 */
type Roots = { readonly columns: Int32Array; readonly ways: Int8Array; readonly depths: Float64Array }

function findRoots(hair: Uint8Array, crown: Crown, grid: Grid): Roots | null {
  const { w, h, perUnit } = grid
  const deep = Float64Array.from({ length: w }, (_, column) => {
    const first = Math.ceil((crown.lineAt(unitX(grid, column)) + BELOW_CUT - grid.y0) * perUnit)
    let row = Math.max(0, first)
    while (row < h && row - first < DEPTH.most * perUnit && hair[row * w + column] === 1) row++
    return Math.max(0, row - first) / perUnit
  })
  const beside = Math.round(DEPTH.beside * perUnit)
  const isRoot = (column: number) =>
    deep.slice(Math.max(0, column - beside), column + beside + 1).every((depth) => depth >= DEPTH.least)
  const columns = new Int32Array(w)
  const ways = new Int8Array(w).fill(1)
  const [toLeft, toRight] = [nearestRun(isRoot, w, 1), nearestRun(isRoot, w, -1)]
  let found = false
  for (let column = 0; column < w; column++) {
    if (isRoot(column)) {
      columns[column] = column
      found = true
      continue
    }
    const [left, right] = [toLeft[column]!, toRight[column]!]
    const run = right === null || (left !== null && column - left.edge <= right.edge - column) ? left : right
    if (!run) continue
    // Mirrors the run of hair at its edge, again and again.
    const away = Math.abs(column - run.edge)
    const length = Math.max(1, run.length - 1)
    columns[column] = run.edge + run.side * bounce(away, length)
    ways[column] = away % (2 * length) < length ? -1 : 1
  }
  const depths = deep.map((depth) => Math.max(1, depth - 1))
  return found ? { columns, ways, depths } : null
}

/** A run of columns with hair: its edge next to a column, its length and the direction from the edge into it. */
type HairRun = { readonly edge: number; readonly length: number; readonly side: 1 | -1 }

/** Returns the last run of columns with hair before each column in a direction. */
function nearestRun(isRoot: (column: number) => boolean, w: number, step: 1 | -1): (HairRun | null)[] {
  const out: (HairRun | null)[] = Array.from({ length: w }, () => null)
  let length = 0
  let last: HairRun | null = null
  for (let n = 0, column = step > 0 ? 0 : w - 1; n < w; n++, column += step) {
    length = isRoot(column) ? length + 1 : 0
    if (length > 0) last = { edge: column, length, side: step > 0 ? -1 : 1 }
    out[column] = last
  }
  return out
}

/** Separates planes into the shape of the hair and its strands, which are 0 beside hair. */
function separate(all: readonly Field[], hair: Uint8Array, grid: Grid) {
  const radius = Math.round(COARSE_UNITS * grid.perUnit)
  const share = boxBlur(Float32Array.from(hair), grid, radius, 2)
  const product = createField(grid)
  const smooth = all.map((plane) => {
    for (let i = 0; i < product.length; i++) product[i] = hair[i]! * plane[i]!
    const sum = boxBlur(product, grid, radius, 2)
    for (let i = 0; i < sum.length; i++) sum[i] = share[i]! > 0.01 ? sum[i]! / share[i]! : plane[i]!
    return sum
  })
  const detail = all.map((plane, n) => plane.map((value, i) => (hair[i] === 1 ? value - smooth[n]![i]! : 0)))
  releaseBuffer(share)
  releaseBuffer(product)
  return { smooth, detail }
}

/** Returns the lean of the strands right below the cut per column, in units across per unit up. */
function measureLeans(lightness: Field, hair: Uint8Array, crown: Crown, grid: Grid): Float64Array {
  const { w, perUnit } = grid
  const sums = Array.from({ length: 3 }, () => new Float64Array(w))
  for (let i = w; i < hair.length - w; i++) {
    if (hair[i] === 0 || hair[i - 1] === 0 || hair[i + 1] === 0 || hair[i - w] === 0 || hair[i + w] === 0) continue
    const column = i % w
    const below = unitY(grid, Math.floor(i / w)) - crown.lineAt(unitX(grid, column))
    if (below < 2 * BELOW_CUT || below > DEPTH.most) continue
    const [dx, dy] = [lightness[i + 1]! - lightness[i - 1]!, lightness[i + w]! - lightness[i - w]!]
    const weight = Math.exp(-below / 8)
    sums[0]![column]! += weight * dx * dx
    sums[1]![column]! += weight * dx * dy
    sums[2]![column]! += weight * dy * dy
  }
  const reach = Math.round(2.5 * LEAN.beside * perUnit)
  return Float64Array.from({ length: w }, (_, column) => {
    let [xx, xy, yy] = [1e-4, 0, 0]
    for (let off = -reach; off <= reach; off++) {
      const from = column + off
      if (from < 0 || from >= w) continue
      const near = Math.exp(-0.5 * (off / (LEAN.beside * perUnit)) ** 2)
      xx += near * sums[0]![from]!
      xy += near * sums[1]![from]!
      yy += near * sums[2]![from]!
    }
    // Strands run along the minor eigenvector. Level ones show no direction upward.
    const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
    const [along, up] = [Math.sin(angle), Math.cos(angle)]
    const lean = up === 0 ? 0 : along / up
    const coherence = Math.hypot(xx - yy, 2 * xy) / (xx + yy)
    return coherence * clamp(lean, -LEAN.most, LEAN.most)
  })
}
