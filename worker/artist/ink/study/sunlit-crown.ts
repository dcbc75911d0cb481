import { median, smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { unitY } from '../field/grid.ts'
import type { Fit } from '../field/guided-filter.ts'
import type { Planes } from './crop.ts'

/**
 * Skin above the brows that is lighter than the cheeks by more than `above` lies in the sun and keeps a share of the
 * excess. This fades in between two heights, in units. Where the excess is `color`, skin with less than the share `pale`
 * of the cheeks' chroma gets their color.
 */
const SUN = { above: 0.15, retained: 0.3, color: 0.08, pale: [0.2, 0.5], y: [-26, -46] } as const

/** Darkens a forehead or bald crown that the sun bleaches, in place. The head would have two tones. */
export function calmSunlitCrown(
  { slope, offset, a, b }: Fit & Pick<LabPlanes, 'a' | 'b'>,
  { lightness, grid }: Planes,
  skin: Float32Array,
  worn: Float32Array,
  cheeks: readonly number[],
): void {
  if (cheeks.length === 0) return
  const lit = median(cheeks.map((i) => slope[i]! * lightness[i]! + offset[i]!)) + SUN.above
  const [cheekA, cheekB] = [median(cheeks.map((i) => a[i]!)), median(cheeks.map((i) => b[i]!))]
  const chroma = Math.hypot(cheekA, cheekB)
  for (let i = 0; i < slope.length; i++) {
    const tone = slope[i]! * lightness[i]! + offset[i]!
    if (tone <= lit) continue
    const high = 1 - smoothstep(SUN.y[1], SUN.y[0], unitY(grid, Math.floor(i / grid.w)))
    const share = high * skin[i]! * (1 - worn[i]!)
    const factor = 1 - (share * (1 - SUN.retained) * (tone - lit)) / tone
    slope[i]! *= factor
    offset[i]! *= factor
    const pale = 1 - smoothstep(SUN.pale[0] * chroma, SUN.pale[1] * chroma, Math.hypot(a[i]!, b[i]!))
    const moved = share * pale * smoothstep(0, SUN.color, tone - lit)
    a[i]! += moved * (cheekA - a[i]!)
    b[i]! += moved * (cheekB - b[i]!)
  }
}
