import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { EAR_X, earBottomAt, type FaceMap } from './face-map.ts'
import { KIND } from './segment-fields.ts'

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
/** Yaw up to which an ear shows beside the face, on the side the nose points to and on the other side, in radians. */
const YAW = { far: 0.25, near: 0.6 } as const

export type Side = -1 | 1

/** One ear. `rows` start at `top` and are one unit apart. */
export type Ear = { readonly side: Side; readonly top: number; readonly rows: readonly Row[] }

/** Distances from the middle of the face: where the ear starts and ends, and the width to add. In units. */
export type Row = { readonly inner: number; readonly outer: number; readonly added: number }

/** Returns the ear at a side of the face; null if hair or the pose hides it. */
export function findEar(side: Side, map: FaceMap, kindAt: (x: number, y: number) => number): Ear | null {
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
