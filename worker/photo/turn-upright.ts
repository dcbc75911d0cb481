import type { Picture } from '#worker/graphics/picture.ts'
import type { Orientation } from './read-photo-header.ts'

/** Orientations 5 to 8 swap width and height. */
const swapsSides = (orientation: Orientation) => orientation >= 5

/** Rotates and mirrors a picture by its EXIF orientation. */
export function turnUpright(picture: Picture, orientation: Orientation): Picture {
  if (orientation === 1) return picture
  const { widthPx: w, heightPx: h } = picture
  const [widthPx, heightPx] = swapsSides(orientation) ? [h, w] : [w, h]
  const from = toPixels(picture)
  const to = new Uint32Array(w * h)
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) to[i] = from[storedIndex(x, y, w, h, orientation)]!
  }
  return { data: new Uint8ClampedArray(to.buffer), widthPx, heightPx }
}

/** Returns each pixel as a 32-bit number. Copies only if the bytes are not aligned. */
function toPixels({ data }: Picture): Uint32Array {
  const { buffer, byteOffset, length } = isAligned(data) ? data : data.slice()
  return new Uint32Array(buffer, byteOffset, length / 4)
}

const isAligned = ({ byteOffset }: Picture['data']): boolean => byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0

/** Returns the stored index of the upright pixel x, y. The comments name the position of the first row and column. */
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
