import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createDetector, toFaceOval } from '#shared/vision/detector.ts'
import { weightsPath } from '#shared/vision/weights.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { CLASSES, type Face, findFaces, segmentHead, type Segments, setWeights } from '#worker/artist/vision/index.ts'
import { getKernels } from '#worker/artist/vision/nets.ts'
import { createWeightsLoader } from '#worker/artist/vision/served-weights.ts'
import { CARTOON_OVAL, paintCartoonFace, roundedOval } from '../../../support/cartoon-face.ts'
import { testEnv } from '../../../support/env.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { draw, painted } from './drawn.ts'
import { changed, laidOn, part, portrait, THERE } from './heads.ts'

vi.setConfig({ testTimeout: 90_000 })

const load = createWeightsLoader(testEnv().ASSETS)

let photo: Picture
beforeAll(async () => {
  photo = await portrait()
})

/** The share of points around the portrait's head, within a box of head space, that belong to a class. */
function shareIn(
  box: readonly [number, number, number, number],
  classes: Uint8Array,
  frame: { x: number; y: number; width: number },
) {
  let [count, all] = [0, 0]
  for (let i = 0; i < classes.length; i++) {
    const px = frame.x + ((i % 256) / 256 - 0.5) * frame.width
    const py = frame.y + (Math.floor(i / 256) / 256 - 0.5) * frame.width
    const [x, y] = [(px - THERE.x) / THERE.unitPx, (py - THERE.y) / THERE.unitPx]
    if (x < box[0] || x > box[1] || y < box[2] || y > box[3]) continue
    all++
    if (CLASSES[classes[i]!] === 'faceSkin') count++
  }
  return count / all
}

const turnedBack = (x: number, y: number, degrees: number): [number, number] =>
  degrees === 90 ? [y, -x] : degrees === 180 ? [-x, -y] : [-y, x]

function placeIn(frame: { x: number; y: number; width: number; height: number }, x: number, y: number): number | null {
  const column = Math.floor(((x - frame.x) / frame.width + 0.5) * 256)
  const row = Math.floor(((y - frame.y) / frame.height + 0.5) * 256)
  return column < 0 || row < 0 || column > 255 || row > 255 ? null : row * 256 + column
}

describe('vision in the Worker', () => {
  let found: readonly Face[]
  let straight: Segments
  beforeAll(async () => {
    found = await findFaces(photo)
    straight = await segmentHead(photo, found[0]!)
  })

  test("detects the portrait's head within a pixel", () => {
    const [face, ...others] = found
    expect(others).toEqual([])
    expect(Math.hypot(face!.pose.x - THERE.x, face!.pose.y - THERE.y)).toBeLessThan(1)
    expect(face!.pose.unitPx).toBeCloseTo(THERE.unitPx, 1)
    expect(face!.pose.roll).toBeCloseTo(THERE.roll, 1)
    expect(face!.points).toHaveLength(468)
  })

  test('segments person from wall and face from hair', () => {
    const { frame, person, classes } = straight
    // Cheeks and nose; the crown of the hair.
    expect(shareIn([-25, 25, -5, 30], classes!, frame)).toBeGreaterThan(0.9)
    expect(shareIn([-25, 25, -80, -60], classes!, frame)).toBeLessThan(0.1)
    expect(person[0]).toBeLessThan(0.1)
    expect(frame.x - frame.width / 2).toBeGreaterThanOrEqual(0)
    expect(frame.y - frame.height / 2).toBeGreaterThanOrEqual(0)
  })

  test.each([90, 180])('rotates the segments with a photo rotated by %i degrees', async (degrees) => {
    const { picture } = changed(photo, { roll: (degrees * Math.PI) / 180 })
    const [face] = await findFaces(picture)
    const { frame, person, classes } = await segmentHead(picture, face!)
    let [same, sure, all] = [0, 0, 0]
    for (let i = 0; i < 65_536; i += 7) {
      const [x, y] = [frame.x + ((i % 256) / 256 - 0.5) * frame.width, frame.y + ((i >> 8) / 256 - 0.5) * frame.height]
      // The photo is a 512 px square, rotated about its center.
      const [u, v] = turnedBack(x - 256, y - 256, degrees)
      const at = placeIn(straight.frame, u + 256, v + 256)
      if (at === null) continue
      all++
      if (classes![i] === straight.classes![at]) same++
      if (Math.abs(person[i]! - straight.person[at]!) < 0.5) sure++
    }
    expect(all).toBeGreaterThan(8000)
    expect(same / all).toBeGreaterThan(0.95)
    expect(sure / all).toBeGreaterThan(0.97)
  })

  test('detects the same face in the same pixels as the browser', async () => {
    const pixels = paintCartoonFace()
    const detector = createDetector(await load('detector'), await getKernels())
    expect(detector.detect(pixels).map((face) => roundedOval(toFaceOval(face, pixels)))).toEqual([CARTOON_OVAL])
  })
})

