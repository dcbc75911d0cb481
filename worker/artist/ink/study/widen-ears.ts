import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { forgetHalves, type Picture, type Pose, toHeadSpace, toPictureSpace } from '#worker/graphics/picture.ts'
import type { Face, Segments } from '../../vision/index.ts'
import { earBottomAt, type FaceMap, mapFace } from './face-map.ts'
import { lightEar } from './light-ears.ts'
import { KIND } from './segment-fields.ts'

/** Distance of an ear from the middle of the face, in units. */
const EAR_X = 46
/** An ear is looked for in this range of heights around the landmarks of its lobe, in units. */
const ROWS = { above: 45, below: 5 } as const
/** Skin beside the ring of the landmarks is an ear if it has this width and height. Strands may hide `gap` of it. In units. */
const EAR = { least: 2, wide: 3, height: 12, gap: 3, most: 34 } as const
/** Added share of an ear's width and its limit. Ears as wide as `large` stay as they are. In units. */
const ADDED = { share: 0.65, most: 4, large: [14, 22] } as const
/** The added width fades in over these distances around the ear's upper and lower end, in units. */
const FADE = { above: [-2, 5], below: [-3, 2] } as const
/** Heights over which the ear's width is averaged, to each side in units. */
const SMOOTH = 2
/** The background beside an ear is squeezed within this distance, in units. */
const BESIDE_UNITS = 16
/** Yaw up to which an ear shows beside the face, on the side the nose points to and on the other side, in radians. */
const YAW = { far: 0.25, near: 0.6 } as const

export type Side = -1 | 1

/** One ear. `rows` start at `top` and are one unit apart. */
export type Ear = { readonly side: Side; readonly top: number; readonly rows: readonly Row[] }

/** Distances from the middle of the face: where the ear starts and ends, and the width to add. In units. */
type Row = { readonly inner: number; readonly outer: number; readonly added: number }

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
 * Widens narrow ears beside a face and lights dark ones, in place, in the pixels and the segments. An outline as thick as a drawn head's
 * covers a part of an ear and fills the notch below its lobe. An ear as narrow as in the photo would vanish in it.
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

/** Returns the ear at a side of the face; null if hair or the pose hides it. */
function findEar(side: Side, map: FaceMap, kindAt: (x: number, y: number) => number): Ear | null {
  const turned = side * map.yaw
  if (turned > YAW.far || turned < -YAW.near) return null
  const bottom = Math.round(earBottomAt(map, side * EAR_X))
  const top = bottom - ROWS.above
  const inner = Array.from({ length: ROWS.above + ROWS.below + 1 }, (_, i) => reachRing(map, side, top + i))
  const widths = inner.map((from, i) => measureSkin(side, from, top + i, kindAt))
  const run = findRun(widths)
  if (!run) return null
  const [first, last] = run
  const widest = Math.max(...widths.slice(first, last + 1))
  if (last - first < EAR.height || widest < EAR.wide) return null
  const share = ADDED.share * (1 - smoothstep(...ADDED.large, widest))
  const rows = inner.map((from, i) => {
    const at = clamp(i, first, last)
    const near = widths.slice(Math.max(first, at - SMOOTH), Math.min(last, at + SMOOTH) + 1)
    const width = near.reduce((sum, one) => sum + one, 0) / near.length
    const fade = smoothstep(...FADE.above, i - first) * smoothstep(...FADE.below, last - i)
    return { inner: from, outer: from + width, added: fade * Math.min(share * width, ADDED.most) }
  })
  return { side, top, rows }
}

/** Returns how far the ring of the face reaches to a side at a height. */
function reachRing({ oval }: FaceMap, side: Side, y: number): number {
  const crossed = oval.flatMap((one, i) => {
    const other = oval[(i + 1) % oval.length]!
    if (one.y <= y === other.y <= y) return []
    return [side * (one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y))]
  })
  return Math.max(0, ...crossed)
}

/** Returns the width of the skin beside the ring at a height; 0 if it ends in hair, in clothes or in a hand. */
function measureSkin(side: Side, inner: number, y: number, kindAt: (x: number, y: number) => number): number {
  for (let width: number = EAR.most; width >= EAR.least; width -= 0.5) {
    const kind = kindAt(side * (inner + width), y)
    if (kind === KIND.faceSkin) return width === EAR.most ? 0 : width
    if (kind !== KIND.background && kind !== KIND.beyond && kind !== KIND.others) return 0
  }
  return 0
}

/** Returns the first and last index of the longest run of widths above 0, across small gaps. */
function findRun(widths: readonly number[]): readonly [first: number, last: number] | null {
  let best: readonly [number, number] | null = null
  let [first, last] = [-1, -1]
  widths.forEach((width, i) => {
    if (width === 0) return
    if (first < 0 || i - last > EAR.gap) first = i
    last = i
    if (best === null || last - first > best[1] - best[0]) best = [first, last]
  })
  return best
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
