import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { getChroma, type Lab, type LabPlanes, medianColor } from '../color/oklab.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, eachPixel, type Field, type Grid, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { KIND, SURE } from './segment-fields.ts'
import { BROW_Y, LEAF_A, WORN } from './worn-items.ts'

/**
 * An object is wall or hair if its color and lightness are this close to theirs. Only `chroma` tells them from gray
 * objects. In pixels of the half-size grid.
 */
const LIKE = { lightness: 0.12, color: 0.045, chroma: 0.07, pixels: 200 } as const
/** Minimum mean of the matte in an object that is hair. */
const PERSON_MIN = 0.9

const isLike = ([l, a, b]: Lab, [otherL, otherA, otherB]: Lab) =>
  Math.abs(l - otherL) <= LIKE.lightness && Math.hypot(a - otherA, b - otherB) <= LIKE.color

/** Returns the color of a class; null if it is gray or the photo shows too little of it. */
function colorOf(kind: Uint8Array, wanted: number, colors: LabPlanes): Lab | null {
  const pixels: number[] = []
  for (let i = 0; i < kind.length; i++) if (kind[i] === wanted) pixels.push(i)
  if (pixels.length < LIKE.pixels) return null
  const color = medianColor(colors, pixels)
  return getChroma(color) < LIKE.chroma ? null : color
}

/** Labels wall that the net takes for worn objects between hair and cheek as background, in place. */
export function dropWallObjects(kind: Uint8Array, colors: LabPlanes, grid: Grid): void {
  const isLowObject = (i: number) => kind[i] === KIND.others && unitY(grid, Math.floor(i / grid.w)) > BROW_Y
  if (!kind.some((_, i) => isLowObject(i))) return
  // Glasses show a gray wall's reflections, so only a colorful wall is recognized.
  const wall = colorOf(kind, KIND.background, colors)
  if (!wall) return
  eachPiece(grid, isLowObject, true, (pixels) => {
    if (isLike(medianColor(colors, Array.from(pixels)), wall)) for (const i of pixels) kind[i] = KIND.background
  })
}

/** Labels curls that the net takes for objects held beside the head as hair, in place. @param worn see `wornPieces` */
export function labelCurls(kind: Uint8Array, worn: Uint8Array, person: Field, colors: LabPlanes, grid: Grid): void {
  const isObject = (i: number) => kind[i] === KIND.others && worn[i] === WORN.no
  if (!kind.some((_, i) => isObject(i))) return
  // A phone may be as dark as black hair, so only colorful hair is recognized.
  const hair = colorOf(kind, KIND.hair, colors)
  if (!hair) return
  eachPiece(grid, isObject, true, (pixels) => {
    const all = Array.from(pixels)
    const isPerson = all.reduce((sum, i) => sum + person[i]!, 0) > PERSON_MIN * all.length
    if (isPerson && isLike(medianColor(colors, all), hair)) for (const i of all) kind[i] = KIND.hair
  })
}

/** Minimum area of a hat above the brows, in square units. Sunglasses on the hair are smaller. */
const HAT_UNITS = 700

/**
 * Adds a brim that reaches above the brows and has a hat's hue to `worn`, in place. The net separates it from the hat
 * where it takes leather for hair.
 */
export function addBrims(kind: Uint8Array, worn: Uint8Array, colors: LabPlanes, grid: Grid): void {
  const isRest = (i: number) => kind[i] === KIND.others && worn[i] === WORN.no
  if (!kind.some((_, i) => isRest(i))) return
  const hat: number[] = []
  for (let i = 0; i < kind.length; i++)
    if (worn[i] !== WORN.no && unitY(grid, Math.floor(i / grid.w)) < BROW_Y) hat.push(i)
  if (hat.length < HAT_UNITS * grid.perUnit ** 2) return
  const [, hatA, hatB] = medianColor(colors, hat)
  // Leaves in front of the hair are no hat.
  if (hatA < LEAF_A && !worn.includes(WORN.hat)) return
  eachPiece(grid, isRest, true, (pixels) => {
    const [, a, b] = medianColor(colors, Array.from(pixels))
    const isHigh = pixels.some((i) => unitY(grid, Math.floor(i / grid.w)) < BROW_Y)
    // Its side in the shade is as dark as a shadow.
    if (isHigh && Math.hypot(a - hatA, b - hatB) <= LIKE.color) for (const i of pixels) worn[i] = WORN.hat
  })
}

/**
 * The matte may take a dark wall for hair. It is trusted only within these distances of the net's hair and face, in
 * units. Skin has no loose strands: farther away the matte sees a line of the wall.
 */
const BESIDE_UNITS = { hair: 5, face: 2 } as const
/** Smaller values are rounding errors of the blur. */
const BESIDE_MIN = 1e-3
/** The segmentation net misses hair out of focus. If it finds less than this share, the matte is trusted. */
const SEEN_MIN = 0.15

/** Returns a field above 0 near hair, face and worn items, or null where hair is out of focus. */
export function findNearHead(person: Field, kind: Uint8Array, worn: Uint8Array, grid: Grid): Field | null {
  const hair = createField(grid)
  const face = createField(grid)
  let [seen, matted] = [0, 0]
  eachPixel(grid, (i, _x, y) => {
    const isHair = kind[i] === KIND.hair || worn[i] !== WORN.no
    const isFace = kind[i] === KIND.faceSkin
    if (isHair) hair[i] = 1
    if (isFace) face[i] = 1
    if (isHair) seen++
    // Below the face the matte also includes the neck and the shoulders.
    if (y < 0 && !isFace && person[i]! > 0.5) matted++
  })
  if (seen < SEEN_MIN * matted) return null
  const beside = boxBlur(hair, grid, Math.round(BESIDE_UNITS.hair * grid.perUnit))
  const besideFace = boxBlur(face, grid, Math.round(BESIDE_UNITS.face * grid.perUnit))
  for (let i = 0; i < beside.length; i++) {
    beside[i]! += besideFace[i]!
    if (beside[i]! < BESIDE_MIN) beside[i] = 0
  }
  for (const field of [hair, face, besideFace]) releaseBuffer(field)
  return beside
}

/** The matte is wrong about background of which more than this share lies apart from the head. */
const APART_MAX = 0.35

/** Clears the matte where it takes a wall for a part of the person, in place. Wall in the colors of hair fools it. */
export function dropWall(person: Field, kind: Uint8Array, beside: Field, grid: Grid): void {
  eachPiece(
    grid,
    (i) => kind[i] === KIND.background && person[i]! > SURE.out,
    false,
    (pixels) => {
      const apart = pixels.filter((i) => beside[i] === 0).length
      if (apart > APART_MAX * pixels.length) for (const i of pixels) person[i] = 0
    },
  )
}
