import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'

/** Rays that search the outline from the middle of a skull. */
const RAY = {
  /** Largest angle from straight up, in degrees. Beyond `ears` the oval fills bites but cuts nothing off. */
  most: 106,
  ears: 84,
  /** Height of the middle, in units. */
  y: -20,
  /** Distance at which the search starts, and its step inward, in units. */
  from: 105,
  step: 0.5,
} as const
/** Depth inside the outline at which a skull shows its skin, in units. */
const SKIN_UNITS = 6
/** Depth below the oval in which everything is scalp, in units. */
const SCALP_UNITS = 10
/** A bald crown is bare across this many degrees around its top. */
const BARE_DEGREES = 76
/** Minimum share of bare skin between its ends. */
const BARE_SHARE = 0.75
/** Bare skin may be interrupted by this many degrees, such as by a nub of wall. */
const GAP_DEGREES = 12
/** Robust least-squares fit of the oval. */
const FIT = {
  /** Residuals at which a point loses half of its weight, in units. Nets bite off scalp more often than they add wall. */
  outer: 1.6,
  inner: 0.8,
  rounds: 8,
  /** Degrees across which the oval blends into the outline. */
  blend: 10,
  /** Weight of the penalty on every term but the radius. */
  ridge: 0.4,
} as const

/**
 * Replaces the outline of a bald crown by a smooth oval, in place. Nets leave nubs and bites there.
 *
 * @param markSkin called with the scalp near the outline, which nets may take for hair or wall
 * @returns true for a bald crown
 */
export function roundBaldCrown(
  shape: Field,
  grid: Grid,
  isSkin: (x: number, y: number) => boolean,
  markSkin: (x: number, y: number) => void,
): boolean {
  const isHead = (x: number, y: number) => {
    const [column, row] = [Math.floor((x - grid.x0) * grid.perUnit), Math.floor((y - grid.y0) * grid.perUnit)]
    return column >= 0 && row >= 0 && column < grid.w && row < grid.h && shape[row * grid.w + column]! >= 0.5
  }
  const middleX = findMiddle(isHead)
  const degrees = Array.from({ length: 2 * RAY.most + 1 }, (_, i) => i - RAY.most)
  const radii = degrees.map((degree) => {
    const [sin, cos] = [Math.sin((degree * Math.PI) / 180), Math.cos((degree * Math.PI) / 180)]
    let radius: number = RAY.from
    while (radius > 0 && !isHead(middleX + radius * sin, RAY.y - radius * cos)) radius -= RAY.step
    return radius
  })
  const isBare = degrees.map((degree, i) => {
    const [sin, cos] = [Math.sin((degree * Math.PI) / 180), Math.cos((degree * Math.PI) / 180)]
    const radius = radii[i]! - SKIN_UNITS
    return isSkin(middleX + radius * sin, RAY.y - radius * cos)
  })
  const reach = (step: 1 | -1) => {
    let [last, gap] = [RAY.most, 0]
    for (let i = RAY.most; i >= 0 && i < isBare.length && gap <= GAP_DEGREES; i += step) {
      gap = isBare[i] ? 0 : gap + 1
      if (isBare[i]) last = i
    }
    return last
  }
  const [first, last] = [reach(-1), reach(1)]
  const bare = isBare.slice(first, last + 1).filter((is) => is).length
  if (bare < Math.max(BARE_DEGREES, BARE_SHARE * (last - first))) return false
  const outline = fitOval(degrees, radii, isBare, first, last)
  const longest = Math.max(...radii) + 2
  for (let row = 0; row < grid.h; row++) {
    for (let column = 0; column < grid.w; column++) {
      const x = unitX(grid, column) - middleX
      const y = RAY.y - unitY(grid, row)
      const radius = Math.sqrt(x * x + y * y)
      if (radius > longest) continue
      const degree = (Math.atan2(x, y) * 180) / Math.PI
      const at = degree + RAY.most
      if (at < first || at > last) continue
      const own = radii[Math.round(at)]!
      const share = smoothstep(0, FIT.blend, Math.min(at - first, last - at))
      const change = share * (outline(degree) - own)
      const edge = own + (Math.abs(degree) > RAY.ears ? Math.max(0, change) : change)
      if (radius > edge) shape[row * grid.w + column] = 0
      else if (share > 0) {
        shape[row * grid.w + column] = 1
        if (radius > edge - SCALP_UNITS) markSkin(unitX(grid, column), unitY(grid, row))
      }
    }
  }
  return true
}

/** Returns the middle of the head above its ears. */
function findMiddle(isHead: (x: number, y: number) => boolean): number {
  let [left, right] = [0, 0]
  for (const y of [-36, -42, -48]) {
    for (let x = 0; x < RAY.from; x++) {
      if (isHead(x, y)) right = Math.max(right, x)
      if (isHead(-x, y)) left = Math.min(left, -x)
    }
  }
  return clamp((left + right) / 2, -20, 20)
}

/** Fits an oval to the bare part of an outline by least squares, robust to nubs and bites. */
function fitOval(
  degrees: readonly number[],
  radii: readonly number[],
  isBare: readonly boolean[],
  first: number,
  last: number,
): (degree: number) => number {
  const basis = (degree: number) => {
    const angle = (degree * Math.PI) / 180
    return [1, Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)]
  }
  let weights: number[] = degrees.map((_, i) => (i >= first && i <= last && isBare[i] ? 1 : 0))
  let solution: number[] = []
  const valueAt = (degree: number) => basis(degree).reduce((sum, value, k) => sum + value * solution[k]!, 0)
  for (let round = 0; round < FIT.rounds; round++) {
    const system = Array.from({ length: 5 }, (_, k) =>
      Array.from({ length: 6 }, (_, column) => (k === column && k > 0 ? FIT.ridge : 0)),
    )
    degrees.forEach((degree, i) => {
      const row = [...basis(degree), radii[i]!]
      for (let k = 0; k < 5; k++)
        for (let column = 0; column < 6; column++) system[k]![column]! += weights[i]! * row[k]! * row[column]!
    })
    solution = solve(system)
    weights = weights.map((weight, i) => {
      const off = radii[i]! - valueAt(degrees[i]!)
      return weight === 0 ? 0 : 1 / (1 + (off / (off < 0 ? FIT.inner : FIT.outer)) ** 2) + 1e-6
    })
  }
  return valueAt
}

/** Solves a positive definite system given as rows with the right side in the last column, in place. */
function solve(system: number[][]): number[] {
  const size = system.length
  for (let k = 0; k < size; k++)
    for (let row = 0; row < size; row++) {
      if (row === k) continue
      const factor = system[row]![k]! / system[k]![k]!
      for (let column = k; column <= size; column++) system[row]![column]! -= factor * system[k]![column]!
    }
  return system.map((row, k) => row[size]! / row[k]!)
}
