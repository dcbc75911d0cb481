import { beforeAll, describe, expect, it } from 'vitest'
import { earBottomAt, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { createGrid, readAt } from '#worker/artist/ink/field/grid.ts'
import { toDistanceField } from '#worker/artist/ink/field/polygon.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { widenEars } from '#worker/artist/ink/study/widen-ears.ts'
import type { Face, Segments } from '#worker/artist/vision/index.ts'
import { type Picture, toHeadSpace, toPictureSpace } from '#worker/graphics/picture.ts'
import { straightFace, turned } from './turned-face.ts'

const SKIN = [200, 150, 120, 255]
const WALL = [40, 60, 220, 255]
/** Height of the middle of an ear above its lobe, half its height, and how far it sticks out of the ring of the face. In units. */
const EAR = { above: 16, half: 15, width: 6 } as const

let face: Face
beforeAll(async () => {
  face = await straightFace()
})

/** Returns the photo of a head with two ears. @param width how far the ears stick out, in units */
function headWith(width: number, material: number = KIND.faceSkin): { picture: Picture; segments: Segments } {
  const { pose } = face
  const [widthPx, heightPx] = [2 * Math.ceil(pose.x), 2 * Math.ceil(pose.y) - 40]
  const map = mapFace(face)
  const grid = createGrid(1)
  const oval = toDistanceField(map.oval, grid, 40)
  const kindAt = (px: number, py: number): number => {
    const { x, y } = toHeadSpace(pose, { x: px, y: py })
    const depth = readAt(oval, grid, x, y)
    if (depth > 0) return KIND.faceSkin
    const middle = earBottomAt(map, x) - EAR.above
    return Math.abs(y - middle) < EAR.half && depth > -width ? material : KIND.background
  }
  const data = new Uint8ClampedArray(4 * widthPx * heightPx)
  for (let i = 0; i < widthPx * heightPx; i++) {
    const isSkin = kindAt((i % widthPx) + 0.5, Math.floor(i / widthPx) + 0.5) === KIND.faceSkin
    data.set(isSkin ? SKIN : WALL, 4 * i)
  }
  const side = 256
  const classes = Uint8Array.from({ length: side * side }, (_, i) =>
    kindAt((((i % side) + 0.5) / side) * widthPx, ((Math.floor(i / side) + 0.5) / side) * heightPx),
  )
  return {
    picture: { data, widthPx, heightPx },
    segments: {
      frame: { x: widthPx / 2, y: heightPx / 2, width: widthPx, height: heightPx, roll: 0 },
      side,
      person: Float32Array.from(classes, (kind) => (kind === KIND.background ? 0 : 1)),
      classes,
    },
  }
}

/** Returns the outer edge of a head at the height of the ears, in units from its middle. */
function reach({ data, widthPx }: Picture, side: -1 | 1): number {
  const y = earBottomAt(mapFace(face), side * 46) - EAR.above
  for (let x = 75; x > 20; x -= 0.25) {
    const place = toPictureSpace(face.pose, { x: side * x, y })
    if (data[4 * (Math.floor(place.y) * widthPx + Math.floor(place.x))]! > 120) return x
  }
  return 0
}

describe('widenEars', () => {
  it.each([-1, 1] as const)('widens a narrow ear at side %i, and its segments', (side) => {
    const { picture, segments } = headWith(EAR.width)
    const [before, skin] = [reach(picture, side), segments.classes!.filter((kind) => kind === KIND.faceSkin).length]
    widenEars(picture, face, segments)
    const added = reach(picture, side) - before
    expect(added).toBeGreaterThan(1.5)
    expect(added).toBeLessThan(5)
    expect(segments.classes!.filter((kind) => kind === KIND.faceSkin).length).toBeGreaterThan(skin)
  })

  it.each([
    ['without ears', 0, KIND.faceSkin],
    ['with large ears', 26, KIND.faceSkin],
    ['with ears under hair', EAR.width, KIND.hair],
  ])('leaves a head %s', (_, width, material) => {
    const { picture, segments } = headWith(width, material)
    const before = picture.data.slice()
    widenEars(picture, face, segments)
    expect(picture.data).toEqual(before)
  })

  it('lights an ear that is nearly black to about half of the light on the cheek', () => {
    const { picture, segments } = headWith(14)
    const { data, widthPx } = picture
    const at = (x: number, y: number) => {
      const place = toPictureSpace(face.pose, { x, y })
      return 4 * (Math.floor(place.y) * widthPx + Math.floor(place.x))
    }
    const grid = createGrid(1)
    const oval = toDistanceField(mapFace(face).oval, grid, 40)
    for (let i = 0; i < data.length; i += 4) {
      const place = { x: ((i / 4) % widthPx) + 0.5, y: Math.floor(i / 4 / widthPx) + 0.5 }
      const { x, y } = toHeadSpace(face.pose, place)
      if (data[i] === SKIN[0] && readAt(oval, grid, x, y) < 0) data.set([50, 32, 24], i)
    }
    widenEars(picture, face, segments)
    const y = earBottomAt(mapFace(face), 46) - EAR.above
    const outer = reach(picture, 1)
    expect(data[at(outer - 4, y)]).toBeGreaterThan(120)
    expect(data[at(outer - 4, y)]).toBeLessThan(SKIN[0]!)
    expect(data[at(outer + 3, y)]).toBe(WALL[0])
    expect(data[at(20, y)]).toBe(SKIN[0])
  })

  it('leaves the far side of a turned head, whose cheek hides the ear', () => {
    const { picture, segments } = headWith(EAR.width)
    const before = reach(picture, 1)
    widenEars(picture, turned(face, 0.5), segments)
    expect(reach(picture, 1)).toBe(before)
  })
})
