import { boxBlur, gaussBlur } from '../field/blur.ts'
import { type Cuts, learnRatios, toBins } from '../color/color-model.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Crown } from './crown.ts'
import { earBottomAt, type FaceMap } from './face-map.ts'
import { createField, eachPixel, type Field, type Grid, indexAt } from '../field/grid.ts'
import type { HeadMask } from './head-mask.ts'
import { sigmoid, smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { toDistanceField } from '../field/polygon.ts'
import { eachPiece, floodFrom } from '../field/regions.ts'
import { KIND } from './segment-fields.ts'

const CUTS: Cuts = {
  lightness: { shift: 0, scale: 20 },
  a: { shift: 0.1, scale: 64 },
  b: { shift: 0.06, scale: 70 },
}
const ROUNDS = 2
const UNSEEN = 3e-4
/** Log odds of skin in eyes, nose and mouth. */
const CERTAIN = 9
/** Log odds of a class from the segmentation net, and weights of color with and without it. */
const SEEN = 4
const COLOR_BESIDE = 0.35
const COLOR_ALONE = 1.1
/** Skin of neck and shoulders this far outside the face is painted as hair where hair continues over it. In units. */
const NECK_OUTSIDE = 3
/** Holes in a face and specks in hair smaller than this many square units are filled. */
const ISLAND_UNITS = 110
const HAIRLINE_BLUR_UNITS = 2.2
/** A reconstructed hairline is softer, from these heights above the cut. In units. */
const GROWN = { blur: 6, above: [0, 6] } as const

/**
 * Separates skin from hair. The prior is the segmentation net's class, or the position in the face without it. Two
 * color histograms refine it. The result has no islands, and its soft edge crosses one half at the hairline. It is
 * undefined on worn items.
 *
 * @param planes the head at the size of `grid`. @param mask at the same size.
 * @returns 1 on skin, 0 on hair.
 */
export function findSkin(
  planes: LabPlanes,
  mask: Field,
  { kind, isSeen, oval, crown }: Pick<HeadMask, 'kind' | 'isSeen' | 'oval' | 'crown'>,
  map: FaceMap,
  grid: Grid,
): Field {
  const bins = toBins(
    {
      lightness: boxBlur(planes.lightness, grid, 1),
      a: boxBlur(planes.a, grid, 2),
      b: boxBlur(planes.b, grid, 2),
    },
    CUTS,
  )
  const prior = computePrior(kind, isSeen, oval, map, grid)
  const byColor = isSeen ? COLOR_BESIDE : COLOR_ALONE
  let skin: Field = prior.map(sigmoid)
  for (let round = 0; round < ROUNDS; round++) {
    const before = skin
    const ratios = learnRatios(
      {
        bins,
        isFront: (i) => mask[i]! > 0.6 && before[i]! > 0.8,
        isBack: (i) => mask[i]! > 0.6 && before[i]! < 0.2,
      },
      UNSEEN,
    )
    skin = prior.map((place, i) => sigmoid(place + byColor * ratios[bins[i]!]!))
  }
  const out = gaussBlur(onePiece(boxBlur(skin, grid, 1), mask, map, grid), grid, HAIRLINE_BLUR_UNITS * grid.perUnit)
  if (crown?.isHair) softenHairline(out, crown, grid)
  return out
}

/** Softens the hairline of a reconstructed crown, in place. */
function softenHairline(skin: Field, { lineAt }: Crown, grid: Grid): void {
  const soft = gaussBlur(skin, grid, GROWN.blur * grid.perUnit)
  eachPixel(grid, (i, x, y) => {
    skin[i]! += smoothstep(GROWN.above[0], GROWN.above[1], lineAt(x) - y) * (soft[i]! - skin[i]!)
  })
  releaseBuffer(soft)
}

/** Returns the prior log odds of skin from the net's classes and the position in the face. */
function computePrior(kind: Uint8Array, isSeen: boolean, oval: Field, map: FaceMap, grid: Grid): Field {
  const certain = certainPlaces(map, grid)
  const out = createField(grid)
  const noseY = map.noseBase[3]!.y
  eachPixel(grid, (i, x, y) => {
    const byPlace = Math.min(3, Math.max(-2.5, 0.35 * oval[i]!))
    const k = kind[i]!
    if (certain[i]) out[i] = CERTAIN
    else if (!isSeen) out[i] = y > noseY ? Math.max(-1, byPlace) : byPlace
    else if (k === KIND.bodySkin && oval[i]! < -NECK_OUTSIDE && y > earBottomAt(map, x)) out[i] = -SEEN
    else if (k === KIND.faceSkin || k === KIND.bodySkin) out[i] = SEEN
    else if (k === KIND.hair) out[i] = -SEEN
    else out[i] = byPlace
  })
  return out
}

/** Returns 1 in eyes, nose and lips, which are part of the face whatever the nets say. */
function certainPlaces(map: FaceMap, grid: Grid): Uint8Array {
  const out = new Uint8Array(grid.w * grid.h)
  const nose = [map.noseBridge[0]!, map.noseBase[0]!, map.noseBase[3]!, map.noseBase[6]!]
  for (const ring of [map.eyes[0].ring, map.eyes[1].ring, map.lipsOut, nose]) {
    const inside = toDistanceField(ring, grid, 3)
    for (let i = 0; i < out.length; i++) if (inside[i]! > -1.5) out[i] = 1
  }
  return out
}

function onePiece(skin: Field, mask: Field, map: FaceMap, grid: Grid): Field {
  const seeds = [map.noseTip, ...map.noseBase].map(({ x, y }) => indexAt(grid, x, y))
  const face = Float32Array.from(floodFrom(seeds, grid, (i) => skin[i]! >= 0.5))
  const isHair = (i: number) => face[i] === 0 && mask[i]! > 0.5
  const islandMax = ISLAND_UNITS * grid.perUnit ** 2
  eachPiece(grid, isHair, false, (pixels) => {
    if (pixels.length < islandMax) for (const i of pixels) face[i] = 1
  })
  // Ears behind a lock of hair are skin as well, though they are not connected to the face.
  eachPiece(
    grid,
    (i) => face[i] === 0 && mask[i]! > 0.5 && skin[i]! >= 0.5,
    false,
    (pixels) => {
      if (pixels.length > islandMax / 2) for (const i of pixels) face[i] = 1
    },
  )
  continueBeyond(face, mask, grid)
  return face
}

/** Radius within which the head determines skin and hair beyond its outline, in units. */
const BEYOND_UNITS = 5

/**
 * Extends skin and hair beyond the outline, in place. Otherwise the outline would look like a hairline, and a
 * skin-colored wall would give hair a rim of skin.
 */
function continueBeyond(face: Field, mask: Field, grid: Grid): void {
  const radius = Math.round(BEYOND_UNITS * grid.perUnit)
  const head = mask.map((value) => (value > 0.5 ? 1 : 0))
  const near = boxBlur(head, grid, radius)
  for (let i = 0; i < head.length; i++) head[i]! *= face[i]!
  const nearSkin = boxBlur(head, grid, radius)
  for (let i = 0; i < face.length; i++) if (mask[i]! <= 0.5) face[i] = nearSkin[i]! > 0.5 * near[i]! ? 1 : 0
  for (const field of [head, near, nearSkin]) releaseBuffer(field)
}
