import { beforeAll, describe, expect, test, vi } from 'vitest'
import { detectFace } from '#worker/artist/face/detect.ts'
import { type HeadStudy, studyPicture } from '#worker/artist/ink/ink-head.ts'
import { chromaOf, hueOf } from '#worker/artist/ink/oklab.ts'
import { paintHead } from '#worker/artist/ink/paint.ts'
import { paintPhoto } from '#worker/artist/ink/paint-photo.ts'
import type { Picture, Pose } from '#worker/artist/ink/picture.ts'
import { pictureOf, portrait, studyOf } from './photos.ts'
import { drawnSkin, inLight, photoSkin, withSkin } from './skins.ts'

vi.setConfig({ testTimeout: 60_000 })

/** How far the mean skin of the drawing may be from that of the photo, in OKLab: lightness, chroma, hue in radians. */
type Tolerance = { lightness: number; chroma: number; hue: number }
const WHITE_LIGHT: Tolerance = { lightness: 0.055, chroma: 0.02, hue: 0.15 }
const COLORED_LIGHT: Tolerance = { lightness: 0.055, chroma: 0.025, hue: 0.15 }

const SKINS = [
  ['very fair', 1.08, 0.8],
  ['fair', 1, 1],
  ['olive', 0.9, 1.3],
  ['brown', 0.75, 1.6],
  ['dark brown', 0.6, 1.7],
  ['very dark', 0.5, 1.5],
  ['darkest', 0.42, 1.2],
] as const
/** Shares of the light that are left. */
const EXPOSURES = [1, 0.6, 0.3, 0.15]

/** What a lamp leaves of red, green and blue. */
const COLORED_LIGHTS = [
  ['in the light of a bulb', [1, 0.7, 0.45]],
  ['in a dim warm room', [0.25, 0.16, 0.08]],
  ['in bluish light', [0.75, 0.88, 1]],
] as const
const STAGE_LIGHTS = [
  ['magenta', [1, 0.25, 0.8]],
  ['nearly none', [0.08, 0.045, 0.015]],
] as const

describe("nobody's skin is moved", () => {
  let original: Picture
  let study: HeadStudy
  let found: Pose
  beforeAll(async () => {
    original = await pictureOf(portrait())
    found = (await detectFace(original))!
    study = studyPicture(original, found)!
  }, 60_000)

  const people = new Map<string, Picture>()
  function personWith(lightness: number, color: number): Picture {
    const key = `${lightness} ${color}`
    const person = people.get(key) ?? withSkin(original, study, lightness, color)
    people.set(key, person)
    return person
  }

  function expectSameSkin(person: Picture, light: readonly [number, number, number], tolerance: Tolerance) {
    const studied = studyPicture(inLight(person, light), found)
    expect(studied).not.toBeNull()
    expect(studied!.isInDoubt).toBe(false)
    const seen = photoSkin(person, study)
    const drawn = drawnSkin(paintHead(studied!.portrait, { perUnit: 2, rim: null }), studied!)
    expect(Math.abs(drawn[0] - seen[0])).toBeLessThan(tolerance.lightness)
    expect(Math.abs(chromaOf(drawn) - chromaOf(seen))).toBeLessThan(tolerance.chroma)
    expect(Math.abs(hueOf(drawn) - hueOf(seen))).toBeLessThan(tolerance.hue)
  }

  describe.each(SKINS)('%s', (_name, lightness, color) => {
    test.each(EXPOSURES)('light x %f', (light) => {
      expectSameSkin(personWith(lightness, color), [light, light, light], WHITE_LIGHT)
    })
  })

  describe.each([SKINS[1], SKINS[3], SKINS[5]])('%s', (_name, lightness, color) => {
    test.each(COLORED_LIGHTS)('%s', (_light, light) => {
      expectSameSkin(personWith(lightness, color), light, COLORED_LIGHT)
    })
  })

  test.each(STAGE_LIGHTS)(
    'and in light that tells nothing of a skin it is not drawn at all: %s',
    async (_name, light) => {
      for (const [, lightness, color] of [SKINS[1], SKINS[3], SKINS[5]]) {
        const studied = studyPicture(inLight(personWith(lightness, color), light), found)
        expect(studied?.isInDoubt).toBe(true)
      }
    },
  )

  test('as a photo it keeps its color too, in any team', () => {
    for (const [, lightness, color] of [SKINS[1], SKINS[3], SKINS[5]]) {
      const person = personWith(lightness, color)
      const studied = studyPicture(person, found)!
      const options = { perUnit: 2, rim: null, shadow: [200, 16, 46] as const }
      const { head } = paintPhoto(person, studied.pose, studied.portrait, options)
      const [seen, shown] = [photoSkin(person, study), drawnSkin(head, studied)]
      expect(Math.abs(shown[0] - seen[0])).toBeLessThan(WHITE_LIGHT.lightness)
      expect(Math.abs(chromaOf(shown) - chromaOf(seen))).toBeLessThan(WHITE_LIGHT.chroma)
      expect(Math.abs(hueOf(shown) - hueOf(seen))).toBeLessThan(WHITE_LIGHT.hue)
    }
  })

  test('a photo that is nothing but a face keeps its color', async () => {
    const tight = portrait().extract({ left: 140, top: 34, width: 170, height: 160 })
    const studied = (await studyOf(tight))!
    expect(Math.abs(chromaOf(studied.portrait.skinColor) - chromaOf(study.portrait.skinColor))).toBeLessThan(0.01)
  })

  test('darker people are drawn darker, in the same order', () => {
    const drawn: number[] = []
    for (const [, lightness, color] of SKINS) {
      const studied = studyPicture(personWith(lightness, color), found)!
      drawn.push(studied.portrait.skinColor[0])
    }
    expect(drawn).toEqual(drawn.toSorted((one, other) => other - one))
    expect(drawn[0]! - drawn.at(-1)!).toBeGreaterThan(0.4)
  })
})
