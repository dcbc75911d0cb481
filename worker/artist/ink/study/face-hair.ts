import { contains, eachNear, type Place2 } from '../field/polygon.ts'
import type { Field } from '../field/grid.ts'
import type { Lab } from '../color/oklab.ts'
import type { Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import { middleTone, type Tones } from './tones.ts'

/** Landmarks between nose and lip and on the chin, and the radius around them in units. */
const BEARD = { landmarks: [164, 165, 391, 200, 199, 175], radius: 4 } as const
/** A beard is darker than lit skin by at least this much. */
const DARKER = 0.16
/** Share of the pixels that is hair. The rest is skin between the hairs. */
const HAIR_SHARE = 0.4
const LEAST_PIXELS = 24
const WORN_MAX = 0.1

/**
 * Returns the painted color of the hair in a face, which often differs from that on the head: of the beard, or else of
 * the brows. Returns null if neither is visible.
 */
export function measureFaceHair(tones: Tones, planes: Planes, map: FaceMap, worn: Field, skin: Lab): Lab | null {
  const { grid, lightness } = planes
  const { lipsOut, points, brows } = map
  const lightnessAt = (i: number) => tones.slope[i]! * lightness[i]! + tones.offset[i]!
  const measure = (areas: readonly (readonly Place2[])[], reach: number, isIn: (x: number, y: number) => boolean) => {
    const pixels: number[] = []
    for (const area of areas)
      eachNear(area, grid, reach, (i, x, y) => {
        if (worn[i]! < WORN_MAX && isIn(x, y)) pixels.push(i)
      })
    if (pixels.length < LEAST_PIXELS) return null
    const darkest = pixels.toSorted((one, other) => lightnessAt(one) - lightnessAt(other))
    return middleTone(tones, planes, darkest.slice(0, Math.ceil(HAIR_SHARE * pixels.length)))
  }
  const aroundMouth = BEARD.landmarks.map((n) => [points[n]!])
  const beard = measure(aroundMouth, BEARD.radius, (x, y) => !contains(lipsOut, x, y))
  if (beard && beard[0] < skin[0] - DARKER) return beard
  return measure(brows, 0, (x, y) => brows.some((ring) => contains(ring, x, y)))
}
