import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { HeadStudy } from '#worker/artist/ink/ink-head.ts'
import { chromaOf, hueOf } from '#worker/artist/ink/oklab.ts'
import { paintHead } from '#worker/artist/ink/paint.ts'
import type { Picture } from '#worker/artist/ink/picture.ts'
import { photoOf, pictureOf, portrait, studyOf } from './photos.ts'
import { drawnSkin, photoSkin, withSkin } from './skins.ts'

vi.setConfig({ testTimeout: 60_000 })

/** How far the mean skin of the drawing may be from that of the photo, in OKLab: lightness, chroma, hue in radians. */
const TOLERANCE = { lightness: 0.075, chroma: 0.02, hue: 0.17 }

const SKINS = [
  ['very fair', 1.08, 0.8],
  ['fair', 1, 1],
  ['olive', 0.9, 1.3],
  ['brown', 0.75, 1.6],
  ['dark brown', 0.6, 1.7],
  ['very dark', 0.5, 1.5],
  ['darkest', 0.42, 1.2],
] as const
/** Shares of the channels that are left: 0.4 is an eighth of the light. */
const EXPOSURES = [1, 0.4]

/** What a lamp leaves of red, green and blue. */
const WARM_LIGHTS = [
  ['in the light of a bulb', [1, 0.85, 0.7]],
  ['in a dim warm room', [0.5, 0.4, 0.28]],
] as const

describe("nobody's skin is moved", () => {
  let original: Picture
  let study: HeadStudy
  beforeAll(async () => {
    original = await pictureOf(portrait())
    study = (await studyOf(portrait()))!
  }, 60_000)

  describe.each(SKINS)('%s', (_name, lightness, color) => {
    test.each(EXPOSURES)('channels x %f', async (exposure) => {
      const person = withSkin(original, study, lightness, color)
      const studied = await studyOf(photoOf(person).linear(exposure))
      expect(studied).not.toBeNull()

      const seen = photoSkin(person, study)
      const drawn = drawnSkin(paintHead(studied!.portrait, { perUnit: 2, rim: null }), studied!)
      expect(Math.abs(drawn[0] - seen[0])).toBeLessThan(TOLERANCE.lightness)
      expect(Math.abs(chromaOf(drawn) - chromaOf(seen))).toBeLessThan(TOLERANCE.chroma)
      expect(Math.abs(hueOf(drawn) - hueOf(seen))).toBeLessThan(TOLERANCE.hue)
    })
  })

  describe.each(SKINS.slice(1, 6))('%s', (_name, lightness, color) => {
    test.each(WARM_LIGHTS)('%s', async (_light, channels) => {
      const person = withSkin(original, study, lightness, color)
      const studied = await studyOf(
        photoOf(person)
          .removeAlpha()
          .linear([...channels], [0, 0, 0]),
      )
      expect(studied).not.toBeNull()

      const seen = photoSkin(person, study)
      const drawn = drawnSkin(paintHead(studied!.portrait, { perUnit: 2, rim: null }), studied!)
      expect(Math.abs(drawn[0] - seen[0])).toBeLessThan(TOLERANCE.lightness)
      expect(Math.abs(chromaOf(drawn) - chromaOf(seen))).toBeLessThan(0.025)
      expect(Math.abs(hueOf(drawn) - hueOf(seen))).toBeLessThan(TOLERANCE.hue)
    })
  })

  test('a photo that is nothing but a face keeps its color', async () => {
    const tight = portrait().extract({ left: 140, top: 34, width: 170, height: 160 })
    const studied = (await studyOf(tight))!
    expect(Math.abs(chromaOf(studied.portrait.skinColor) - chromaOf(study.portrait.skinColor))).toBeLessThan(0.01)
  })

  test('darker people are drawn darker, in the same order', async () => {
    const drawn: number[] = []
    for (const [, lightness, color] of SKINS) {
      const studied = (await studyOf(photoOf(withSkin(original, study, lightness, color))))!
      drawn.push(studied.portrait.skinColor[0])
    }
    expect(drawn).toEqual(drawn.toSorted((one, other) => other - one))
    expect(drawn[0]! - drawn.at(-1)!).toBeGreaterThan(0.4)
  })
})
