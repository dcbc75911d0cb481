import type { Cascade, FaceWindow } from 'jsfeat'

/** A cascade in flat tables: for each stage its trees, for each tree its rectangles, one after the other. */
export type FlatCascade = {
  readonly sidePx: number
  readonly stages: readonly { readonly threshold: number; readonly firstTree: number; readonly lastTree: number }[]
  /** For each tree where its rectangles begin, and behind the last one where they end. */
  readonly firstRect: Int32Array
  readonly thresholds: Float64Array
  readonly below: Float64Array
  readonly above: Float64Array
  /** Left, top, width and height of each rectangle, in the detector's own pixels. */
  readonly rects: Float64Array
  readonly weights: Float64Array
}

export function flatten({ size, complexClassifiers }: Cascade): FlatCascade {
  const trees = complexClassifiers.flatMap((stage) => stage.simpleClassifiers)
  const features = trees.flatMap((tree) => tree.features)
  const firstRect = new Int32Array(trees.length + 1)
  for (const [i, tree] of trees.entries()) firstRect[i + 1] = firstRect[i]! + tree.features.length
  let lastTree = 0
  return {
    sidePx: size[0],
    stages: complexClassifiers.map(({ threshold, simpleClassifiers }) => {
      const firstTree = lastTree
      lastTree += simpleClassifiers.length
      return { threshold, firstTree, lastTree }
    }),
    firstRect,
    thresholds: Float64Array.from(trees, (tree) => tree.threshold),
    below: Float64Array.from(trees, (tree) => tree.left_val),
    above: Float64Array.from(trees, (tree) => tree.right_val),
    rects: Float64Array.from(features.flatMap(([left, top, width, height]) => [left, top, width, height])),
    weights: Float64Array.from(features, ([, , , , weight]) => weight),
  }
}

/** Sums over everything above and left of each pixel, with a row and a column of zeros before them. */
export type Integral = {
  readonly sums: Int32Array
  readonly squares: Float64Array
  readonly cols: number
  readonly rows: number
}

/**
 * Every window of one size that passes all stages: what `haar.detect_single_scale` of jsfeat 0.0.8 finds, in a quarter of its
 * time, because the places of all rectangles are worked out once and not for every window.
 */
export function windowsOf(cascade: FlatCascade, integral: Integral, scale: number): FaceWindow[] {
  const { sums, squares, cols, rows } = integral
  const side = Math.floor(cascade.sidePx * scale)
  const line = cols + 1
  const step = Math.floor(0.5 * scale + 1.5)
  const area = 1 / (side * side)
  const [right, bottom] = [side, side * line]
  const passes = judgeOf(cascade, sums, cornersOf(cascade.rects, scale, line), area)
  const found: FaceWindow[] = []
  for (let y = 0; y < rows - side; y += step) {
    for (let x = 0; x < cols - side; x += step) {
      const at = y * line + x
      const mean = (sums[at]! - sums[at + right]! - sums[at + bottom]! + sums[at + bottom + right]!) * area
      const square = squares[at]! - squares[at + right]! - squares[at + bottom]! + squares[at + bottom + right]!
      const variance = square * area - mean * mean
      const confidence = passes(at, variance > 0 ? Math.sqrt(variance) : 1)
      if (confidence === null) continue
      found.push({ x, y, width: side, height: side, neighbor: 1, confidence })
      x += step
    }
  }
  return found
}

/** For each rectangle how far its four corners are from the window's first pixel. */
function cornersOf(rects: Float64Array, scale: number, line: number): Int32Array {
  const corners = new Int32Array(rects.length)
  for (let i = 0; i < rects.length; i += 4) {
    const at = Math.floor(rects[i]! * scale) + Math.floor(rects[i + 1]! * scale) * line
    const width = Math.floor(rects[i + 2]! * scale)
    const height = Math.floor(rects[i + 3]! * scale) * line
    corners[i] = at
    corners[i + 1] = at + width
    corners[i + 2] = at + height
    corners[i + 3] = at + height + width
  }
  return corners
}

/** @returns what says how surely the window that begins at a pixel shows a face, or null */
function judgeOf(
  { stages, firstRect, thresholds, below, above, weights }: FlatCascade,
  sums: Int32Array,
  corners: Int32Array,
  area: number,
): (at: number, deviation: number) => number | null {
  return (at, deviation) => {
    // Instead of every difference by the area, the limit is divided once.
    const limit = deviation / area
    let sum = 0
    let rect = 0
    for (let stage = 0; stage < stages.length; stage++) {
      const { threshold, firstTree, lastTree } = stages[stage]!
      sum = 0
      for (let tree = firstTree; tree < lastTree; tree++) {
        let difference = 0
        for (const end = firstRect[tree + 1]!; rect < end; rect++) {
          const corner = 4 * rect
          difference +=
            (sums[at + corners[corner]!]! -
              sums[at + corners[corner + 1]!]! -
              sums[at + corners[corner + 2]!]! +
              sums[at + corners[corner + 3]!]!) *
            weights[rect]!
        }
        sum += difference < thresholds[tree]! * limit ? below[tree]! : above[tree]!
      }
      if (sum < threshold) return null
    }
    return sum
  }
}
