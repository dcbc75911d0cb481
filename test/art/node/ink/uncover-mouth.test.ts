import { beforeAll, describe, expect, it } from 'vitest'
import { mapFace } from '#worker/artist/ink/study/face-map.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { uncoverMouth } from '#worker/artist/ink/study/uncover-mouth.ts'
import type { Face, Segments } from '#worker/artist/vision/index.ts'
import { type Picture, toPictureSpace } from '#worker/graphics/picture.ts'
import { straightFace } from './turned-face.ts'

const SKIN = [200, 150, 120, 255]
const LIPS = [180, 60, 70, 255]
const HAND = [40, 220, 90, 255]

let face: Face
beforeAll(async () => {
  face = await straightFace()
})

/** Returns the photo of a face with a hand in front of the mouth, right of `handX` in units. @param half of the face */
function coveredBy(handX: number, half = 44): { picture: Picture; segments: Segments } {
  const { pose } = face
  const widthPx = 2 * Math.ceil(pose.x)
  const heightPx = 2 * Math.ceil(pose.y)
  const { lipsOut } = mapFace(face)
  const [top, bottom] = [Math.min(...lipsOut.map(({ y }) => y)), Math.max(...lipsOut.map(({ y }) => y))]
  const [left, right] = [Math.min(...lipsOut.map(({ x }) => x)), Math.max(...lipsOut.map(({ x }) => x))]
  const toHead = (px: number, py: number) => {
    const [dx, dy] = [(px - pose.x) / pose.unitPx, (py - pose.y) / pose.unitPx]
    const [cos, sin] = [Math.cos(pose.roll), Math.sin(pose.roll)]
    return { x: dx * cos + dy * sin, y: dy * cos - dx * sin }
  }
  const isHand = (x: number, y: number) => x > handX && x < 60 && y > top - 8 && y < bottom + 8
  const data = new Uint8ClampedArray(4 * widthPx * heightPx)
  for (let i = 0; i < widthPx * heightPx; i++) {
    const { x, y } = toHead((i % widthPx) + 0.5, Math.floor(i / widthPx) + 0.5)
    const isLips = y > top && y < bottom && x > left && x < right
    data.set(isHand(x, y) ? HAND : isLips ? LIPS : SKIN, 4 * i)
  }
  const side = 256
  const classes = Uint8Array.from({ length: side * side }, (_, i) => {
    const { x, y } = toHead((((i % side) + 0.5) / side) * widthPx, ((Math.floor(i / side) + 0.5) / side) * heightPx)
    if (isHand(x, y)) return KIND.bodySkin
    return Math.hypot(x / half, (y - 4) / 62) < 1 ? KIND.faceSkin : KIND.background
  })
  return {
    picture: { data, widthPx, heightPx },
    segments: {
      frame: { x: widthPx / 2, y: heightPx / 2, width: widthPx, height: heightPx, roll: 0 },
      side,
      person: new Float32Array(side * side).fill(1),
      classes,
    },
  }
}

const colorAt = ({ data, widthPx }: Picture, landmark: number) => {
  const { x, y } = face.points[landmark]!
  return [...data.subarray(4 * (Math.round(y) * widthPx + Math.round(x))).subarray(0, 4)]
}

describe('uncoverMouth', () => {
  it('mirrors the bare half of the mouth and the cheek over a hand', () => {
    const { picture, segments } = coveredBy(2)
    expect(uncoverMouth(picture, face, segments)).toBe(true)
    for (const [landmark, color] of [
      [405, LIPS],
      [425, SKIN],
    ] as const) {
      const mirrored = colorAt(picture, landmark)
      for (const channel of [0, 1, 2]) expect(Math.abs(mirrored[channel]! - color[channel]!)).toBeLessThan(12)
    }
  })

  it('continues the edge of the cheek above the hand, without a step', () => {
    const { picture, segments } = coveredBy(2, 60)
    const { pose } = face
    const { lipsOut, oval } = mapFace(face)
    const y = Math.min(...lipsOut.map((point) => point.y)) - 4
    const ring = Math.max(...oval.filter((point) => Math.abs(point.y - y) < 8).map(({ x }) => x))
    uncoverMouth(picture, face, segments)
    const kindAt = (x: number) => {
      const place = toPictureSpace(pose, { x, y })
      const column = Math.floor((place.x / picture.widthPx) * segments.side)
      return segments.classes![Math.floor((place.y / picture.heightPx) * segments.side) * segments.side + column]
    }
    expect(kindAt(ring + 5)).toBe(KIND.faceSkin)
  })

  it.each([
    ['covers the whole mouth', -30],
    ['only touches its corner', 18],
  ])('leaves a hand that %s', (_, handX) => {
    const { picture, segments } = coveredBy(handX)
    const before = picture.data.slice()
    expect(uncoverMouth(picture, face, segments)).toBe(false)
    expect(picture.data).toEqual(before)
  })
})
