import { clamp } from '#worker/graphics/numbers.ts'
import { forgetHalves, type Picture, toHeadSpace, toPictureSpace } from '#worker/graphics/picture.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { Face, Segments } from '../../vision/index.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, createGrid, eachPixel, type Field, type Grid, readAt } from '../field/grid.ts'
import { type Place2, toDistanceField } from '../field/polygon.ts'
import { type FaceMap, mapFace } from './face-map.ts'
import { inpaint } from './hair.ts'
import { KIND } from './segment-fields.ts'

/** Landmarks on the middle of the lower face, from the nose to the chin. */
const MIDDLE = [168, 2, 164, 0, 13, 14, 17, 18, 200, 199, 175, 152] as const
/** Landmarks of the left half of the lower face, from the corner of the mouth to the jaw, and their counterparts. */
const LEFT = [
  61, 185, 40, 39, 37, 146, 91, 181, 84, 129, 98, 50, 205, 36, 118, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148,
] as const
const RIGHT = [
  291, 409, 270, 269, 267, 375, 321, 405, 314, 358, 327, 280, 425, 266, 347, 454, 323, 361, 288, 397, 365, 379, 378,
  400, 377,
] as const
/** Range of the share of the lips that a hand covers. One half of the lips must be bare. */
const LIPS = { least: 0.2, most: 0.75 } as const
/** Maximum share of the hand whose counterpart is covered as well. */
const BOTH_MAX = 0.2
/** Skin this far inside the ring of the landmarks is a hand, not a neck. In units. */
const INSIDE_UNITS = 3
/** The hand is replaced up to this distance outside of the ring, in units. */
const OUTSIDE_UNITS = 10
/** Only a beard reaches farther outside of the ring. The far side of a turned head shows no ear. In units. */
const RING_UNITS = 2
/** Height of the measured cheek above the hand, and the distance above the chin where its edge meets the ring. In units. */
const CHEEK = { height: 8, aboveChin: 6 } as const
/** The hand's shadow and soft edge are replaced up to this distance from it, in units. */
const EDGE_UNITS = 3
/** The gain between both sides is smooth over this distance, in units. These are its limits. */
const GAIN = { units: 6, least: 0.6, most: 1.6 } as const
/** Maximum part of the bare half of the mouth that a hand may cover. */
const ACROSS_MAX = 0.6
/** Share of the surroundings of a pixel that the hand covers at its edge. */
const EDGE_MIN = 0.05
/** The lower face lies within this distance of its center, in units. */
const FACE_UNITS = 112
const CHANNELS = [0, 1, 2] as const

/** Everything known about a covered mouth. */
type Covered = {
  readonly picture: Picture
  readonly face: Face
  readonly grid: Grid
  /** Depth inside the ring of the landmarks, in units. */
  readonly oval: Field
  /** 1 where the hand is replaced. */
  readonly hand: Field
  /** Returns the net's class at a place of head space. */
  readonly kindAt: (place: Place2) => number
  /** Returns a place's distance from the middle of the face, positive on the covered side. */
  readonly toSide: (place: Place2) => number
  /** Returns the counterpart of a place on the covered side. */
  readonly mirror: (place: Place2) => Place2
}

/**
 * Replaces a hand in front of one half of the mouth by the other half, mirrored and in the light of its own side. It
 * changes the pixels and the segments in place.
 *
 * @returns true if there was such a hand
 */
export function uncoverMouth(picture: Picture, face: Face, segments: Segments): boolean {
  const covered = findHandOnMouth(picture, face, segments)
  if (covered === null) return false
  // The edge widens the hand, and the second blur softens it.
  const wide = boxBlur(covered.hand, covered.grid, EDGE_UNITS).map((share) => (share > EDGE_MIN ? 1 : 0))
  const share = boxBlur(wide, covered.grid, 1)
  const tones = matchTones(covered, wide)
  mirrorSegments(covered, segments)
  mirrorPixels(covered, share, tones)
  for (const field of [covered.oval, covered.hand, wide, share, ...tones]) releaseBuffer(field)
  forgetHalves(picture)
  return true
}

