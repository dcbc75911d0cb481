import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createDetector, ovalOf } from '#shared/vision/detector.ts'
import { weightsPath } from '#shared/vision/weights.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { CLASSES, findFaces, segmentHead, setWeights } from '#worker/artist/vision/index.ts'
import { getKernels } from '#worker/artist/vision/nets.ts'
import { createWeightsLoader } from '#worker/artist/vision/served-weights.ts'
import { CARTOON_OVAL, paintCartoonFace, roundedOval } from '../../../support/cartoon-face.ts'
import { testEnv } from '../../../support/env.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { takeConsole } from '../../../support/quiet.ts'
import { draw, painted } from './drawn.ts'
import { changed, laidOn, part, portrait, THERE } from './heads.ts'

vi.setConfig({ testTimeout: 90_000 })

const load = createWeightsLoader(testEnv().ASSETS)
const KERNEL_BYTES = 7_864_320

let photo: Picture
beforeAll(async () => {
  photo = await portrait()
})

/** Which share of the places around the portrait's head that lie in a box of head space are of a class. */
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

describe('in the Worker', () => {
  test('the head of the portrait is within a pixel of where it is', async () => {
    const [face, ...others] = await findFaces(photo)
    expect(others).toEqual([])
    expect(Math.hypot(face!.pose.x - THERE.x, face!.pose.y - THERE.y)).toBeLessThan(1)
    expect(face!.pose.unitPx).toBeCloseTo(THERE.unitPx, 1)
    expect(face!.pose.roll).toBeCloseTo(THERE.roll, 1)
    expect(face!.points).toHaveLength(468)
  })

  test('person and wall, face and hair are told from each other', async () => {
    const [face] = await findFaces(photo)
    const { frame, person, classes } = await segmentHead(photo, face!)
    // Cheeks and nose; the crown of the hair.
    expect(shareIn([-25, 25, -5, 30], classes!, frame)).toBeGreaterThan(0.9)
    expect(shareIn([-25, 25, -80, -60], classes!, frame)).toBeLessThan(0.1)
    expect(person[0]).toBeLessThan(0.1)
    expect(frame.x - frame.width / 2).toBeGreaterThanOrEqual(0)
    expect(frame.y - frame.height / 2).toBeGreaterThanOrEqual(0)
  })

  test.each([90, 180])('the segments of a photo turned by %i degrees are turned with it', async (degrees) => {
    const [upright] = await findFaces(photo)
    const straight = await segmentHead(photo, upright!)
    const { picture } = changed(photo, { roll: (degrees * Math.PI) / 180 })
    const [face] = await findFaces(picture)
    const { frame, person, classes } = await segmentHead(picture, face!)
    let [same, sure, all] = [0, 0, 0]
    for (let i = 0; i < 65_536; i += 7) {
      const [x, y] = [frame.x + ((i % 256) / 256 - 0.5) * frame.width, frame.y + ((i >> 8) / 256 - 0.5) * frame.height]
      // The photo is a square of 512 that was turned about its middle.
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

  test('the detector sees in the same pixels what the browser sees', async () => {
    const pixels = paintCartoonFace()
    const detector = createDetector(await load('detector'), await getKernels())
    expect(detector.detect(pixels).map((face) => roundedOval(ovalOf(face, pixels)))).toEqual([CARTOON_OVAL])
  })

  test('six faces take no more memory than one, and at once they are seen as one by one', async () => {
    const pictures = [photo, changed(photo, { mirrored: true }).picture, changed(photo, { roll: 0.3 }).picture]
    const look = async (picture: Picture) => {
      const [face] = await findFaces(picture)
      return { face, segments: await segmentHead(picture, face!) }
    }
    const apart: Awaited<ReturnType<typeof look>>[] = []
    for (const picture of pictures) apart.push(await look(picture))
    const bytes = async () => (await getKernels()).memory.buffer.byteLength
    expect(await bytes()).toBe(KERNEL_BYTES)
    const together = await Promise.all([...pictures, ...pictures].map(look))
    expect(together.every((seen, i) => JSON.stringify(seen.face) === JSON.stringify(apart[i % 3]!.face))).toBe(true)
    expect(together.every(({ segments }, i) => isSame(segments.classes!, apart[i % 3]!.segments.classes!))).toBe(true)
    expect(await bytes()).toBe(KERNEL_BYTES)
  })
})

const isSame = (one: Uint8Array, other: Uint8Array) => one.every((value, i) => value === other[i])

describe('no face is found', () => {
  let seed = 5
  const random = () => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff
  const SIDE = 400
  const distance = (x: number, y: number) => Math.hypot(x - SIDE / 2, y - SIDE / 2)
  test.each<[string, (x: number, y: number) => [number, number, number]]>([
    ['on a wall', () => [204, 170, 136]],
    ['in light that fades', (x, y) => [x / 2, y / 2, 200 - x / 4]],
    ['in noise', () => [255 * random(), 255 * random(), 255 * random()]],
    ['on bricks', (x, y) => (y % 40 < 4 || (x + (y % 80 < 40 ? 0 : 40)) % 80 < 4 ? [190, 185, 180] : [150, 70, 50])],
    ['on a ball', (x, y) => (distance(x, y) < 120 ? [230 - distance(x - 40, y - 40) / 2, 150, 90] : [60, 90, 60])],
    ['on an egg of skin', (x, y) => (Math.hypot((x - 200) / 0.75, y - 200) < 130 ? [224, 172, 140] : [120, 140, 160])],
    ['on a chessboard', (x, y) => (((x >> 5) + (y >> 5)) % 2 === 0 ? [20, 20, 20] : [240, 240, 240])],
  ])('%s', async (_name, colorOf) => {
    expect(await findFaces(await decodePhoto(await painted(SIDE, SIDE, colorOf), SIDE))).toEqual([])
  })

  test('on a jersey', async () => {
    expect(await findFaces(part(photo, 0, 250, 512, 262))).toEqual([])
  })

  test('on a drawn player without one', async () => {
    const { bytes } = await draw({ armor: 'helmet' }, [])
    expect(await findFaces(await decodePhoto(bytes, 1280))).toEqual([])
  })
})

describe('a face is found', () => {
  const wall = (width: number, height: number): Picture => ({
    data: new Uint8ClampedArray(width * height * 4).fill(150),
    widthPx: width,
    heightPx: height,
  })

  test.each([1 / 4, 1 / 8, 1 / 12])('that is %f of the photo wide', async (share) => {
    // 97 of the portrait's pixels are the face.
    const scale = (1200 * share) / 97
    const head = changed(part(photo, 115, 0, 220, 240), { scale: Math.min(scale, 2) }).picture
    const side = Math.round((97 * Math.min(scale, 2)) / share)
    const faces = await findFaces(laidOn(wall(side, Math.round(side * 0.75)), head, 10, 10))
    expect(faces).toHaveLength(1)
    expect(Math.abs(faces[0]!.pose.x - 10 - 110 * Math.min(scale, 2))).toBeLessThan(20 * Math.min(scale, 2))
  })

  test.each([90, 180, 270])('in a photo that is turned by %i degrees', async (degrees) => {
    const change = { roll: (degrees * Math.PI) / 180 }
    const { picture, pose } = changed(photo, change)
    const [face] = await findFaces(picture)
    expect(Math.hypot(face!.pose.x - pose.x, face!.pose.y - pose.y)).toBeLessThan(3)
    expect(Math.cos(face!.pose.roll - pose.roll)).toBeGreaterThan(0.99)
  })

  test('that fills the photo', async () => {
    const [face] = await findFaces(part(photo, 172, 52, 106, 130))
    expect(Math.hypot(face!.pose.x - (THERE.x - 172), face!.pose.y - (THERE.y - 52))).toBeLessThan(4)
  })
})

describe('weights that cannot be read', () => {
  const asked: string[] = []
  /** Serves the files of the web build, but for one. */
  const without = (missing: string) => ({
    async fetch(url: string) {
      asked.push(new URL(url).pathname)
      if (new URL(url).pathname === missing) return new Response('Not found', { status: 404 })
      return testEnv().ASSETS.fetch(url)
    },
  })

  test('of the classes leave the card drawn, and are said in the log', async () => {
    setWeights(createWeightsLoader(without(weightsPath('classes'))))
    const drawn = await draw({}, [portraitBytes()])
    setWeights(load)
    expect(['ink', 'photo']).toContain(drawn.finish)
    expect(takeConsole()).toEqual([[expect.stringContaining('the net of classes could not be read')]])
  })

  test('of the detector fail by name, and are asked for again', async () => {
    const missing = weightsPath('detector')
    setWeights(createWeightsLoader(without(missing)))
    asked.length = 0
    await expect(findFaces(photo)).rejects.toThrow(`${missing} are not served: status 404`)
    await expect(findFaces(photo)).rejects.toThrow('status 404')
    setWeights(load)
    expect(asked.filter((path) => path === missing)).toHaveLength(2)
    expect(await findFaces(photo)).toHaveLength(1)
  })

  test('that were read once are not asked for again', async () => {
    setWeights(createWeightsLoader(without('')))
    await findFaces(photo)
    asked.length = 0
    await findFaces(photo)
    setWeights(load)
    expect(asked).toEqual([])
  })
})
