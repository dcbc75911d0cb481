import { clamp, median, smoothstep } from '#worker/graphics/numbers.ts'
import { type Picture, type Pose, toHeadSpace, toPictureSpace } from '#worker/graphics/picture.ts'
import { LINEAR } from '../color/oklab.ts'
import type { Ear } from './find-ear.ts'

/** Distances of the cheek beside an ear from the ring of the face, in units. */
const CHEEK = { from: 4, to: 14 } as const
/** Minimum number of places with skin in an ear and on the cheek. */
const PLACES = 12
/**
 * An ear is lit if its light is less than this share of the cheek's. It gets that share of the cheek's color, within a
 * maximum factor.
 */
const LIGHT = { share: 0.55, most: 6, least: 0.001 } as const
/** Limits of a channel's factor, relative to the light's. */
const TINT = [0.75, 1.25] as const
/** Exponent of the light in a pixel's value. */
const GAMMA = 2.2
/** The light fades in over this distance from the ring, beyond the ear and at its upper and lower end, in units. */
const FADE = { inner: 3, outer: 2, ends: 5 } as const

/** Places around a pixel whose share of skin is the pixel's, in units. */
const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [1.2 * dx, 1.2 * dy] as const))

/**
 * Lights an ear that is much darker than the cheek beside it, in place. Nearly black in side light, it looked like a
 * hole or a lump of hair.
 *
 * @param isSkin returns true for a place in head space where the net sees skin of the face
 */
export function lightEar(picture: Picture, pose: Pose, ear: Ear, isSkin: (x: number, y: number) => boolean): void {
  const { data, widthPx, heightPx } = picture
  const { side, top, rows } = ear
  /** Returns the index of a place's pixel; null without skin. */
  const findSkin = (aside: number, y: number): number | null => {
    const place = toPictureSpace(pose, { x: side * aside, y })
    const [column, row] = [Math.floor(place.x), Math.floor(place.y)]
    if (column < 0 || row < 0 || column >= widthPx || row >= heightPx || !isSkin(side * aside, y)) return null
    return 4 * (row * widthPx + column)
  }
  const seen = rows.map(({ added }) => added > 0)
  const [first, last] = [seen.indexOf(true), seen.lastIndexOf(true)]
  const collect = (reach: (row: Ear['rows'][number]) => readonly [from: number, to: number]) =>
    rows.slice(first, last + 1).flatMap((row, i) => {
      const [from, to] = reach(row)
      const found: number[] = []
      for (let aside = from; aside <= to; aside++) {
        const at = findSkin(aside, top + first + i)
        if (at !== null) found.push(at)
      }
      return found
    })
  const own = collect(({ inner, outer }) => [inner + 1, outer - 1])
  const cheek = collect(({ inner }) => [inner - CHEEK.to, inner - CHEEK.from])
  if (own.length < PLACES || cheek.length < PLACES) return
  const medianOf = (pixels: readonly number[], value: (at: number) => number) => median(pixels.map(value))
  const compare = (value: (at: number) => number) =>
    (LIGHT.share * medianOf(cheek, value)) / Math.max(LIGHT.least, medianOf(own, value))
  const lighter = Math.min(
    LIGHT.most,
    compare((at) => lightOf(data, at)),
  )
  if (lighter <= 1) return
  const onCheek = medianOf(cheek, (at) => lightOf(data, at))
  const factors = [0, 1, 2].map((channel) =>
    Math.max(1, lighter * clamp(compare((at) => LINEAR[data[at + channel]!]!) / lighter, ...TINT)),
  )
  const skinAt = (x: number, y: number) =>
    AROUND.reduce((sum, [dx, dy]) => sum + (isSkin(x + dx, y + dy) ? 1 / AROUND.length : 0), 0)
  const shareAt = (aside: number, y: number): number => {
    const i = y - top
    const row = rows[Math.round(i)]
    if (!row || aside < row.inner || aside > row.outer + FADE.outer) return 0
    const ends = smoothstep(first - 1, first + FADE.ends, i) * smoothstep(0, FADE.ends, last + 1 - i)
    return ends === 0 ? 0 : ends * smoothstep(0, FADE.inner, aside - row.inner) * skinAt(side * aside, y)
  }
  const reach = Math.max(...rows.map(({ outer }) => outer)) + FADE.outer
  const nearest = Math.min(...rows.map(({ inner }) => inner))
  const corners = [nearest, reach].flatMap((aside) =>
    [top + first, top + last].map((y) => toPictureSpace(pose, { x: side * aside, y })),
  )
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const end = { x: Math.min(widthPx - 1, Math.max(...xs)), y: Math.min(heightPx - 1, Math.max(...ys)) }
  for (let row = Math.max(0, Math.floor(Math.min(...ys))); row <= end.y; row++) {
    for (let column = Math.max(0, Math.floor(Math.min(...xs))); column <= end.x; column++) {
      const { x, y } = toHeadSpace(pose, { x: column + 0.5, y: row + 0.5 })
      const share = shareAt(side * x, y)
      if (share === 0) continue
      const at = 4 * (row * widthPx + column)
      const isLit = smoothstep(LIGHT.share * onCheek, onCheek, lightOf(data, at))
      factors.forEach((factor, channel) => {
        const gain = (1 + (factor - 1) * share * (1 - isLit)) ** (1 / GAMMA)
        data[at + channel] = Math.min(255, gain * data[at + channel]!)
      })
    }
  }
}

const lightOf = (data: Picture['data'], at: number): number =>
  0.2126 * LINEAR[data[at]!]! + 0.7152 * LINEAR[data[at + 1]!]! + 0.0722 * LINEAR[data[at + 2]!]!
