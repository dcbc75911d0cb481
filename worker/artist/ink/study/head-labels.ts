import type { Pose } from '#worker/graphics/picture.ts'
import type { Segments } from '../../vision/index.ts'
import { type Field, type Grid, indexAt, toHalfGrid } from '../field/grid.ts'
import { toDistanceField } from '../field/polygon.ts'
import { halved } from '../field/resize.ts'
import { labelCovering } from './covering.ts'
import type { Crop } from './crop.ts'
import { hideCutItems } from './cut-items.ts'
import type { FaceMap } from './face-map.ts'
import { type HiddenHand, hideHands } from './hand-on-face.ts'
import { findHandsOnHair } from './hand-on-hair.ts'
import { dropOtherSkin } from './neighbor.ts'
import { insidePhoto } from './part.ts'
import { growBehindGlasses } from './pushed-up.ts'
import { labelScalp } from './scalp.ts'
import { KIND, laySegments } from './segment-fields.ts'
import { addBrims, dropWallObjects, labelCurls } from './wall.ts'
import { fillHat, WORN, wornPieces } from './worn-items.ts'

/** Range of distances around the ring of the face, in units. */
export const OVAL_REACH = 16

/** Labels of the window's pixels after all corrections. All fields have half its size. */
export type HeadLabels = {
  readonly window: Grid
  readonly isInside: (i: number) => boolean
  /** Depth inside the ring of the face in units. At least -{@link OVAL_REACH}. */
  readonly oval: Field
  /** The matte: 1 on a person. */
  readonly person: Field
  /** One of `KIND` per pixel. */
  readonly kind: Uint8Array
  /** True if the kinds come from the segmentation net. */
  readonly isSeen: boolean
  /** One of `WORN` per pixel. */
  readonly worn: Uint8Array
  /** 1 on a scarf or hood that encloses the face; null without one. */
  readonly scarf: Uint8Array | null
  readonly hand: HiddenHand | null
  /** 1 where a hand or another object hides hair. */
  readonly behindHands: Field
  readonly colors: { readonly lightness: Field; readonly a: Field; readonly b: Field }
  readonly isBearded: boolean
  /** True if another person's skin touched the head. */
  readonly isBesideOther: boolean
}

/** Labels the window by both nets, and corrects the labels of hands, hats, walls and other people. */
export function labelHead(whole: Crop, segments: Segments, pose: Pose, map: FaceMap): HeadLabels {
  const window = toHalfGrid(whole.grid)
  const isInside = insidePhoto(whole, window)
  const oval = toDistanceField(map.oval, window, OVAL_REACH)
  const { person, kind, isSeen } = laySegments(segments, pose, map, oval, window)
  labelScalp(kind, window)
  const scarf = isSeen ? labelCovering(kind, map, window) : null
  const hand = isSeen ? hideHands(whole, kind, oval, map, window) : null
  const colors = {
    lightness: halved(whole.lightness, whole.grid),
    a: halved(whole.a, whole.grid),
    b: halved(whole.b, whole.grid),
  }
  const isBesideOther = isSeen && dropOtherSkin(kind, oval, map, colors.lightness, isInside, window)
  dropWallObjects(kind, colors, window)
  const behindHands = findHandsOnHair(kind, oval, map, window)
  fillHat(kind, person, window)
  const worn = wornPieces(kind, oval, window)
  if (scarf) for (let i = 0; i < worn.length; i++) if (scarf[i] === 1) worn[i] = WORN.scarf
  addBrims(kind, worn, colors, window)
  hideCutItems(kind, worn, behindHands, colors.a, isInside, window)
  growBehindGlasses(kind, worn, behindHands, isInside, window)
  labelCurls(kind, worn, person, colors, window)
  const isBearded = hasBeard(kind, map, window)
  return {
    window,
    isInside,
    oval,
    person,
    kind,
    isSeen,
    worn,
    scarf,
    hand,
    behindHands,
    colors,
    isBearded,
    isBesideOther,
  }
}

/** Returns true for a chin with hair on it. */
function hasBeard(kind: Uint8Array, { points }: FaceMap, grid: Grid): boolean {
  const { x, y } = points[152]!
  const places = [-8, 0, 8].flatMap((dx) => [-5, 1].map((dy) => indexAt(grid, x + dx, y + dy)))
  return places.filter((i) => kind[i] === KIND.hair).length >= places.length / 2
}
