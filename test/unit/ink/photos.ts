import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { detectFace } from '#worker/artist/face/detect.ts'
import { studyPicture } from '#worker/artist/ink/ink-head.ts'
import type { Picture } from '#worker/artist/ink/picture.ts'

/** A real portrait, 512 x 512; in it the eyes are near y = 103 and the face is 96 px wide. */
export const portrait = (): Sharp => sharp(fileURLToPath(new URL('../../fixtures/portrait.jpg', import.meta.url).href))

/** Around the portrait's face, as a selfie shows it. */
export const closeUp = (): Sharp => portrait().extract({ left: 70, top: 0, width: 310, height: 310 })

export async function pictureOf(photo: Sharp): Promise<Picture> {
  const { data, info } = await photo.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height }
}

export function photoOf({ data, widthPx, heightPx }: Picture): Sharp {
  return sharp(Buffer.from(data), { raw: { width: widthPx, height: heightPx, channels: 4 } })
}

export async function studyOf(photo: Sharp) {
  const picture = await pictureOf(photo)
  const face = await detectFace(picture)
  return face && studyPicture(picture, face)
}
