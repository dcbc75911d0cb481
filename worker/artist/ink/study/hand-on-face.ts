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
import { findObjectOnJaw } from './object-on-jaw.ts'
import { KIND } from './segment-fields.ts'

/**
 * The jaw cuts off fingers, so a hand is painted over if it covers more than `least` square units of the face, farther
 * than `margin` inside its ring.
 */
const HAND = { margin: 3, least: 40 } as const
/** The painted chin ends this far below the ring of the landmarks, in units. A beard is longer than the ring. */
const CHIN_UNITS = 8
/**
 * Fingers below the chin cover more than `least` square units farther than `margin` inside the ring. Unlike a neck,
 * which lies in shadow, they are as light as this share of the chin `above` the ring. In units.
 */
const FINGERS = { margin: 1, least: 12, lightness: 1.03, above: [2, 8] } as const
/** The chin above fingers ends `chin` below the ring. Fingers and nails are painted over down to `painted`. In units. */
const BELOW = { chin: 2.5, painted: 7 } as const
/**
 * Hair of up to `most` square units with bare skin all around it is the shadow between fingers. Smaller ones than
 * `least` lie on bare necks as well: the largest of 200 covers 17.
 */
const SHADOW_UNITS = { most: 150, least: 40 } as const
/** Share of the lips that a hand may cover. Without lips the face would be blank. */
const LIPS_MAX = 0.2
/** The fingers' shadow and soft edge are painted over up to this distance from them, in units. */
const EDGE_UNITS = 2
/** Lips are no source of the painted tones up to this distance, in units. */
const LIPS_UNITS = 4
/** Texture is smaller than this many units. */
const TEXTURE_UNITS = 2.5

/** A hand that is painted over. */
export type HiddenHand = {
  /** 1 on the hand and its edge, at the size of the classes. */
  readonly cover: Field
  /** True if fingers touch the chin from below, so the jaw's landmarks are right. */
  readonly isBelowChin: boolean
  /** True if an object other than a hand is painted over. */
  readonly isObject: boolean
}

/**
 * Paints over a hand in front of the lower face or a hat, and labels it as what it hides, in place.
 *
 * @returns null without a hand that can be painted over
 */
export function hideHands(crop: Crop, kind: Uint8Array, oval: Field, map: FaceMap, grid: Grid): HiddenHand | null {
  labelTemples(kind, oval, grid)
  const object = findObjectOnJaw(kind, oval, grid, map)
  if (object) {
    widenOverFace(object, kind, grid)
    paintOverHand(crop, object, findFaceSource(object, kind, oval, map, grid, true), grid)
    return { cover: object, isBelowChin: true, isObject: true }
  }
  const hasShadow = labelShadows(kind, oval, grid)
  const isBelow = areFingersBelow(crop, kind, oval, grid, hasShadow)
  const onFace = findHandOnFace(kind, oval, map, grid, isBelow)
  if (onFace) paintOverHand(crop, onFace, findFaceSource(onFace, kind, oval, map, grid, isBelow), grid)
  const onHat = findHandOnHat(kind, oval, grid)
  if (!onHat) return onFace && { cover: onFace, isBelowChin: isBelow, isObject: false }
  paintOverHand(crop, onHat, findHatSource(onHat, kind), grid)
  if (!onFace) return { cover: onHat, isBelowChin: false, isObject: false }
  for (let i = 0; i < onHat.length; i++) onHat[i] = Math.max(onHat[i]!, onFace[i]!)
  releaseBuffer(onFace)
  return { cover: onHat, isBelowChin: isBelow, isObject: false }
}

/** Adds the soft edge and the shadow of an object on the face, in place. */
function widenOverFace(object: Field, kind: Uint8Array, grid: Grid): void {
  const wide = boxBlur(object, grid, Math.round(EDGE_UNITS * grid.perUnit))
  for (let i = 0; i < object.length; i++) if (wide[i]! > 0 && kind[i] === KIND.faceSkin) object[i] = 1
  releaseBuffer(wide)
}

/**
 * Marks a hand in front of the lower face, and labels it as face or hair, in place.
 *
 * @returns 1 on the hand and its edge, at the size of `grid`; null without a hand that can be painted over
 */