function findHandOnMouth(picture: Picture, face: Face, { frame, side, classes }: Segments): Covered | null {
  if (classes === null) return null
  const map = mapFace(face)
  const kindAt = (place: Place2): number => {
    const { x, y } = toPictureSpace(face.pose, place)
    const column = Math.floor(((x - frame.x) / frame.width + 0.5) * side)
    const row = Math.floor(((y - frame.y) / frame.height + 0.5) * side)
    const isOutside = column < 0 || row < 0 || column >= side || row >= side
    return isOutside ? KIND.beyond : classes[row * side + column]!
  }
  const isBare = (place: Place2) => kindAt(place) === KIND.bodySkin
  const lips = map.lipsOut.filter(isBare).length / map.lipsOut.length
  if (lips < LIPS.least || lips > LIPS.most) return null

  const grid = createGrid(1)
  const oval = toDistanceField(map.oval, grid, OUTSIDE_UNITS)
  const isHand = (place: Place2) => isBare(place) && readAt(oval, grid, place.x, place.y) > INSIDE_UNITS
  const hands = { left: 0, right: 0 }
  eachPixel(grid, (i, x, y) => {
    if (oval[i]! > INSIDE_UNITS && isBare({ x, y })) hands[x < getMiddleX(map, y) ? 'left' : 'right']++
  })
  const away = hands.left > hands.right ? -1 : 1
  const across = measureAcross(map, away, isHand)
  if (across === null) return null
  const toSide = ({ x, y }: Place2) => away * (x - getMiddleX(map, y))
  const mirror = createMirror(map, away, across)
  const hand = createField(grid)
  let [all, both] = [0, 0]
  eachPixel(grid, (i, x, y) => {
    const place = { x, y }
    const beside = toSide(place)
    if (oval[i]! <= (beside > 0 ? -OUTSIDE_UNITS : INSIDE_UNITS) || beside < -across || !isBare(place)) return
    all++
    if (isHand(mirror(place))) both++
    else hand[i] = 1
  })
  return both > BOTH_MAX * all ? null : { picture, face, grid, oval, hand, kindAt, toSide, mirror }
}

/** Returns the smooth gain of red, green and blue from the bare to the covered side. */
function matchTones({ picture, face, grid, oval, kindAt, toSide, mirror }: Covered, wide: Field): Field[] {
  const known = createField(grid)
  const tones = Array.from({ length: 6 }, () => createField(grid))
  eachPixel(grid, (i, x, y) => {
    const place = { x, y }
    if (wide[i]! > 0 || oval[i]! < INSIDE_UNITS || toSide(place) < 0) return
    const other = mirror(place)
    if (kindAt(place) !== KIND.faceSkin || kindAt(other) !== KIND.faceSkin) return
    known[i] = 1
    for (const channel of CHANNELS) {
      tones[channel]![i] = readPicture(picture, toPictureSpace(face.pose, place), channel)
      tones[channel + 3]![i] = readPicture(picture, toPictureSpace(face.pose, other), channel)
    }
  })
  const filled = inpaint(tones, known, grid)
  const smooth = filled.map((field) => boxBlur(field, grid, GAIN.units, 2))
  const gains = CHANNELS.map((channel) =>
    smooth[channel]!.map((own, i) => clamp(own / Math.max(1, smooth[channel + 3]![i]!), GAIN.least, GAIN.most)),
  )
  for (const field of [known, ...tones, ...filled, ...smooth]) releaseBuffer(field)
  return gains
}

function mirrorSegments(covered: Covered, { frame, side, classes, person }: Segments): void {
  const { face, grid, oval, hand, mirror, kindAt } = covered
  const ringAt = createRing(covered)
  const changes: { readonly i: number; readonly kind: number }[] = []
  for (let i = 0; i < person.length; i++) {
    const px = frame.x + (((i % side) + 0.5) / side - 0.5) * frame.width
    const py = frame.y + ((Math.floor(i / side) + 0.5) / side - 0.5) * frame.height
    const place = toHeadSpace(face.pose, { x: px, y: py })
    if (readAt(hand, grid, place.x, place.y) < 0.5) continue
    const mirrored = kindAt(mirror(place))
    const isFace = readAt(oval, grid, place.x, place.y) > -ringAt(place.y)
    if (mirrored !== KIND.beyond)
      changes.push({ i, kind: isFace || mirrored === KIND.hair ? mirrored : KIND.background })
  }
  for (const { i, kind } of changes) {
    classes![i] = kind
    person[i] = kind === KIND.background ? 0 : 1
  }
}

/**
 * Returns a function for the distance of the covered side's edge outside of the ring, in units. From the cheek above the
 * hand it narrows down to the chin, without a step.
 */
function createRing({ face, grid, oval, hand, kindAt, toSide }: Covered): (y: number) => number {
  const chinY = mapFace(face).points[152]!.y - CHEEK.aboveChin
  let topY = chinY
  eachPixel(grid, (i, x, y) => {
    if (hand[i]! > 0 && toSide({ x, y }) > 0) topY = Math.min(topY, y)
  })
  let cheek = RING_UNITS
  eachPixel(grid, (i, x, y) => {
    const isBeside = y < topY && y > topY - CHEEK.height && toSide({ x, y }) > 0
    if (isBeside && oval[i]! > 1 - OUTSIDE_UNITS && kindAt({ x, y }) === KIND.faceSkin)
      cheek = Math.max(cheek, -oval[i]!)
  })
  return (y) => cheek + (RING_UNITS - cheek) * clamp((y - topY) / Math.max(1, chinY - topY), 0, 1)
}

