import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, eachPixel, type Field, type Grid, unitY } from '../field/grid.ts'
import { toDistanceField } from '../field/polygon.ts'
import { eachPiece } from '../field/regions.ts'
import { doubled, halved } from '../field/resize.ts'
import type { Crop } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import { inpaint } from './hair.ts'
import { findHandOnHat, findHatSource } from './hand-on-hat.ts'
import { KIND } from './segment-fields.ts'

/**
 * The jaw cuts off fingers, so a hand is painted over if it covers more than `least` square units of the face, farther
 * than `margin` inside its ring.
 */
const HAND = { margin: 3, least: 40 } as const
/** The painted chin ends this far below the ring of the landmarks, in units. A beard is longer than the ring. */
const CHIN_UNITS = 8
/** Share of the lips that a hand may cover. Without lips the face would be blank. */
const LIPS_MAX = 0.2
/** The fingers' shadow and soft edge are painted over up to this distance from them, in units. */
const EDGE_UNITS = 2
/** Lips are no source of the painted tones up to this distance, in units. */
const LIPS_UNITS = 4
/** Texture is smaller than this many units. */
const TEXTURE_UNITS = 2.5

/**
 * Paints over a hand in front of the lower face or a hat, and labels it as what it hides, in place.
 *
 * @returns 1 on the hand and its edge, at the size of `grid`; null without a hand that can be painted over
 */
export function hideHands(crop: Crop, kind: Uint8Array, oval: Field, map: FaceMap, grid: Grid): Field | null {
  const onFace = findHandOnFace(kind, oval, map, grid)
  if (onFace) paintOverHand(crop, onFace, findFaceSource(onFace, kind, oval, map, grid), grid)
  const onHat = findHandOnHat(kind, oval, grid)
  if (!onHat) return onFace
  paintOverHand(crop, onHat, findHatSource(onHat, kind), grid)
  if (!onFace) return onHat
  for (let i = 0; i < onHat.length; i++) onHat[i] = Math.max(onHat[i]!, onFace[i]!)
  releaseBuffer(onFace)
  return onHat
}

/**
 * Marks a hand in front of the lower face, and labels it as face or hair, in place.
 *
 * @returns 1 on the hand and its edge, at the size of `grid`; null without a hand that can be painted over
 */
function findHandOnFace(kind: Uint8Array, oval: Field, map: FaceMap, grid: Grid): Field | null {
  labelTemples(kind, oval, grid)
  const isHand = (i: number) => kind[i] === KIND.bodySkin && oval[i]! > -CHIN_UNITS
  let [inFace, lips, lipsCovered] = [0, 0, 0]
  const mouth = toDistanceField(map.lipsOut, grid, 1)
  for (let i = 0; i < kind.length; i++) {
    if (isHand(i) && oval[i]! > HAND.margin) inFace++
    if (mouth[i]! <= 0) continue
    lips++
    if (isHand(i)) lipsCovered++
  }
  releaseBuffer(mouth)
  if (inFace < HAND.least * grid.perUnit ** 2 || lipsCovered > LIPS_MAX * lips) return null
  const hand = createField(grid)
  for (let i = 0; i < hand.length; i++) if (isHand(i)) hand[i] = 1
  const wide = boxBlur(hand, grid, Math.round(EDGE_UNITS * grid.perUnit))
  for (let i = 0; i < hand.length; i++) {
    if (hand[i] === 1) kind[i] = KIND.faceSkin
    else if (wide[i]! > 0 && (kind[i] === KIND.faceSkin || kind[i] === KIND.hair)) hand[i] = 1
  }
  releaseBuffer(wide)
  return hand
}

/** A hand at a temple reaches farther than this beyond the ring of the face, in units. */
const TEMPLE_UNITS = 15

/** Labels bare skin of a temple as face, in place. An arm would come from below or from the side. */
function labelTemples(kind: Uint8Array, oval: Field, grid: Grid): void {
  eachPiece(
    grid,
    (i) => kind[i] === KIND.bodySkin,
    false,
    (pixels) => {
      if (pixels.every((i) => unitY(grid, Math.floor(i / grid.w)) < 0 && oval[i]! > -TEMPLE_UNITS))
        for (const i of pixels) if (oval[i]! > -CHIN_UNITS) kind[i] = KIND.faceSkin
    },
  )
}

/** Returns 1 on the lower face without lips and hand, whose tones replace those of the hand. */
function findFaceSource(hand: Field, kind: Uint8Array, oval: Field, map: FaceMap, half: Grid): Field {
  const mouth = toDistanceField(map.lipsOut, half, LIPS_UNITS)
  const known = createField(half)
  eachPixel(half, (i, _x, y) => {
    const isFace = (kind[i] === KIND.faceSkin || kind[i] === KIND.hair) && oval[i]! > -CHIN_UNITS
    if (isFace && y > 0 && hand[i] === 0 && mouth[i]! <= -LIPS_UNITS) known[i] = 1
  })
  releaseBuffer(mouth)
  return known
}

/**
 * Paints a hand over with the tones of known pixels around it and the texture beside it, in place.
 *
 * @param hand 1 on the hand, at half the size of the planes
 * @param known 1 on pixels that may replace it; its buffer is released
 */
function paintOverHand({ lightness, a, b, grid }: Crop, hand: Field, known: Field, half: Grid): void {
  const small = [lightness, a, b].map((plane) => halved(plane, grid))
  const filled = inpaint(small, known, half)
  for (const field of filled) smoothInside(field, hand, half)
  addTexture(filled[0]!, small[0]!, known, hand, half)
  const share = doubled(hand, grid)
  for (const [n, plane] of [lightness, a, b].entries()) {
    const large = doubled(filled[n]!, grid)
    for (let i = 0; i < plane.length; i++) plane[i]! += (large[i]! - plane[i]!) * share[i]!
    releaseBuffer(large)
  }
  for (const field of [known, share, ...small, ...filled]) releaseBuffer(field)
}

/** Blurs the steps of {@link inpaint} in the painted pixels, in place. */
function smoothInside(filled: Field, hand: Field, half: Grid): void {
  const soft = boxBlur(filled, half, Math.round(TEXTURE_UNITS * half.perUnit), 2)
  for (let i = 0; i < filled.length; i++) if (hand[i] === 1) filled[i] = soft[i]!
  releaseBuffer(soft)
}

/** Adds the mirrored texture of the nearest pixels on both sides of a row to the painted ones, in place. */
function addTexture(filled: Field, lightness: Field, known: Field, hand: Field, half: Grid): void {
  const [wide] = inpaint([lightness], known, half) as [Field]
  const even = boxBlur(wide, half, Math.round(TEXTURE_UNITS * half.perUnit))
  for (let row = 0; row < half.h; row++) {
    const start = row * half.w
    for (const step of [-1, 1] as const) {
      const far = half.w
      let last = -1
      for (let n = 0; n < half.w; n++) {
        const column = step > 0 ? n : half.w - 1 - n
        if (known[start + column] === 1) last = column
        if (hand[start + column] === 0) continue
        const away = last < 0 ? far : Math.abs(column - last)
        const mirrored = start + column - 2 * step * away
        if (last < 0 || Math.floor(mirrored / half.w) !== row || known[mirrored] === 0) continue
        let other = column
        while (other >= 0 && other < half.w && known[start + other] === 0) other += step
        const beyond = other < 0 || other >= half.w ? far : Math.abs(other - column)
        filled[start + column]! += (beyond / (away + beyond)) * (lightness[mirrored]! - even[mirrored]!)
      }
    }
  }
  for (const field of [wide, even]) releaseBuffer(field)
}
