import { clamp } from '#worker/graphics/numbers.ts'
import { forgetHalves, type Picture, type Pose, toHeadSpace, toPictureSpace } from '#worker/graphics/picture.ts'
import type { Face, Segments } from '../../vision/index.ts'
import { mapFace } from './face-map.ts'
import { type Ear, findEar, type Row } from './find-ear.ts'
import { lightEar } from './light-ears.ts'
import { KIND } from './segment-fields.ts'

/** The background beside an ear is squeezed within this distance, in units. */
const BESIDE_UNITS = 16

/** Pixels of a part of the picture. `left`, `top`, `stepX` and `stepY` are in pixels of the picture. */
type Raster = {
  readonly data: Uint8ClampedArray | Uint8Array | Float32Array
  readonly w: number
  readonly h: number
  readonly left: number
  readonly top: number
  readonly stepX: number
  readonly stepY: number
  readonly channels: 1 | 4
  /** True for values that cannot be interpolated. */
  readonly isIndexed?: boolean
}

/**
 * Widens narrow ears beside a face and lights dark ones, in place, in the pixels and the segments. An outline as thick
 * as a drawn head's covers a part of an ear and fills the notch below its lobe. An ear as narrow as in the photo would
 * vanish in it.
 */
export function widenEars(picture: Picture, face: Face, { classes, person, side: size, frame }: Segments): void {
  if (classes === null) return
  const { pose } = face
  const map = mapFace(face)
  const part = {
    w: size,
    h: size,
    left: frame.x - frame.width / 2,
    top: frame.y - frame.height / 2,
    stepX: frame.width / size,
    stepY: frame.height / size,
    channels: 1,
  } as const
  const kindAt = (x: number, y: number): number => {
    const place = toPictureSpace(pose, { x, y })
    const column = Math.floor((place.x - part.left) / part.stepX)
    const row = Math.floor((place.y - part.top) / part.stepY)
    const isOutside = column < 0 || row < 0 || column >= size || row >= size
    return isOutside ? KIND.beyond : classes[row * size + column]!
  }
  const ears = ([-1, 1] as const).flatMap((side) => findEar(side, map, kindAt) ?? [])
  if (ears.length === 0) return
  for (const ear of ears) lightEar(picture, pose, ear, (x, y) => kindAt(x, y) === KIND.faceSkin)
  const { data, widthPx: w, heightPx: h } = picture
  const rasters: Raster[] = [
    { data, w, h, left: 0, top: 0, stepX: 1, stepY: 1, channels: 4 },
    { data: person, ...part },
    { data: classes, ...part, isIndexed: true },
  ]
  for (const ear of ears) for (const raster of rasters) widen(raster, pose, ear)
  forgetHalves(picture)
}

/** Stretches an ear outward from the ring of the face, in place. */
function widen(raster: Raster, pose: Pose, { side, top, rows }: Ear): void {
  const { data, w, h, stepX, stepY, channels, isIndexed } = raster
  const toRaster = (x: number, y: number) => {
    const place = toPictureSpace(pose, { x, y })
    return { x: (place.x - raster.left) / stepX, y: (place.y - raster.top) / stepY }
  }
  const reach = Math.max(...rows.map(({ outer, added }) => outer + added)) + BESIDE_UNITS
  const nearest = Math.min(...rows.map(({ inner }) => inner))
  const corners = [nearest, reach].flatMap((x) => [top, top + rows.length].map((y) => toRaster(side * x, y)))
  const left = clamp(Math.floor(Math.min(...corners.map(({ x }) => x))), 0, w - 1)
  const right = clamp(Math.ceil(Math.max(...corners.map(({ x }) => x))), 0, w - 1)
  const upper = clamp(Math.floor(Math.min(...corners.map(({ y }) => y))), 0, h - 1)
  const lower = clamp(Math.ceil(Math.max(...corners.map(({ y }) => y))), 0, h - 1)
  const before = data.slice(upper * w * channels, (lower + 1) * w * channels)
  const read = (x: number, y: number, channel: number) =>
    before[((clamp(y, upper, lower) - upper) * w + clamp(x, 0, w - 1)) * channels + channel]!
  for (let row = upper; row <= lower; row++) {
    for (let column = left; column <= right; column++) {
      const place = toHeadSpace(pose, {
        x: raster.left + (column + 0.5) * stepX,
        y: raster.top + (row + 0.5) * stepY,
      })
      const moved = moveInward(side * place.x, place.y - top, rows)
      if (moved === 0) continue
      const from = toRaster(place.x - side * moved, place.y)
      const at = (row * w + column) * channels
      if (isIndexed) {
        data[at] = read(Math.floor(from.x), Math.floor(from.y), 0)
        continue
      }
      const [x, y] = [Math.floor(from.x - 0.5), Math.floor(from.y - 0.5)]
      const [u, v] = [from.x - 0.5 - x, from.y - 0.5 - y]
      for (let channel = 0; channel < channels; channel++) {
        const above = read(x, y, channel) * (1 - u) + read(x + 1, y, channel) * u
        const below = read(x, y + 1, channel) * (1 - u) + read(x + 1, y + 1, channel) * u
        data[at + channel] = above * (1 - v) + below * v
      }
    }
  }
}

/** Returns how much nearer to the face the source of a pixel lies, in units. */
function moveInward(aside: number, row: number, rows: readonly Row[]): number {
  const i = Math.floor(row)
  if (i < 0 || i + 1 >= rows.length) return 0
  const [one, other, share] = [rows[i]!, rows[i + 1]!, row - i]
  const mix = (from: number, to: number) => from + (to - from) * share
  const added = mix(one.added, other.added)
  const inner = mix(one.inner, other.inner)
  if (added < 0.01 || aside <= inner) return 0
  const width = mix(one.outer, other.outer) - inner
  const beyond = aside - inner - width - added
  return beyond < 0 ? added * ((aside - inner) / (width + added)) : added * Math.max(0, 1 - beyond / BESIDE_UNITS)
}
