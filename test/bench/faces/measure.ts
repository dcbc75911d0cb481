import type { DrawnFinish } from '#shared/domain/finish.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { type HeadStudy, studyPicture } from '#worker/artist/ink/study/ink-head.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import type { Place } from '#worker/artist/place.ts'
import { type Face, findFaces, mainFaceOf, segmentHead } from '#worker/artist/vision/index.ts'
import { cheekTone } from '../../support/cheeks.ts'
import { beforeWall, pixelsOfArt } from '../../support/drawn-face.ts'
import type { CieLab } from '../../support/lab.ts'
import { drawArt, photoOf } from './draw.ts'
import { distance, eyesOf, meanOf, offArt, onArt, onHead, placeInArt, type Spot } from '../../support/head-places.ts'
import { type Traits, traitsOf } from './traits.ts'

/**
 * Measurements of one photo and of its art without gear. Lengths in units of head space, of which a head is 92 wide.
 */
export type Measured = {
  /** `none` and `several` are asked again. */
  readonly found: 'one' | 'several' | 'none'
  readonly finish: DrawnFinish
  readonly notices: readonly string[]
  readonly ms: number
  /** The cheeks of the photo; null when there is no face. */
  readonly cheeks: CieLab | null
  /** The same places of the art. */
  readonly drawnCheeks: CieLab | null
  /** Between each eye's place and where the nets see it in the art; null when they see no face there. */
  readonly eyesOff: number | null
  /** The distance from the middle of shades to the middle of the eyes that the nets see in the art. */
  readonly faceGearOff: number | null
  /** Between a hat's middle and the top of the head that the nets see in the art. */
  readonly skullGearOff: number | null
  readonly traits: Traits | null
}

/** As the artist looks at it. */
const PHOTO_SIDE_PX = 1280
const EYES_Y = -6
const CROWN_Y = -76

export type Looked = {
  readonly picture: Picture
  readonly face: Face
  readonly study: HeadStudy
  readonly traits: Traits | null
}

/** A photo as the artist sees it before it draws. */
export async function lookAt(photo: Uint8Array): Promise<{ found: Measured['found']; looked: Looked | null }> {
  const picture = await decodePhoto(photo, PHOTO_SIDE_PX)
  const faces = await findFaces(picture)
  const { kind } = mainFaceOf(picture, faces)
  const [face] = faces
  if (face === undefined) return { found: kind, looked: null }
  const segments = await segmentHead(picture, face)
  const traits = traitsOf(segments, face)
  return { found: kind, looked: { picture, face, study: studyPicture(picture, face, segments), traits } }
}

/** Measures the photo at a path against its art. */
export async function measurePhoto(path: string, team: string): Promise<Measured> {
  const photo = await photoOf(path)
  const { art, ...said } = await drawArt(photo, { team, gear: 'none' })
  const { found, looked } = await lookAt(photo)
  if (looked === null) return { found, ...said, ...NOTHING }

  const { picture, face, study, traits } = looked
  const place = placeInArt(study, said.finish)
  const shown = face.points.map((point) => onArt(place, onHead(face.pose, point)))
  const drawn = await pixelsOfArt(art)
  return {
    found,
    ...said,
    cheeks: cheekTone(picture, face.points),
    drawnCheeks: cheekTone(drawn, shown),
    ...(await offsetsIn(drawn, place, shown, study)),
    traits,
  }
}

const NOTHING = {
  cheeks: null,
  drawnCheeks: null,
  eyesOff: null,
  faceGearOff: null,
  skullGearOff: null,
  traits: null,
} as const

/** Lets the nets look at the art as if it were a photo. */
async function offsetsIn(drawn: Picture, place: Place, shown: readonly Spot[], study: HeadStudy) {
  const seen = (await findFaces(beforeWall(drawn)))[0]
  if (seen === undefined) return { eyesOff: null, faceGearOff: null, skullGearOff: null }
  const there = eyesOf(seen.points)
  const expected = eyesOf(shown)
  const { x, y, unitPx, roll } = seen.pose
  const crown = { x: x - CROWN_Y * unitPx * Math.sin(roll), y: y + CROWN_Y * unitPx * Math.cos(roll) }
  return {
    eyesOff: (distance(there[0], expected[0]) + distance(there[1], expected[1])) / 2 / place.unitPx,
    faceGearOff: distance(offArt(place, meanOf(there)), gearMiddle('shades', EYES_Y, study)),
    skullGearOff: distance(offArt(place, crown), gearMiddle('headband', CROWN_Y, study)),
  }
}

/** Where the middle of a piece is drawn, in head space: a head that turns takes it along. */
function gearMiddle(gear: 'shades' | 'headband', y: number, { shape, map }: HeadStudy): Spot {
  const { turn, liftUnits = 0 } = fitGear(gear, shape, map).adjust
  return { x: turn?.xUnits ?? 0, y: y + (turn?.yUnits ?? 0) - liftUnits }
}
