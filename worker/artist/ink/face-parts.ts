import { boxBlur, gaussBlur } from './blur.ts'
import { eachPixel, type Field, fieldOf, type Grid, halfOf, indexAt } from './grid.ts'
import { bell, clamp } from './numbers.ts'
import { chromaOf, type Lab, type LabPlanes } from './oklab.ts'
import { doubled } from './resize.ts'

export type Point = { readonly x: number; readonly y: number }

const EYE_X = 21.5

/** The irises, in head space: the middle of what is darkest in each eye. Null where nothing is dark. */
export function findIrises(fine: Field, grid: Grid, skin: Lab): (Point | null)[] {
  return [-EYE_X, EYE_X].map((centre) => {
    const darkness = (x: number, y: number) => fine[indexAt(grid, centre + x, y)]!
    let darkest = 1
    for (let y = -14; y < 4; y++) for (let x = -11; x < 12; x++) darkest = Math.min(darkest, darkness(x, y))
    const limit = darkest + 0.12 * (skin[0] - darkest) + 0.04
    let [sumX, sumY, sum] = [0, 0, 0]
    for (let y = -13; y < 3; y += 0.5) {
      for (let x = -9; x < 10; x += 0.5) {
        const weight = Math.max(0, limit - darkness(x, y))
        sumX += weight * (centre + x)
        sumY += weight * y
        sum += weight
      }
    }
    return sum > 0 ? { x: sumX / sum, y: sumY / sum } : null
  })
}

/** Flat classes inside a face; each field crosses one half at the edge of what it names. */
export type FaceParts = {
  /** The whites of the eyes, and teeth. */
  readonly whites: Field
  readonly lips: Field
  readonly lipColor: Lab
}

/** Whites are pale and grey, lips redder than the skin. @param planes the head at half the size of `grid`. */
export function findParts(
  planes: LabPlanes,
  mask: Field,
  grid: Grid,
  skin: Lab,
  irises: readonly (Point | null)[],
): FaceParts {
  const half = halfOf(grid)
  const { lightness, a, b } = planes
  const whites = fieldOf(half)
  const lips = fieldOf(half)
  // A gray photo has no color to tell whites by: then only what is light counts.
  const chroma = Math.max(0.02, chromaOf(skin))
  const redder = skin[1] + 0.32 * Math.max(0.02, skin[1])
  eachPixel(half, (i, x, y) => {
    if (mask[i]! < 0.5 || y < -20 || y > 56) return
    const eye = Math.max(...irises.map((iris) => (iris ? bell(x - iris.x, 12.5) * bell(y - iris.y - 0.7, 3.7) : 0)))
    const mouth = bell(x, 20) * bell(y - 38, 9.5)
    if (Math.max(eye, mouth) >= 0.2) {
      const grey = (eye > 0.2 ? 0.97 : 0.66) - Math.hypot(a[i]!, b[i]!) / chroma
      whites[i] = clamp(0.5 + 6 * grey + 8 * Math.min(0, lightness[i]! - skin[0] + 0.16), 0, 1)
    }
    if (mouth >= 0.2) lips[i] = clamp(0.5 + 34 * (a[i]! - redder - 0.1 * (lightness[i]! - skin[0])), 0, 1)
  })
  return {
    whites: doubled(gaussBlur(whites, half, 0.8 * half.perUnit), grid),
    lips: doubled(gaussBlur(lips, half, 1.2 * half.perUnit), grid),
    lipColor: meanLips(planes, lips, whites) ?? [skin[0] * 0.8, skin[1] + 0.04, skin[2]],
  }
}

function meanLips({ lightness, a, b }: LabPlanes, lips: Field, whites: Field): Lab | null {
  let [count, sumL, sumA, sumB] = [0, 0, 0, 0]
  for (let i = 0; i < lips.length; i++) {
    if (lips[i]! <= 0.7 || whites[i]! >= 0.5) continue
    count++
    sumL += lightness[i]!
    sumA += a[i]!
    sumB += b[i]!
  }
  return count > 20 ? [sumL / count, sumA / count, sumB / count] : null
}

/** Hair that is darker than what is around it. @param windows where brows may be. */
export function findBrows(lightness: Field, windows: Field, grid: Grid): Field {
  const half = halfOf(grid)
  const fine = boxBlur(lightness, half, 1)
  const wide = boxBlur(lightness, half, Math.round(5 * half.perUnit))
  const darker = doubled(
    wide.map((value, i) => value - fine[i]!),
    grid,
  )
  return windows.map((window, i) => (window > 0.25 ? clamp(0.5 + 16 * (darker[i]! - 0.034), 0, 1) : 0))
}
