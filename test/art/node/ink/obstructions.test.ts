import { describe, expect, test } from 'vitest'
import { createField, createGrid, eachPixel, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { toDistanceField } from '#worker/artist/ink/field/polygon.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import { includesNeighbor, isFaceCovered, isHandAtJaw } from '#worker/artist/ink/study/obstructions.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import type { Segments } from '#worker/artist/vision/index.ts'

type Seen = (x: number, y: number) => number | null
type Box = { left: number; right: number; top: number; bottom: number }

/** An upright face: a ring of landmarks from hairline to chin. */
const ring = Array.from({ length: 36 }, (_, i) => ({
  x: 46 * Math.sin((i * Math.PI) / 18),
  y: 8 - 58 * Math.cos((i * Math.PI) / 18),
}))
const isIn = (x: number, y: number, { left, right, top, bottom }: Box) => x > left && x < right && y > top && y < bottom

/** The class at a place of head space: a person with short hair in front of a wall. */
function classAt(x: number, y: number): number {
  if (Math.hypot(x / 46, (y - 8) / 58) < 1) return y < -38 ? KIND.hair : KIND.faceSkin
  if (Math.hypot(x / 54, (y + 24) / 56) < 1 && y < -10) return KIND.hair
  if (Math.abs(x) < 26 && y > 40 && y < 84) return KIND.bodySkin
  return y > 78 && Math.abs(x) < 90 ? KIND.clothes : KIND.background
}

describe('an object in front of a face', () => {
  const crop = { grid: createGrid(2) } as Parameters<typeof isFaceCovered>[0]['crop']
  const half = toHalfGrid(crop.grid)
  const oval = toDistanceField(ring, half, 16)

  function isCovered(seen: Seen, isSeen = true): boolean {
    const kind = new Uint8Array(half.w * half.h)
    eachPixel(half, (i, x, y) => {
      kind[i] = seen(x, y) ?? classAt(x, y)
    })
    return isFaceCovered({ crop, kind, isSeen, oval, hand: null, isObjectHidden: false })
  }
  const within = (box: Box, kind: number): Seen => {
    return (x, y) => (isIn(x, y, box) ? kind : null)
  }

  test.each<[string, Seen]>([
    ['a hand in front of the chin', within({ left: -25, right: 25, top: 46, bottom: 100 }, KIND.bodySkin)],
    ['a hand over an eye', within({ left: -60, right: -8, top: -16, bottom: 40 }, KIND.bodySkin)],
    ['food at the mouth', within({ left: -14, right: 14, top: 28, bottom: 48 }, KIND.others)],
    ['a cup that the net calls background', within({ left: -16, right: 16, top: 26, bottom: 70 }, KIND.background)],
    ['a scarf over the mouth', within({ left: -50, right: 50, top: 34, bottom: 100 }, KIND.clothes)],
  ])('detects a covered face: %s', (_what, seen) => {
    expect(isCovered(seen)).toBe(true)
  })

  test.each<[string, Seen]>([
    ['a bare face', () => null],
    ['large sunglasses', within({ left: -46, right: 46, top: -20, bottom: 18 }, KIND.others)],
    ['a beard', (x, y) => (y > 34 && Math.abs(x) < 46 ? KIND.hair : null)],
    ['hair over one eye and cheek', (x, y) => (x < -12 && y < 60 && Math.abs(x) < 60 ? KIND.hair : null)],
    ['a hat down to the brows', (x, y) => (y < -20 && Math.abs(x) < 62 && y > -90 ? KIND.others : null)],
    ['a hand beside the cheek', within({ left: 46, right: 90, top: -10, bottom: 70 }, KIND.bodySkin)],
    ['a hand below the chin', within({ left: -40, right: 40, top: 68, bottom: 100 }, KIND.bodySkin)],
    ['a nose ring', within({ left: 3, right: 9, top: 18, bottom: 25 }, KIND.others)],
    ['a face that the net does not recognize', () => KIND.background],
    ["a chin beyond the photo's edge", (_x, y) => (y > 40 ? KIND.beyond : null)],
  ])('does not report a covered face: %s', (_what, seen) => {
    expect(isCovered(seen)).toBe(false)
  })

  test('detects a hand beside the jaw, but no neck', () => {
    const points = Array.from({ length: 468 }, () => ({ x: 0, y: 66, z: 0 }))
    const isTouched = (seen: Seen) => {
      const kind = new Uint8Array(half.w * half.h)
      eachPixel(half, (i, x, y) => {
        kind[i] = seen(x, y) ?? classAt(x, y)
      })
      return isHandAtJaw({ crop, kind, oval, hand: null }, { points } as Pick<FaceMap, 'points'>)
    }
    expect(isTouched(() => null)).toBe(false)
    expect(isTouched(within({ left: 36, right: 80, top: 20, bottom: 90 }, KIND.bodySkin))).toBe(true)
  })

  test('reports a hand that is painted over', () => {
    const kind = new Uint8Array(half.w * half.h)
    const hand = createField(half)
    eachPixel(half, (i, x, y) => {
      kind[i] = classAt(x, y)
      if (isIn(x, y, { left: -25, right: 25, top: 46, bottom: 66 })) hand[i] = 1
    })
    expect(isFaceCovered({ crop, kind, isSeen: true, oval, hand, isObjectHidden: false })).toBe(true)
  })

  test('reports a small object that is painted over', () => {
    const kind = new Uint8Array(half.w * half.h)
    eachPixel(half, (i, x, y) => {
      kind[i] = classAt(x, y)
    })
    const head = { crop, kind, isSeen: true, oval, hand: null }
    expect(isFaceCovered({ ...head, isObjectHidden: true })).toBe(true)
    expect(isFaceCovered({ ...head, isObjectHidden: false })).toBe(false)
  })

  test('reports no covered face without the segmentation net', () => {
    expect(isCovered(within({ left: -25, right: 25, top: 46, bottom: 100 }, KIND.bodySkin), false)).toBe(false)
  })
})

describe('a person beside the head', () => {
  const SIDE = 256
  const FRAME_UNITS = 262
  const grid = createGrid(2)

  /** @param cut what the cutout holds besides the face */
  function isCrowded(seen: Seen, cut: Box | null, roll = 0, hasClasses = true): boolean {
    const unitPx = 2
    const pose = { x: 300, y: 320, unitPx, roll }
    const segments: Segments = {
      frame: { x: 300, y: 300, width: FRAME_UNITS * unitPx, height: FRAME_UNITS * unitPx, roll: 0 },
      side: SIDE,
      person: new Float32Array(SIDE * SIDE),
      classes: hasClasses
        ? Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
            const dx = ((((i % SIDE) + 0.5) / SIDE - 0.5) * FRAME_UNITS * unitPx + 300 - pose.x) / unitPx
            const dy = (((Math.floor(i / SIDE) + 0.5) / SIDE - 0.5) * FRAME_UNITS * unitPx + 300 - pose.y) / unitPx
            const [x, y] = [dx * Math.cos(roll) + dy * Math.sin(roll), dy * Math.cos(roll) - dx * Math.sin(roll)]
            return seen(x, y) ?? classAt(x, y)
          })
        : null,
    }
    const mask = createField(grid)
    eachPixel(grid, (i, x, y) => {
      if (Math.hypot(x / 50, y / 66) < 1 || (cut && isIn(x, y, cut))) mask[i] = 1
    })
    const crop = { grid } as Parameters<typeof includesNeighbor>[0]['crop']
    return includesNeighbor({ crop, mask }, segments, pose, { oval: ring })
  }
  const faceBeside: Seen = (x, y) => (Math.hypot((x - 115) / 30, y / 40) < 1 ? KIND.faceSkin : null)
  const hairOnRight: Box = { left: 50, right: 100, top: -60, bottom: 20 }
  const hairOnLeft: Box = { left: -100, right: -50, top: -60, bottom: 20 }

  test.each([0, 0.4, -0.4])('detects the hair of a person beside, at a roll of %s', (roll) => {
    expect(isCrowded(faceBeside, hairOnRight, roll)).toBe(true)
    expect(isCrowded((x, y) => faceBeside(-x, y), hairOnLeft, roll)).toBe(true)
  })

  test('ignores a person whose hair the cutout excludes', () => {
    expect(isCrowded(faceBeside, null)).toBe(false)
    expect(isCrowded(faceBeside, hairOnLeft)).toBe(false)
  })

  test('ignores wide hair of a person alone, with ears and a hand at the cheek', () => {
    expect(isCrowded(() => null, hairOnRight)).toBe(false)
    expect(
      isCrowded((x, y) => (Math.hypot((Math.abs(x) - 52) / 14, y / 16) < 1 ? KIND.faceSkin : null), hairOnRight),
    ).toBe(false)
    expect(isCrowded((x, y) => (x > 60 && Math.abs(y) < 40 ? KIND.bodySkin : null), hairOnRight)).toBe(false)
  })

  test('reports no neighbor without the segmentation net', () => {
    expect(isCrowded(faceBeside, hairOnRight, 0, false)).toBe(false)
  })
})
