import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { type HeadStudy, studyPicture } from '#worker/artist/ink/study/ink-head.ts'
import { type PaintOptions, paintHead } from '#worker/artist/ink/paint/paint.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { findFaces, segmentHead } from '#worker/artist/vision/index.ts'
import { faceBytes, type FaceName } from '../../../support/faces.ts'
import type { Wall } from './walls.ts'

/** A real portrait, 512 x 512; in it the eyes are near y = 103 and the face is 96 px wide. */
export const portrait = (): Sharp =>
  sharp(fileURLToPath(new URL('../../../fixtures/portrait.jpg', import.meta.url).href))

/** Around the portrait's face, as a selfie shows it. */
export const closeUp = (): Sharp => portrait().extract({ left: 70, top: 0, width: 310, height: 310 })

export async function toPicture(photo: Sharp): Promise<Picture> {
  const { data, info } = await photo.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height }
}

export function toPhoto({ data, widthPx, heightPx }: Picture): Sharp {
  return sharp(Buffer.from(data), { raw: { width: widthPx, height: heightPx, channels: 4 } })
}

/** The portrait before another wall: its own is light and gray, as teeth are, and there is a flag at each side of it. */
export async function portraitBefore(wall: Wall): Promise<Sharp> {
  const picture = await toPicture(portrait())
  const { data, widthPx } = picture
  for (let i = 0; i < data.length; i += 4) {
    const [x, y] = [(i >> 2) % widthPx, Math.floor((i >> 2) / widthPx)]
    const colors = [data[i]!, data[i + 1]!, data[i + 2]!]
    const isGray = Math.min(...colors) > 138 && Math.max(...colors) - Math.min(...colors) < 26
    const isFace = Math.hypot((x - 226) / 48, (y - 112) / 62) < 1
    if (y < 190 && !isFace && (isGray || x < 125 || x > 330)) data.set(wall(x, y), i)
  }
  return toPhoto(picture)
}

/** One of the synthetic faces, 256 x 256. */
export const facePhoto = (name: FaceName): Sharp => sharp(faceBytes(name))

/** The most prominent face, as the artist studies it; null without one. */
export async function studyPhoto(picture: Picture): Promise<HeadStudy | null> {
  const [face] = await findFaces(picture)
  return face ? studyPicture(picture, face, await segmentHead(picture, face)) : null
}

export const studyFace = async (photo: Sharp): Promise<HeadStudy | null> => studyPhoto(await toPicture(photo))

/** The head of a picture that was studied, in ink. */
export const inkedHead = (
  picture: Picture,
  { pose, light, map, portrait }: HeadStudy,
  options: PaintOptions,
): Picture => paintHead({ picture, pose, light, map }, portrait, options)
