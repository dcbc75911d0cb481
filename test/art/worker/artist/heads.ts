import { type HeadStudy, studyPicture } from '#worker/artist/ink/study/ink-head.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { findFaces, segmentHead } from '#worker/artist/vision/index.ts'
import { render } from '#worker/graphics/engine.ts'
import { portraitBytes } from '../../../support/portrait.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** Position of the test portrait's head, measured by hand: the pupils are at 204, 100 and 247, 102. */
export const THERE: Pose = { x: 225, y: 108, unitPx: 1.05, roll: 0.06 }

export const portrait = (): Promise<Picture> => decodePhoto(portraitBytes(), 512)

/** Changes to a photo: rotated about its center, scaled, put on a larger wall, mirrored. */
export type Change = { roll?: number; scale?: number; widthPx?: number; heightPx?: number; mirrored?: boolean }

const WALL: Rgb = [181, 172, 168]

/** @returns the changed photo and the expected pose of its head */
export function changed(picture: Picture, change: Change): { picture: Picture; pose: Pose } {
  const { roll = 0, scale = 1, mirrored = false } = change
  const { widthPx = Math.round(picture.widthPx * scale), heightPx = Math.round(picture.heightPx * scale) } = change
  const data = new Uint8ClampedArray(widthPx * heightPx * 4)
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  for (let i = 0; i < widthPx * heightPx; i++) {
    const dx = (i % widthPx) + 0.5 - widthPx / 2
    const dy = Math.floor(i / widthPx) + 0.5 - heightPx / 2
    const x = (mirrored ? -1 : 1) * ((dx * cos + dy * sin) / scale) + picture.widthPx / 2
    const y = (dy * cos - dx * sin) / scale + picture.heightPx / 2
    laySample(picture, x - 0.5, y - 0.5, data, i * 4)
    data[i * 4 + 3] = 255
  }
  const side = mirrored ? -1 : 1
  const [dx, dy] = [side * (THERE.x - picture.widthPx / 2), THERE.y - picture.heightPx / 2]
  const pose = {
    x: widthPx / 2 + scale * (dx * cos - dy * sin),
    y: heightPx / 2 + scale * (dx * sin + dy * cos),
    unitPx: THERE.unitPx * scale,
    roll: side * THERE.roll + roll,
  }
  return { picture: { data, widthPx, heightPx }, pose }
}

/** Interpolates between four pixels; outside the photo is a wall. */
function laySample({ data, widthPx, heightPx }: Picture, x: number, y: number, to: Uint8ClampedArray, at: number) {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const isWall = column < 0 || row < 0 || column + 1 >= widthPx || row + 1 >= heightPx
  const [u, v] = [x - column, y - row]
  for (let c = 0; c < 3; c++) {
    const i = (row * widthPx + column) * 4 + c
    const above = data[i]! * (1 - u) + data[i + 4]! * u
    const below = data[i + widthPx * 4]! * (1 - u) + data[i + widthPx * 4 + 4]! * u
    to[at + c] = isWall ? WALL[c]! : above * (1 - v) + below * v
  }
}

/** Maps every pixel with `getColor`, by its position and color. */
export function repainted(
  { data, widthPx, heightPx }: Picture,
  getColor: (x: number, y: number, color: Rgb) => Rgb,
): Picture {
  const out = Uint8ClampedArray.from(data)
  for (let i = 0; i < widthPx * heightPx; i++) {
    const color: Rgb = [data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!]
    out.set(getColor(i % widthPx, Math.floor(i / widthPx), color), i * 4)
  }
  return { data: out, widthPx, heightPx }
}

/** Overlays one photo on another. */
export function laidOn(ground: Picture, picture: Picture, left: number, top: number): Picture {
  const data = Uint8ClampedArray.from(ground.data)
  for (let y = 0; y < picture.heightPx; y++) {
    const row = picture.data.subarray(y * picture.widthPx * 4, (y + 1) * picture.widthPx * 4)
    data.set(row, ((top + y) * ground.widthPx + left) * 4)
  }
  return { ...ground, data }
}

export const part = ({ data, widthPx }: Picture, left: number, top: number, w: number, h: number): Picture => {
  const rows = Array.from({ length: h }, (_, y) => [
    ...data.subarray(((top + y) * widthPx + left) * 4, ((top + y) * widthPx + left + w) * 4),
  ])
  return { data: Uint8ClampedArray.from(rows.flat()), widthPx: w, heightPx: h }
}

/** Position of the most prominent face, or null. */
export const findPose = async (picture: Picture): Promise<Pose | null> => (await findFaces(picture))[0]?.pose ?? null

export async function studyFace(picture: Picture): Promise<HeadStudy | null> {
  const [face] = await findFaces(picture)
  return face ? studyPicture(picture, face, await segmentHead(picture, face)) : null
}

/** True if a point of head space lies inside the cutout. */
export function isHeadAt({ portrait: { grid, distance } }: HeadStudy, x: number, y: number): boolean {
  const column = Math.round((x - grid.x0) * grid.perUnit)
  const row = Math.round((y - grid.y0) * grid.perUnit)
  return column >= 0 && column < grid.w && (distance[row * grid.w + column] ?? -1) > 0
}

/** Converts a position in the photo to head space. */
export function onHead({ x, y, unitPx, roll }: Pose, px: number, py: number): [x: number, y: number] {
  const [dx, dy] = [(px - x) / unitPx, (py - y) / unitPx]
  return [dx * Math.cos(roll) + dy * Math.sin(roll), dy * Math.cos(roll) - dx * Math.sin(roll)]
}

/** Width of the cutout at a height in head space, in units. */
export function widthAt({ portrait: { grid, distance } }: HeadStudy, y: number): number {
  const row = Math.round((y - grid.y0) * grid.perUnit) * grid.w
  return distance.subarray(row, row + grid.w).filter((value) => value > 0).length / grid.perUnit
}

export function toJpeg({ data, widthPx: width, heightPx: height }: Picture): Promise<Uint8Array> {
  const size = { width, height }
  return render(
    { type: 'image', src: { ...size, data: Uint8Array.from(data) }, style: size },
    { ...size, format: 'jpeg', quality: 92 },
  )
}
