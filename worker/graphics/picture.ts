import { releaseBuffer } from '#worker/http/release-buffer.ts'

/** A decoded photo, RGBA with four bytes per pixel. */
export type Picture = {
  readonly data: Uint8ClampedArray | Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

/** Position of a head in a picture: the center of the face, pixels per unit of head space, radians clockwise. */
export type Pose = { readonly x: number; readonly y: number; readonly unitPx: number; readonly roll: number }

type Place = { readonly x: number; readonly y: number }

/** Converts a place in a picture to head space. */
export function toHeadSpace({ x, y, unitPx, roll }: Pose, place: Place): Place {
  const [cos, sin] = [Math.cos(roll) / unitPx, Math.sin(roll) / unitPx]
  const [dx, dy] = [place.x - x, place.y - y]
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin }
}

/** Converts a place in head space to a picture. */
export function toPictureSpace({ x, y, unitPx, roll }: Pose, place: Place): Place {
  const [cos, sin] = [Math.cos(roll) * unitPx, Math.sin(roll) * unitPx]
  return { x: x + place.x * cos - place.y * sin, y: y + place.x * sin + place.y * cos }
}

/** Cache of halved pictures, because every detector starts with one. */
const halves = new WeakMap<Picture, Picture>()

/** Halves a picture by averaging 2x2 pixels. The result is cached and shared, so do not write to it. */
export function halvePicture(picture: Picture): Picture {
  const half = halves.get(picture) ?? halve(picture)
  halves.set(picture, half)
  return half
}

/** Releases the memory of a picture and of its halves. */
export function releasePicture(picture: Picture): void {
  for (let one: Picture | undefined = picture; one !== undefined; one = halves.get(one)) releaseBuffer(one.data)
}

/** Releases the cached halves of a picture whose pixels have changed. */
export function forgetHalves(picture: Picture): void {
  const half = halves.get(picture)
  if (half) releasePicture(half)
  halves.delete(picture)
}

function halve({ data, widthPx, heightPx }: Picture): Picture {
  const w = widthPx >> 1
  const h = heightPx >> 1
  const out = new Uint8ClampedArray(w * h * 4)
  const line = widthPx * 4
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = y * 2 * line + x * 8
      for (let c = from; c < from + 4; c++, to++) {
        out[to] = (data[c]! + data[c + 4]! + data[c + line]! + data[c + line + 4]! + 2) >> 2
      }
    }
  }
  return { data: out, widthPx: w, heightPx: h }
}
