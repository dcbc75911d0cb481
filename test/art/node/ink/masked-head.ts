import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { indexAt } from '#worker/artist/ink/field/grid.ts'
import { cropHead } from '#worker/artist/ink/study/crop.ts'
import { type FaceMap, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { type HeadMask, maskHead } from '#worker/artist/ink/study/head-mask.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import type { Segments } from '#worker/artist/vision/index.ts'
import { straightFace } from './turned-face.ts'

/** Returns the class that the class net would see at a place of head space. */
export type Seen = (x: number, y: number) => number

const SIDE = 256
export const PHOTO_PX = 512
const EVEN = { red: 1, green: 1, blue: 1 }
/** The head fills much of the photo; its window goes beyond it on all sides. */
export const POSE: Pose = { x: 256, y: 240, unitPx: 2.2, roll: 0 }
const COLORS: Readonly<Record<number, readonly [number, number, number]>> = {
  [KIND.background]: [120, 140, 160],
  [KIND.hair]: [60, 40, 30],
  [KIND.bodySkin]: [205, 160, 135],
  [KIND.faceSkin]: [210, 165, 140],
  [KIND.clothes]: [40, 60, 120],
  [KIND.others]: [150, 30, 40],
}

/** A face with short hair, ears, a neck and a shirt. */
export const person: Seen = (x, y) => {
  if (Math.hypot(x / 44, (y - 4) / 60) < 1) return y < -38 - 0.006 * x * x ? KIND.hair : KIND.faceSkin
  if (Math.hypot(x / 50, (y + 24) / 56) < 1 && y < -10) return KIND.hair
  if (Math.hypot((Math.abs(x) - 46) / 7, (y - 2) / 13) < 1) return KIND.faceSkin
  if (y > 40 && Math.abs(x) < 24 && y < 84) return KIND.bodySkin
  return y > 78 && Math.abs(x) < 30 + 2 * (y - 70) ? KIND.clothes : KIND.background
}

/** The person with something more. */
export const seenWith =
  (more: (x: number, y: number) => number | null): Seen =>
  (x, y) =>
    more(x, y) ?? person(x, y)

export const disc = (x0: number, y0: number, radius: number, kind: number) => (x: number, y: number) =>
  Math.hypot(x - x0, y - y0) < radius ? kind : null

/** The face of every head here. */
export const map: FaceMap = mapFace(await straightFace())

/** The mask of a head where the nets see what `seen` says. The photo has the colors of what is `shown`. */
export function masked(seen: Seen, pose = POSE, asClasses = true, shown = seen): HeadMask {
  const data = new Uint8ClampedArray(PHOTO_PX * PHOTO_PX * 4).fill(255)
  for (let i = 0; i < PHOTO_PX * PHOTO_PX; i++) data.set(COLORS[shown(...onHead(i, PHOTO_PX, pose))]!, 4 * i)
  const picture: Picture = { data, widthPx: PHOTO_PX, heightPx: PHOTO_PX }
  const classes = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => seen(...onHead(i, SIDE, pose)))
  const segments: Segments = {
    frame: { x: PHOTO_PX / 2, y: PHOTO_PX / 2, width: PHOTO_PX, height: PHOTO_PX, roll: 0 },
    side: SIDE,
    person: Float32Array.from(classes, (kind) => (kind === KIND.background ? 0 : 1)),
    classes: asClasses ? classes : null,
  }
  return maskHead(cropHead(picture, pose, 2, EVEN), segments, pose, map)
}

/** The place in head space of a pixel of the photo, or of the nets' answer. */
function onHead(i: number, side: number, { x, y, unitPx }: Pose): [x: number, y: number] {
  const px = PHOTO_PX / side
  return [(((i % side) + 0.5) * px - x) / unitPx, ((Math.floor(i / side) + 0.5) * px - y) / unitPx]
}

export const isHead = ({ crop: { grid }, mask }: HeadMask, x: number, y: number) =>
  x > grid.x0 && x < grid.x0 + grid.w / grid.perUnit - 1 && y < grid.y0 + grid.h / grid.perUnit - 1
    ? mask[indexAt(grid, x, y)]! > 0.5
    : false
