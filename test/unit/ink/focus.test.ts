import { describe, expect, test, vi } from 'vitest'
import { paintPhoto } from '#worker/artist/ink/paint-photo.ts'
import { indexAt } from '#worker/artist/ink/grid.ts'
import { chromaOf } from '#worker/artist/ink/oklab.ts'
import { detectFace } from '#worker/artist/face/detect.ts'
import { studyPicture } from '#worker/artist/ink/ink-head.ts'
import { pictureOf, portrait, studyOf } from './photos.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Solid ink from here on, as the painter cuts it. */
const INKED = 0.0152

/** Pixels of ink in a box of head space, given in units. */
async function inkIn(blurPx: number, box: { x: number; y: number; halfWidth: number; halfHeight: number }) {
  const { lines, grid } = (await studyOf(blurPx > 0 ? portrait().blur(blurPx) : portrait()))!.portrait
  let count = 0
  for (let y = box.y - box.halfHeight; y < box.y + box.halfHeight; y += 0.5) {
    for (let x = box.x - box.halfWidth; x < box.x + box.halfWidth; x += 0.5) {
      if (lines[indexAt(grid, x, y)]! > INKED) count++
    }
  }
  return count
}

const MOUTH = { x: 0, y: 38, halfWidth: 24, halfHeight: 12 }
const EYES = { x: 0, y: -6, halfWidth: 36, halfHeight: 9 }

describe('a photo out of focus', () => {
  test.each([1, 2])('by %i px still gives a face with eyes and a mouth in ink', async (blurPx) => {
    for (const box of [MOUTH, EYES]) {
      expect(await inkIn(blurPx, box)).toBeGreaterThan(0.33 * (await inkIn(0, box)))
    }
    expect((await studyOf(portrait().blur(blurPx)))!.isInDoubt).toBe(false)
  })

  test.each([3, 5])('by %i px is shown as a photo, because ink would lose mouth and nose', async (blurPx) => {
    expect((await studyOf(portrait().blur(blurPx)))!.isInDoubt).toBe(true)
  })

  test('is not what a dull one is: half its contrast is enough for ink', async () => {
    expect((await studyOf(portrait().linear(0.5, 80)))!.isInDoubt).toBe(false)
  })
})

describe('an overexposed photo', () => {
  test.each([1.3, 1.5, 1.8])('x %f is shown as skin, not as white paper', async (light) => {
    const picture = await pictureOf(portrait().linear(light, 0))
    const { portrait: studied, pose } = studyPicture(picture, (await detectFace(picture))!)!
    const { skin } = paintPhoto(picture, pose, studied, { perUnit: 2, rim: null, shadow: [200, 16, 46] })
    expect(skin[0]).toBeLessThan(0.88)
    expect(chromaOf(skin)).toBeGreaterThan(0.025)
  })
})
