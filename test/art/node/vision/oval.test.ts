import { describe, expect, test } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { findFaces } from '#worker/artist/vision/index.ts'
import { toPose } from '#worker/artist/vision/pose.ts'
import { portrait, toPicture } from '../ink/photos.ts'

/** Measured by hand in the test portrait: the pupils are at 204, 101 and 247, 103. */
const THERE = { x: 225, y: 108, unitPx: 1.05, roll: 0.06 }
const TRUE: FaceOval = { cx: 0.44, cy: 0.21, s: 0.205, roll: 0.06 }

async function faceIn(oval: FaceOval) {
  const [face] = await findFaces(await toPicture(portrait()), oval)
  return face!
}

describe('a face oval set by the visitor', () => {
  test.each<[string, FaceOval]>([
    ['that fits', TRUE],
    ['twice as large', { ...TRUE, s: 0.41 }],
    ['half as large', { ...TRUE, s: 0.1 }],
    ['beside it', { ...TRUE, cx: 0.5, cy: 0.24 }],
    ['lying on its side', { ...TRUE, roll: 1.57 }],
    ['upside down', { ...TRUE, roll: 3.14 }],
  ])('finds the face for an oval %s', async (_name, oval) => {
    const { pose, isGuessed } = await faceIn(oval)
    expect(isGuessed).toBe(false)
    expect(Math.hypot(pose.x - THERE.x, pose.y - THERE.y)).toBeLessThan(3)
    expect(Math.abs(pose.unitPx / THERE.unitPx - 1)).toBeLessThan(0.03)
    expect(Math.abs(pose.roll - THERE.roll)).toBeLessThan(0.03)
  })

  test("assumes an average face of the oval's size and roll when it contains none", async () => {
    const { pose, points, isGuessed } = await faceIn({ cx: 0.25, cy: 0.75, s: 0.3, roll: -0.2 })
    expect(isGuessed).toBe(true)
    expect(pose).toEqual({ x: 128, y: 384, unitPx: expect.closeTo(1.536), roll: -0.2, yaw: 0, pitch: 0 })
    const mean = toPose({ points })
    expect(Math.hypot(mean.x - pose.x, mean.y - pose.y)).toBeLessThan(3 * pose.unitPx)
    expect(Math.abs(mean.unitPx / pose.unitPx - 1)).toBeLessThan(0.03)
    expect(mean.roll).toBeCloseTo(-0.2)
    expect(mean.yaw).toBeCloseTo(0)
    expect(mean.pitch).toBeCloseTo(0, 1)
  })
})
