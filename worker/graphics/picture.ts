import { letGo } from '#worker/http/let-go.ts'

/** A decoded photo: four bytes a pixel, red, green, blue, opacity. */
export type Picture = {
  readonly data: Uint8ClampedArray | Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

/** Where a head is in a picture: the centre of the face, pixels per unit of head space, radians clockwise. */
export type Pose = { readonly x: number; readonly y: number; readonly unitPx: number; readonly roll: number }

/** Every detector begins with a picture's half. Forgotten with the picture. */
const halves = new WeakMap<Picture, Picture>()

/** Half as wide and half as high, each pixel the mean of four. Shared, so never written into. */
export function halvedPicture(picture: Picture): Picture {
  const half = halves.get(picture) ?? halve(picture)
  halves.set(picture, half)
  return half
}

/** Gives back the memory of a picture and of its halves. */
export function letGoPicture(picture: Picture): void {
  for (let one: Picture | undefined = picture; one !== undefined; one = halves.get(one)) letGo(one.data)
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

/** The picture, halved until it is less than twice as wide and high as asked. */
export function shrunk(picture: Picture, longSidePx: number): Picture {
  let out = picture
  while (Math.max(out.widthPx, out.heightPx) >= 2 * longSidePx) out = halvedPicture(out)
  return out
}
