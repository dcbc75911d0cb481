import type { Picture } from '#worker/graphics/picture.ts'
import type { Orientation } from './read-photo-header.ts'

/** Orientations 5 to 8 swap width and height. */
const isLying = (orientation: Orientation) => orientation >= 5

/** Turns and mirrors a picture as its EXIF orientation asks. */
export function turnUpright(picture: Picture, orientation: Orientation): Picture {
  if (orientation === 1) return picture
  const { widthPx: w, heightPx: h } = picture
  const [widthPx, heightPx] = isLying(orientation) ? [h, w] : [w, h]
  const from = pixelsOf(picture)
  const to = new Uint32Array(w * h)
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) to[i] = from[storedIndex(x, y, w, h, orientation)]!
  }
  return { data: new Uint8ClampedArray(to.buffer), widthPx, heightPx }
}

/** A pixel as one number. A copy only where the bytes do not lie as numbers have to. */
function pixelsOf({ data }: Picture): Uint32Array {
  const { buffer, byteOffset, length } = byteOffsetFits(data) ? data : data.slice()
  return new Uint32Array(buffer, byteOffset, length / 4)
}

const byteOffsetFits = ({ byteOffset }: Picture['data']): boolean => byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0

/** Where the upright pixel x, y is stored. The names say where the picture's first row and first column are. */
function storedIndex(x: number, y: number, w: number, h: number, orientation: Orientation): number {
  switch (orientation) {
    case 1: // top, left
      return y * w + x
    case 2: // top, right
      return y * w + (w - 1 - x)
    case 3: // bottom, right
      return (h - 1 - y) * w + (w - 1 - x)
    case 4: // bottom, left
      return (h - 1 - y) * w + x
    case 5: // left, top
      return x * w + y
    case 6: // right, top
      return (h - 1 - x) * w + y
    case 7: // right, bottom
      return (h - 1 - x) * w + (w - 1 - y)
    case 8: // left, bottom
      return x * w + (w - 1 - y)
  }
}
