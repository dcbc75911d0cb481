import type { Place2 } from '../ink/field/polygon.ts'
import type { Sides } from '../ink/study/head-shape.ts'

/** Where a closed ring lies at a height: its left and right end, in units; null above and below it. */
export function sidesOfRing(ring: readonly Place2[], y: number): Sides | null {
  const xs: number[] = []
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [one, other] = [ring[i]!, ring[j]!]
    if (one.y > y === other.y > y) continue
    xs.push(one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y))
  }
  return xs.length === 0 ? null : { left: Math.min(...xs), right: Math.max(...xs) }
}
