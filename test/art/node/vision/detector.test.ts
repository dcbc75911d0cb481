import { describe, expect, test } from 'vitest'
import { createDetector, toFaceOval } from '#shared/vision/detector.ts'
import type { Pixels } from '#shared/vision/frame.ts'
import { getKernels } from '#worker/artist/vision/nets.ts'
import { netFile } from '../../../../web/weights/sources.ts'
import { CARTOON_OVAL, paintCartoonFace, roundedOval } from '../../../support/cartoon-face.ts'
import { portrait, toPicture } from '../ink/photos.ts'

const kernels = await getKernels()
const detector = createDetector(netFile('detector').buffer, kernels)

async function readPixels(photo: ReturnType<typeof portrait>): Promise<Pixels> {
  const { data, widthPx: width, heightPx: height } = await toPicture(photo)
  return { data, width, height }
}

describe("the browser's face detector", () => {
  test("detects a portrait's face at its measured position", async () => {
    const [face, ...others] = detector.detect(await readPixels(portrait()))
    expect(others).toEqual([])
    const [rightEye, leftEye] = face!.points
    expect(face!.score).toBeGreaterThan(0.9)
    // Measured by hand: the pupils are at 203.8, 100.6 and 246.6, 103.4.
    expect(Math.hypot(rightEye!.x - 203.8, rightEye!.y - 100.6)).toBeLessThan(4)
    expect(Math.hypot(leftEye!.x - 246.6, leftEye!.y - 103.4)).toBeLessThan(4)
  })

  test('returns the oval that a visitor would draw', async () => {
    const pixels = await readPixels(portrait())
    const { cx, cy, s, roll } = toFaceOval(detector.detect(pixels)[0]!, pixels)
    expect(cx * 512).toBeCloseTo(225, -1)
    expect(cy * 512).toBeCloseTo(108, -1)
    expect(s * 512).toBeCloseTo(106, -1)
    expect(Math.abs(roll)).toBeLessThan(0.1)
  })

  test.each([90, 180, 270])('detects a face in a photo rotated by %i degrees', async (degrees) => {
    const pixels = await readPixels(portrait().rotate(degrees))
    const [face] = detector.detect(pixels)
    const lean = toFaceOval(face!, pixels).roll - (degrees * Math.PI) / 180
    expect(Math.abs(Math.sin(lean / 2))).toBeLessThan(0.1)
  })

  test("detects a face that is a tenth of the photo's width", async () => {
    const pixels = await readPixels(portrait().extend({ left: 400, right: 100, bottom: 500, background: '#789' }))
    expect(detector.detect(pixels, { wholeOnly: true })).toEqual([])
    const [face] = detector.detect(pixels)
    expect(Math.hypot(face!.x - 629, face!.y - 118)).toBeLessThan(15)
  })

  test('detects the same face in the same pixels as workerd and Chromium', () => {
    const pixels = paintCartoonFace()
    expect(detector.detect(pixels).map((face) => roundedOval(toFaceOval(face, pixels)))).toEqual([CARTOON_OVAL])
  })

  test('detects no face in images without one', () => {
    const side = 64
    const picture = (value: (x: number, y: number) => number): Pixels => ({
      data: Uint8ClampedArray.from({ length: side * side * 4 }, (_, i) => value((i >> 2) % side, (i >> 2) / side)),
      width: side,
      height: side,
    })
    let seed = 7
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    expect(detector.detect(picture(() => 0))).toEqual([])
    expect(detector.detect(picture((x) => 4 * x))).toEqual([])
    expect(detector.detect(picture((x, y) => 2 * (x + y)))).toEqual([])
    expect(detector.detect(picture(() => 255 * random()))).toEqual([])
  })

  test('rejects a file that is not a net', () => {
    expect(() => createDetector(new TextEncoder().encode('<!doctype html>').buffer as ArrayBuffer, kernels)).toThrow(
      'Not a network file',
    )
  })
})
