import { describe, expect, test, vi } from 'vitest'
import { paintPhoto } from '#worker/artist/ink/paint/paint-photo.ts'
import { indexAt } from '#worker/artist/ink/field/grid.ts'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { getChroma } from '#worker/artist/ink/color/oklab.ts'
import { portrait, studyFace, studyPhoto, toPicture } from './photos.ts'
import { drawnSkin } from './skins.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

/** Solid ink from here on, as the painter cuts it. */
const INKED = 0.0152

/** The portrait, out of focus by so many pixels. */
const blurred = (blurPx: number) => studyFace(blurPx > 0 ? portrait().blur(blurPx) : portrait()) as Promise<HeadStudy>

type Box = { x: number; y: number; halfWidth: number; halfHeight: number }

/** Pixels of ink in a box of head space, given in units. */
function inkIn({ portrait: { lines, grid } }: HeadStudy, box: Box) {
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
  test('inks eyes and a mouth from a photo blurred by 2 px', async () => {
    const [study, sharp] = [await blurred(2), await blurred(0)]
    for (const box of [MOUTH, EYES]) expect(inkIn(study, box)).toBeGreaterThan(0.33 * inkIn(sharp, box))
    expect(study.judgment).toMatchObject({ finish: 'ink', notices: [] })
  })

  test('keeps a photo blurred by 3 px as a photo, because ink would lose mouth and nose', async () => {
    expect((await blurred(3)).judgment).toMatchObject({ finish: 'photo', notices: ['blurred'] })
  })

  test('inks a dull photo with half its contrast', async () => {
    expect((await studyFace(portrait().linear(0.5, 80)))!.judgment.finish).toBe('ink')
  })
})

describe('an overexposed photo', () => {
  test.each([1.3, 1.8])('shows skin overexposed by %f as skin, not as white paper', async (light) => {
    const picture = await toPicture(portrait().linear(light, 0))
    const study = (await studyPhoto(picture))!
    const head = paintPhoto(picture, study.pose, study.portrait, study.map, { perUnit: 2, rim: null })
    const skin = drawnSkin(head, study)
    expect(skin[0]).toBeLessThan(0.88)
    expect(getChroma(skin)).toBeGreaterThan(0.025)
  })
})
