import type { DrawnFinish } from '#shared/domain/finish.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { type HeadStudy, studyPicture } from '#worker/artist/ink/study/ink-head.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import type { Place } from '#worker/artist/place.ts'
import { type Face, findFaces, findMainFace, segmentHead } from '#worker/artist/vision/index.ts'
import { armsFromCheeks, armTone } from '../../support/arms.ts'
import { cheekTone } from '../../support/cheeks.ts'
import { beforeWall, pixelsOfArt } from '../../support/drawn-face.ts'
import type { CieLab } from '../../support/lab.ts'
import { drawArt, preparePhoto } from './draw.ts'
import { distance, getEyes, getMean, offArt, onArt, onHead, placeInArt, type Spot } from '../../support/head-places.ts'
import { getTraits, type Traits } from './traits.ts'

/** Measurements of one photo and of its art without gear. Lengths in units of head space; a head is 92 wide. */
export type Measured = {
  /** The product asks the visitor if it is `none` or `several`. */
  readonly found: 'one' | 'several' | 'none'
  readonly finish: DrawnFinish
  readonly notices: readonly string[]
  readonly ms: number
  /** The cheek tone in the photo; null without a face. */
  readonly cheeks: CieLab | null
  /** The same positions in the art. */
  readonly drawnCheeks: CieLab | null
  /** The color difference between the arms and both cheek tones in the art. */
  readonly armsOff: number | null
  /**
   * The distance between each eye's position and where the nets detect it in the art; null if they detect no face
   * there.
   */
  readonly eyesOff: number | null
  /** The distance from the center of shades to the center of the eyes that the nets detect in the art. */
  readonly faceGearOff: number | null
  /** The distance from a hat's center to the top of the head that the nets detect in the art. */
  readonly skullGearOff: number | null
  readonly traits: Traits | null
}

/** Maximum side of the photo as the artist decodes it. */
const PHOTO_SIDE_PX = 1280
const EYES_Y = -6
const CROWN_Y = -76

export type Looked = {
  readonly picture: Picture
  readonly face: Face
  readonly study: HeadStudy
  readonly traits: Traits | null
}

/** A photo as the artist receives it before drawing. */
export async function lookAt(photo: Uint8Array): Promise<{ found: Measured['found']; looked: Looked | null }> {
  const picture = await decodePhoto(photo, PHOTO_SIDE_PX)
  const faces = await findFaces(picture)
  const { kind } = findMainFace(picture, faces)
  const [face] = faces
  if (face === undefined) return { found: kind, looked: null }
  const segments = await segmentHead(picture, face)
  const traits = getTraits(segments, face)
  return { found: kind, looked: { picture, face, study: studyPicture(picture, face, segments), traits } }
}

/** Measures the photo at a path against its art. */
export async function measurePhoto(path: string, team: string): Promise<Measured> {
  const photo = await preparePhoto(path)
  const { art, ...details } = await drawArt(photo, { team, gear: 'none' })
  const { found, looked } = await lookAt(photo)
  if (looked === null) return { found, ...details, ...NOTHING }

  const { picture, face, study, traits } = looked
  const place = placeInArt(study)
  const expected = face.points.map((point) => onArt(place, onHead(face.pose, point)))
  const drawn = await pixelsOfArt(art)
  return {
    found,
    ...details,
    cheeks: cheekTone(picture, face.points),
    drawnCheeks: cheekTone(drawn, expected),
    armsOff: await measureArms(drawn, team, study, expected),
    ...(await offsetsIn(drawn, place, expected, study)),
    traits,
  }
}

const NOTHING = {
  cheeks: null,
  drawnCheeks: null,
  armsOff: null,
  eyesOff: null,
  faceGearOff: null,
  skullGearOff: null,
  traits: null,
} as const

async function measureArms(drawn: Picture, team: string, { shape, map }: HeadStudy, landmarks: readonly Spot[]) {
  const { place } = fitGear('none', shape, map)
  return armsFromCheeks(await armTone(drawn, team, map, place), drawn, landmarks)
}

/** Runs the nets on the art as if it were a photo. */
async function offsetsIn(drawn: Picture, place: Place, landmarks: readonly Spot[], study: HeadStudy) {
  const seen = (await findFaces(beforeWall(drawn)))[0]
  if (seen === undefined) return { eyesOff: null, faceGearOff: null, skullGearOff: null }
  const there = getEyes(seen.points)
  const expected = getEyes(landmarks)
  const { x, y, unitPx, roll } = seen.pose
  const crown = { x: x - CROWN_Y * unitPx * Math.sin(roll), y: y + CROWN_Y * unitPx * Math.cos(roll) }
  return {
    eyesOff: (distance(there[0], expected[0]) + distance(there[1], expected[1])) / 2 / place.unitPx,
    faceGearOff: distance(offArt(place, getMean(there)), gearMiddle('shades', EYES_Y, study)),
    skullGearOff: distance(offArt(place, crown), gearMiddle('headband', CROWN_Y, study)),
  }
}

/** Center of a drawn piece, in head space: it moves with a turning head. */
function gearMiddle(gear: 'shades' | 'headband', y: number, { shape, map }: HeadStudy): Spot {
  const { turn, liftUnits = 0 } = fitGear(gear, shape, map).adjust
  return { x: turn?.xUnits ?? 0, y: y + (turn?.yUnits ?? 0) - liftUnits }
}
