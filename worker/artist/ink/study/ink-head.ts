import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Face, Segments } from '../../vision/index.ts'
import { cropHead, type Gains } from './crop.ts'
import { type FaceMap, mapFace } from './face-map.ts'
import { type Judgment, judge } from './judge.ts'
import { maskHead } from './head-mask.ts'
import { type HeadShape, toHeadShape } from './head-shape.ts'
import { faceExposure, lightGains } from './light.ts'
import type { Neighbor } from './neighbor.ts'
import { includesNeighbor, isFaceCovered, isHandAtJaw } from './obstructions.ts'
import { type Picture, type Pose, toHeadSpace } from '#worker/graphics/picture.ts'
import { type Portrait, studyHead } from './portrait.ts'

/** Pixels per unit of the analysis. Painting works at any size. */
const STUDY_PER_UNIT = 2

export type HeadStudy = {
  readonly portrait: Portrait
  readonly shape: HeadShape
  readonly pose: Pose
  /** Gains that normalize the photo's light. */
  readonly light: Gains
  readonly map: FaceMap
  /** The finish that the photo allows, and its defects. */
  readonly judgment: Judgment
}

/** Analyzes a head in a picture. @param others the other faces in it, whose hair must be excluded */
export function studyPicture(
  picture: Picture,
  face: Face,
  segments: Segments,
  others: readonly Face[] = [],
): HeadStudy {
  const map = mapFace(face)
  const { pose } = face
  const exposure = faceExposure(picture, pose, map)
  const light = lightGains(picture, pose, map, exposure)
  const head = maskHead(cropHead(picture, pose, STUDY_PER_UNIT, light), segments, pose, map, toNeighbors(face, others))
  const isCovered = isFaceCovered(head)
  const isJawTouched = isHandAtJaw(head, map)
  const isCrowded = head.isBesideOther || includesNeighbor(head, segments, pose, map)
  const portrait = studyHead(head, map)
  const judgment = judge({ face, map, head, portrait, exposure, light, isCovered, isCrowded })
  for (const field of [head.crop.lightness, head.crop.a, head.crop.b]) releaseBuffer(field)
  const shape = toHeadShape(head.mask, head.crop.grid)
  return { portrait, shape, pose, light, map: { ...map, isJawTouched }, judgment }
}

/** Detections closer than this many units are the same face. */
const SAME_UNITS = 40

function toNeighbors({ pose }: Face, others: readonly Face[]): Neighbor[] {
  return others
    .map((other) => ({ ...toHeadSpace(pose, other.pose), size: other.pose.unitPx / pose.unitPx }))
    .filter(({ x, y }) => Math.hypot(x, y) > SAME_UNITS)
}
