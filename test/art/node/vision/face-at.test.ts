import { expect, test } from 'vitest'
import { CLASSES, type Segments, SEGMENTS_SIDE } from '#worker/artist/vision/index.ts'
import { faceAt, personAt } from '#worker/artist/vision/segments.ts'

const SIDE = SEGMENTS_SIDE
const POSE = { x: 128, y: 128, unitPx: 1, roll: 0, yaw: 0, pitch: 0 }

/** A picture whose left half shows a person's face. */
function halfAFace(): Segments {
  const isFace = (i: number) => i % SIDE < SIDE / 2
  return {
    frame: { x: 128, y: 128, width: SIDE, height: SIDE, roll: 0 },
    side: SIDE,
    person: Float32Array.from({ length: SIDE ** 2 }, (_, i) => (isFace(i) ? 1 : 0)),
    classes: Uint8Array.from({ length: SIDE ** 2 }, (_, i) => CLASSES.indexOf(isFace(i) ? 'faceSkin' : 'hair')),
  }
}

test('measures the share of a person and of face skin at a pose', () => {
  const segments = halfAFace()
  expect([personAt(segments, POSE), faceAt(segments, POSE)]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)])
  const left = { ...POSE, x: 60 }
  expect([personAt(segments, left), faceAt(segments, left)]).toEqual([1, 1])
})

test('sees no face skin without the segmentation net', () => {
  expect(faceAt({ ...halfAFace(), classes: null }, POSE)).toBe(0)
})