function mirrorPixels({ picture, face: { pose }, grid, mirror }: Covered, share: Field, gains: Field[]): void {
  const { data, widthPx, heightPx } = picture
  const reach = FACE_UNITS * pose.unitPx
  const [left, right] = [Math.max(0, Math.floor(pose.x - reach)), Math.min(widthPx, Math.ceil(pose.x + reach))]
  const [top, bottom] = [Math.max(0, Math.floor(pose.y - reach)), Math.min(heightPx, Math.ceil(pose.y + reach))]
  for (let py = top; py < bottom; py++) {
    for (let px = left; px < right; px++) {
      const place = toHeadSpace(pose, { x: px + 0.5, y: py + 0.5 })
      const part = readAt(share, grid, place.x, place.y)
      if (part === 0) continue
      const other = toPictureSpace(pose, mirror(place))
      for (const channel of CHANNELS) {
        const i = 4 * (py * widthPx + px) + channel
        const mirrored = readAt(gains[channel]!, grid, place.x, place.y) * readPicture(picture, other, channel)
        data[i] = clamp(data[i]! + part * (mirrored - data[i]!), 0, 255)
      }
    }
  }
}

/** Returns a channel of a picture at a place, interpolated between pixels. */
function readPicture({ data, widthPx, heightPx }: Picture, { x, y }: Place2, channel: number): number {
  const [px, py] = [clamp(x - 0.5, 0, widthPx - 1.001), clamp(y - 0.5, 0, heightPx - 1.001)]
  const i = 4 * (Math.floor(py) * widthPx + Math.floor(px)) + channel
  const [u, v] = [px % 1, py % 1]
  const upper = data[i]! * (1 - u) + data[i + 4]! * u
  const lower = data[i + 4 * widthPx]! * (1 - u) + data[i + 4 * widthPx + 4]! * u
  return upper * (1 - v) + lower * v
}

/** Returns the middle of the lower face at a height. */
function getMiddleX({ points }: FaceMap, y: number): number {
  let [above, below] = [points[168]!, points[152]!]
  for (const n of MIDDLE) {
    const point = points[n]!
    if (point.y <= y && point.y > above.y) above = point
    if (point.y > y && point.y < below.y) below = point
  }
  return above.x + (below.x - above.x) * clamp((y - above.y) / Math.max(1, below.y - above.y), 0, 1)
}

/**
 * Returns how far a hand reaches across the middle of the mouth and the chin, in units, or null if too little of the
 * mouth is left.
 */
function measureAcross(map: FaceMap, away: 1 | -1, isHand: (place: Place2) => boolean): number | null {
  const { points } = map
  const corner = points[away > 0 ? 61 : 291]!
  let most = 0
  for (let { y } = points[2]!; y < points[152]!.y; y++) {
    const middle = getMiddleX(map, y)
    let off = 0
    while (off < 99 && isHand({ x: middle - away * off, y })) off++
    most = Math.max(most, off)
  }
  const across = most + EDGE_UNITS + 1
  return across < ACROSS_MAX * Math.abs(corner.x - getMiddleX(map, corner.y)) ? across : null
}

/**
 * Returns a function that maps a place on the side `away` from the middle to its counterpart on the bare side. Places
 * up to `across` units beyond the middle show the lips beside them, stretched.
 */
function createMirror(map: FaceMap, away: 1 | -1, across: number): (place: Place2) => Place2 {
  const { points } = map
  const [own, bare] = away > 0 ? [RIGHT, LEFT] : [LEFT, RIGHT]
  const off = (n: number) => Math.abs(points[n]!.x - getMiddleX(map, points[n]!.y))
  const sumOff = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + off(n), 0)
  const stretch = sumOff(bare) / Math.max(1, sumOff(own))
  const corner = off(bare[0])
  const squeeze = (corner - across) / (corner + across)
  const reflect = ({ x, y }: Place2): Place2 => {
    const middle = getMiddleX(map, y)
    return { x: middle - stretch * (x - middle), y }
  }
  // The residuals are interpolated with inverse distances (Shepard, 1968).
  const counterparts: readonly number[] = [...MIDDLE, ...bare]
  const residuals = [...MIDDLE, ...own].map((n, i) => {
    const [from, to] = [points[n]!, points[counterparts[i]!]!]
    const { x, y } = reflect(from)
    return { x: from.x, y: from.y, dx: to.x - x, dy: to.y - y }
  })
  const mirror = (place: Place2): Place2 => {
    let [sum, dx, dy] = [0, 0, 0]
    for (const residual of residuals) {
      const weight = 1 / ((place.x - residual.x) ** 2 + (place.y - residual.y) ** 2 + 9)
      const squared = weight * weight
      sum += squared
      dx += squared * residual.dx
      dy += squared * residual.dy
    }
    const { x, y } = reflect(place)
    return { x: x + dx / sum, y: y + dy / sum }
  }
  return (place) => {
    const isBareSide = away * (place.x - getMiddleX(map, place.y)) < 0
    const { x, y } = isBareSide ? place : mirror(place)
    const middle = getMiddleX(map, y)
    const beyond = (isBareSide ? -1 : 1) * Math.abs(x - middle)
    const shown = beyond < corner ? across + (beyond + across) * squeeze : beyond
    return { x: middle - away * shown, y }
  }
}
