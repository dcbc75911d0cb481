import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import type { Picture } from '#worker/artist/ink/picture.ts'
import { photoOf, pictureOf } from '../../unit/ink/photos.ts'
import { DRAWN_LONG_HAIR, DRAWN_SHORT_HAIR } from './drawn-faces.ts'

export type Rgb = readonly [red: number, green: number, blue: number]
/** The color behind a person at a pixel of their photo. */
export type Wall = (x: number, y: number) => Rgb

export type Person = { readonly name: string; readonly picture: Picture; readonly isWall: (i: number) => boolean }

/** The portrait's wall is light and gray, as teeth are, and there is a flag at each side of it. */
async function portrait(): Promise<Person> {
  const picture = await pictureOf(sharp(readFileSync('test/fixtures/portrait.jpg')))
  const { data, widthPx } = picture
  const isWall = (i: number) => {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)]
    const colors = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!]
    const isGray = Math.min(...colors) > 138 && Math.max(...colors) - Math.min(...colors) < 26
    const isFace = Math.hypot((x - 226) / 48, (y - 112) / 62) < 1
    return y < 190 && !isFace && (isGray || x < 125 || x > 330)
  }
  return { name: 'portrait', picture, isWall }
}

/** A drawn person's wall has one color, that nothing else has. */
async function drawn(name: string, svg: string): Promise<Person> {
  const picture = await pictureOf(sharp(Buffer.from(svg)).resize(514, 600).removeAlpha())
  const { data } = picture
  const isWall = (i: number) =>
    [0, 1, 2].reduce((far, c) => far + Math.abs(data[4 * i + c]! - data[4 * 3 + c]!), 0) < 24
  return { name, picture, isWall }
}

export const people = (): Promise<Person[]> =>
  Promise.all([portrait(), drawn('drawn, long hair', DRAWN_LONG_HAIR), drawn('drawn, short hair', DRAWN_SHORT_HAIR)])

/** The person before another wall. */
export function before({ picture, isWall }: Person, wall: Wall): Picture {
  const data = Uint8ClampedArray.from(picture.data)
  for (let i = 0; i < data.length / 4; i++)
    if (isWall(i)) data.set(wall(i % picture.widthPx, Math.floor(i / picture.widthPx)), 4 * i)
  return { ...picture, data }
}

/** A photo with something drawn over it, in its own pixels. */
export async function wearing(picture: Picture, svg: string): Promise<Picture> {
  const { widthPx, heightPx } = picture
  const document = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">${svg}</svg>`
  return pictureOf(
    sharp(
      await photoOf(picture)
        .composite([{ input: Buffer.from(document) }])
        .png()
        .toBuffer(),
    ),
  )
}

export const jpegOf = async (photo: Sharp): Promise<Uint8Array> =>
  new Uint8Array(await photo.removeAlpha().jpeg({ quality: 92 }).toBuffer())
