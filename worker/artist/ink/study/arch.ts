import { clamp, smoothstep } from '#worker/graphics/numbers.ts'

/** Length of an arch's Bezier handles, as a share of its height and half width. */
const FULLNESS = { side: 0.6, top: { upright: 0.46, leaning: 0.6, lean: [0.3, 0.7] } } as const
/** Points on each half of an arch, and height samples per unit. */
const STEPS = 32
const PER_UNIT = 4

/** Lean of both sides of an arch toward its middle, in units across per unit up. */
export type Lean = { readonly left: number; readonly right: number }

type ArchShape = { readonly half: number; readonly height: number; readonly lean: Lean; readonly slope?: number }

/** Returns the maximum height of an arch that is not pointed: the tangents of both sides limit it. */
export const getRoundHeight = (half: number, lean: Lean): number =>
  half * Math.tan(Math.atan2(2, lean.left + lean.right) / 2)

/** Maximum height of an end above or below the middle of its arch's base, as a share of the arch's height. */
const TILT_MAX = 0.6

/**
 * Creates an arch that continues the slope of both sides and is level at its top, even on a tilted base.
 *
 * @param slope of the base, in units down per unit to the right
 * @returns a function that maps the distance from the middle to the height, 0 beyond the ends
 */
export function drawArch({ half, height, lean, slope = 0 }: ArchShape): (x: number) => number {
  const { upright, leaning } = FULLNESS.top
  const outline: { x: number; y: number }[] = []
  // A steeper base shears its arch.
  const most = (TILT_MAX * height) / half
  const tilt = clamp(slope, -most, most)
  for (const side of [-1, 1] as const) {
    const end = -side * tilt * half
    const up = FULLNESS.side * (height - end)
    const own = side < 0 ? lean.left : lean.right
    const inward = Math.min(own * up, 0.6 * half)
    const full = upright + (leaning - upright) * smoothstep(...FULLNESS.top.lean, own)
    const handle = { x: side * (half - inward), y: end + up }
    const top = { x: side * Math.min(full * half, half - inward), y: height }
    for (let step = 0; step <= STEPS; step++) {
      const t = side < 0 ? step / STEPS : 1 - step / STEPS
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
      const x = a * side * half + b * handle.x + c * top.x
      outline.push({ x, y: a * end + b * handle.y + c * top.y + d * height + tilt * x })
    }
  }
  const heights: number[] = []
  for (let x = -half, next = 1; x <= half; x += 1 / PER_UNIT) {
    while (next < outline.length - 1 && outline[next]!.x < x) next++
    const [from, to] = [outline[next - 1]!, outline[next]!]
    heights.push(from.y + ((to.y - from.y) * (x - from.x)) / Math.max(1e-6, to.x - from.x))
  }
  return (x) => heights[Math.round((x + half) * PER_UNIT)] ?? 0
}