function findHandOnFace(kind: Uint8Array, oval: Field, map: FaceMap, grid: Grid, isBelow: boolean): Field | null {
  const chin = isBelow ? BELOW.chin : CHIN_UNITS
  const isHand = (i: number) => kind[i] === KIND.bodySkin && oval[i]! > -chin
  let [inFace, lips, lipsCovered] = [0, 0, 0]
  const mouth = toDistanceField(map.lipsOut, grid, 1)
  for (let i = 0; i < kind.length; i++) {
    if (isHand(i) && oval[i]! > HAND.margin) inFace++
    if (mouth[i]! <= 0) continue
    lips++
    if (isHand(i)) lipsCovered++
  }
  releaseBuffer(mouth)
  const isOnFace = isBelow || inFace >= HAND.least * grid.perUnit ** 2
  if (!isOnFace || lipsCovered > LIPS_MAX * lips) return null
  const hand = createField(grid)
  for (let i = 0; i < hand.length; i++) if (isHand(i)) hand[i] = 1
  const radius = Math.round(EDGE_UNITS * grid.perUnit)
  if (isBelow) {
    const near = boxBlur(hand, grid, radius)
    for (let i = 0; i < hand.length; i++) if (oval[i]! > -BELOW.painted && isFinger(kind[i]!, near[i]!)) hand[i] = 1
    releaseBuffer(near)
  }
  const wide = boxBlur(hand, grid, radius)
  for (let i = 0; i < hand.length; i++) {
    if (hand[i] === 1 && oval[i]! > -chin) kind[i] = KIND.faceSkin
    else if (wide[i]! > 0 && (kind[i] === KIND.faceSkin || (kind[i] === KIND.hair && oval[i]! > -chin))) hand[i] = 1
  }
  releaseBuffer(wide)
  return hand
}

/** Returns true for the rest of fingers, and for nails. @param near the share of the hand around the pixel */
const isFinger = (kind: number, near: number): boolean => kind === KIND.bodySkin || (kind === KIND.others && near > 0)

/**
 * Returns true for fingers that touch the chin from below. A hand farther up covers more of the face.
 *
 * @param hasShadow true if a shadow between fingers lies below the face
 */
function areFingersBelow(
  { lightness, grid: whole }: Crop,
  kind: Uint8Array,
  oval: Field,
  grid: Grid,
  hasShadow: boolean,
): boolean {
  const chin: number[] = []
  const bare: number[] = []
  let deep = 0
  eachPixel(grid, (i, _x, y) => {
    const at = () => lightness[2 * Math.floor(i / grid.w) * whole.w + 2 * (i % grid.w)]!
    if (kind[i] === KIND.bodySkin && oval[i]! > HAND.margin) deep++
    if (y < 0) return
    if (kind[i] === KIND.bodySkin && oval[i]! > FINGERS.margin) bare.push(at())
    else if (kind[i] === KIND.faceSkin && oval[i]! > FINGERS.above[0] && oval[i]! < FINGERS.above[1]) chin.push(at())
  })
  if (deep >= HAND.least * grid.perUnit ** 2) return false
  if (hasShadow) return true
  if (bare.length < FINGERS.least * grid.perUnit ** 2 || chin.length === 0) return false
  return getMedian(bare) > FINGERS.lightness * getMedian(chin)
}

const getMedian = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1]!

/**
 * Labels shadows between fingers below the face as bare skin, in place. The net takes them for hair.
 *
 * @returns true if one of them is no lock on the neck, nor the shadow of a necklace
 */
function labelShadows(kind: Uint8Array, oval: Field, grid: Grid): boolean {
  let hasShadow = false
  const isBareAround = (i: number) =>
    [i - 1, i + 1, i - grid.w, i + grid.w].every((at) => kind[at] === KIND.bodySkin || kind[at] === KIND.hair)
  eachPiece(
    grid,
    (i) => kind[i] === KIND.hair,
    false,
    (pixels) => {
      if (pixels.length > SHADOW_UNITS.most * grid.perUnit ** 2) return
      if (pixels.every((i) => oval[i]! < 0 && unitY(grid, Math.floor(i / grid.w)) > 0 && isBareAround(i))) {
        if (pixels.length > SHADOW_UNITS.least * grid.perUnit ** 2) hasShadow = true
        for (const i of pixels) kind[i] = KIND.bodySkin
      }
    },
  )
  return hasShadow
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
function findFaceSource(hand: Field, kind: Uint8Array, oval: Field, map: FaceMap, half: Grid, isBelow: boolean): Field {
  const mouth = toDistanceField(map.lipsOut, half, LIPS_UNITS)
  const known = createField(half)
  eachPixel(half, (i, _x, y) => {
    const isFace =
      (kind[i] === KIND.faceSkin && oval[i]! > -CHIN_UNITS) ||
      (kind[i] === KIND.hair && oval[i]! > (isBelow ? 0 : -CHIN_UNITS))
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