describe('images without a face', () => {
  let seed = 5
  const random = () => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff
  const SIDE = 400
  const distance = (x: number, y: number) => Math.hypot(x - SIDE / 2, y - SIDE / 2)
  type GetColor = (x: number, y: number) => [number, number, number]
  const SURFACES: readonly (readonly [string, GetColor])[] = [
    ['on a wall', () => [204, 170, 136]],
    ['on a gradient', (x, y) => [x / 2, y / 2, 200 - x / 4]],
    ['in noise', () => [255 * random(), 255 * random(), 255 * random()]],
    ['on bricks', (x, y) => (y % 40 < 4 || (x + (y % 80 < 40 ? 0 : 40)) % 80 < 4 ? [190, 185, 180] : [150, 70, 50])],
    ['on a ball', (x, y) => (distance(x, y) < 120 ? [230 - distance(x - 40, y - 40) / 2, 150, 90] : [60, 90, 60])],
    [
      'on a skin-colored oval',
      (x, y) => (Math.hypot((x - 200) / 0.75, y - 200) < 130 ? [224, 172, 140] : [120, 140, 160]),
    ],
    ['on a chessboard', (x, y) => (((x >> 5) + (y >> 5)) % 2 === 0 ? [20, 20, 20] : [240, 240, 240])],
  ]

  test('detects no face on a surface without one', async () => {
    const getName = ([name]: (typeof SURFACES)[number]) => name
    const offenders = await findOffenders(SURFACES, getName, async ([, getColor]) => {
      expect(await findFaces(await decodePhoto(await painted(SIDE, SIDE, getColor), SIDE))).toEqual([])
    })
    expect(offenders).toEqual([])
  })

  test('detects no face on a jersey', async () => {
    expect(await findFaces(part(photo, 0, 250, 512, 262))).toEqual([])
  })

  test('detects no face on a faceless drawn player', async () => {
    const { bytes } = await draw({ armor: 'helmet' }, [])
    expect(await findFaces(await decodePhoto(bytes, 640))).toEqual([])
  })
})

describe('face detection at different scales', () => {
  const wall = (width: number, height: number): Picture => ({
    data: new Uint8ClampedArray(width * height * 4).fill(150),
    widthPx: width,
    heightPx: height,
  })

  test.each([1 / 4, 1 / 8, 1 / 12])("detects a face of %f of the photo's width", async (share) => {
    // The face is 97 px of the portrait.
    const scale = (1200 * share) / 97
    const head = changed(part(photo, 115, 0, 220, 240), { scale: Math.min(scale, 2) }).picture
    const side = Math.round((97 * Math.min(scale, 2)) / share)
    const faces = await findFaces(laidOn(wall(side, Math.round(side * 0.75)), head, 10, 10))
    expect(faces).toHaveLength(1)
    expect(Math.abs(faces[0]!.pose.x - 10 - 110 * Math.min(scale, 2))).toBeLessThan(20 * Math.min(scale, 2))
  })

  test('detects a face that fills the photo', async () => {
    const [face] = await findFaces(part(photo, 172, 52, 106, 130))
    expect(Math.hypot(face!.pose.x - (THERE.x - 172), face!.pose.y - (THERE.y - 52))).toBeLessThan(4)
  })
})

describe('missing net weights', () => {
  const requests: string[] = []
  /** Serves the files of the web build, except for one. */
  const without = (missing: string) => ({
    async fetch(url: string) {
      requests.push(new URL(url).pathname)
      if (new URL(url).pathname === missing) return new Response('Not found', { status: 404 })
      return testEnv().ASSETS.fetch(url)
    },
  })

  test("fails with the detector's name without its weights, and retries loading them", async () => {
    const missing = weightsPath('detector')
    setWeights(createWeightsLoader(without(missing)))
    requests.length = 0
    await expect(findFaces(photo)).rejects.toThrow(`${missing} are not served: status 404`)
    await expect(findFaces(photo)).rejects.toThrow('status 404')
    setWeights(load)
    expect(requests.filter((path) => path === missing)).toHaveLength(2)
    expect(await findFaces(photo)).toHaveLength(1)
  })

  test('loads weights once', async () => {
    setWeights(createWeightsLoader(without('')))
    await findFaces(photo)
    requests.length = 0
    await findFaces(photo)
    setWeights(load)
    expect(requests).toEqual([])
  })
})
