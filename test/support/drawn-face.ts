import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { studyPicture } from '#worker/artist/ink/study/ink-head.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { ART, type Place } from '#worker/artist/place.ts'
import { type Face, findFaces, segmentHead } from '#worker/artist/vision/index.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { onArt, onHead, placeInArt, type Spot } from './head-places.ts'

/** A photo with a face, and the art drawn from it. */
export type DrawnFace = {
  readonly photo: Picture
  readonly face: Face
  readonly art: Picture
  readonly finish: DrawnFinish
  readonly notices: readonly string[]
  /** Positions of the head and of each facial landmark on the art. */
  readonly place: Place
  /** The placement of the body. It differs from the head's, which a helmet raises. */
  readonly bodyPlace: Place
  readonly landmarks: readonly Spot[]
}

const artist = createArtist()

/** Draws a player with the product's prompt. @param photo a JPEG, PNG or WebP with a face @throws if there is none */
export async function drawFace(photo: Uint8Array, gear: ArmorId = 'none', team = 'Miami Dolphins'): Promise<DrawnFace> {
  // This player holds no prop beside the head.
  const player = { nickname: 'Player', number: '12', team: getTeam(team)!, armor: getArmor(gear)! }
  const prompt = buildPrompt({ ...player, pose: 'arms-crossed' })
  const { bytes, finish, notices } = await artist.draw({ prompt, photos: [photo] })
  const picture = await decodePhoto(photo, 1280)
  const [face] = await findFaces(picture)
  if (face === undefined) throw new Error('no face')

  const study = studyPicture(picture, face, await segmentHead(picture, face))
  const place = placeInArt(study, gear)
  const landmarks = face.points.map((point) => onArt(place, onHead(face.pose, point)))
  const bodyPlace = fitGear(gear, study.shape, study.map).place
  return { photo: picture, face, art: await pixelsOfArt(bytes), finish, notices, place, bodyPlace, landmarks }
}

export const pixelsOfArt = async (bytes: Uint8Array): Promise<Picture> => ({
  data: await decodeRgba(bytes, ART.widthPx, ART.heightPx),
  widthPx: ART.widthPx,
  heightPx: ART.heightPx,
})

/** Neither skin nor hair. */
const WALL = [150, 158, 166] as const

/** Puts art in front of a wall, for code that detects people in images. */
export function beforeWall({ data, ...size }: Picture): Picture {
  const out = new Uint8ClampedArray(data.length).fill(255)
  for (let i = 0; i < data.length; i += 4) {
    const opacity = data[i + 3]! / 255
    for (let c = 0; c < 3; c++) out[i + c] = data[i + c]! * opacity + WALL[c]! * (1 - opacity)
  }
  return { data: out, ...size }
}
