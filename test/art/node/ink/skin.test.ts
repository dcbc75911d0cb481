import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { chromaOf, type Lab } from '#worker/artist/ink/color/oklab.ts'
import { paintPhoto } from '#worker/artist/ink/paint/paint-photo.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { facePhoto, inkedHead, pictureOf, portrait, studyOf, studyPhoto } from './photos.ts'
import { drawnSkin, inLight, photoSkin, withSkin } from './skins.ts'

vi.setConfig({ testTimeout: 60_000 })

/** How far cheeks and forehead of the drawing may be from the photo's, in OKLab: lightness as a share of it, a and b. */
type Tolerance = { lightness: number; color: number }
const AS_IT_IS: Tolerance = { lightness: 0.03, color: 0.01 }
/** A dim photo is made as bright as one whose white is 0.8 of the light; the portrait's own is 1, which is 7 % lighter. */
const LESS_LIGHT: Tolerance = { lightness: 0.09, color: 0.01 }
/** The light from the left takes a little from the right of a face. */
const AS_PHOTO: Tolerance = { lightness: 0.055, color: 0.01 }
/** The strongest channel alone says how bright a colored light is. */
const COLORED_LIGHT: Tolerance = { lightness: 0.09, color: 0.025 }

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
const EXPOSURES = [0.6, 0.3, 0.15]

/** What a lamp leaves of red, green and blue. */
const COLORED_LIGHTS = [
  ['in the light of a bulb', [1, 0.7, 0.45]],
  ['in a dim warm room', [0.25, 0.16, 0.08]],
  ['in bluish light', [0.75, 0.88, 1]],
] as const
const STAGE_LIGHTS = [
  ['magenta', [1, 0.25, 0.8]],
  ['nearly none', [0.08, 0.05, 0.015]],
] as const

describe('the skin keeps its lightness', () => {
  let original: Picture
  let study: HeadStudy
  beforeAll(async () => {
    original = await pictureOf(portrait())
    study = (await studyPhoto(original))!
  }, 60_000)

  const people = new Map<string, Picture>()
  function personWith(lightness: number, color: number): Picture {
    const key = `${lightness} ${color}`
    const person = people.get(key) ?? withSkin(original, study, lightness, color)
    people.set(key, person)
    return person
  }

  function expectNear(drawn: Lab, seen: Lab, { lightness, color }: Tolerance) {
    expect(Math.abs(drawn[0] / seen[0] - 1)).toBeLessThan(lightness)
    expect(Math.hypot(drawn[1] - seen[1], drawn[2] - seen[2])).toBeLessThan(color)
  }

  async function expectSameSkin(person: Picture, light: readonly [number, number, number], tolerance: Tolerance) {
    const lit = inLight(person, light)
    const studied = (await studyPhoto(lit))!
    expect(studied.judgement.finish).toBe('ink')
    const drawn = drawnSkin(inkedHead(lit, studied, { perUnit: 2, rim: null }), studied)
    expectNear(drawn, photoSkin(person, study), tolerance)
  }

  test.each(SKINS)('%s', async (_name, lightness, color) => {
    await expectSameSkin(personWith(lightness, color), [1, 1, 1], AS_IT_IS)
  })

  describe.each([SKINS[0], SKINS[2], SKINS[5], SKINS[6]])('%s', (_name, lightness, color) => {
    test.each(EXPOSURES)('light x %f', async (light) => {
      await expectSameSkin(personWith(lightness, color), [light, light, light], LESS_LIGHT)
    })
  })

  describe.each([SKINS[1], SKINS[3], SKINS[5]])('%s', (_name, lightness, color) => {
    test.each(COLORED_LIGHTS)('%s', async (_light, light) => {
      await expectSameSkin(personWith(lightness, color), light, COLORED_LIGHT)
    })
  })

  test.each(STAGE_LIGHTS)(
    'and in light that tells nothing of a skin it is not drawn at all: %s',
    async (_name, light) => {
      for (const [, lightness, color] of [SKINS[1], SKINS[3], SKINS[5]]) {
        const studied = await studyPhoto(inLight(personWith(lightness, color), light))
        expect(studied?.judgement.finish ?? 'photo').toBe('photo')
      }
    },
  )

  test('as a photo it keeps its color too', async () => {
    for (const [, lightness, color] of [SKINS[1], SKINS[3], SKINS[5]]) {
      const person = personWith(lightness, color)
      const studied = (await studyPhoto(person))!
      const { head } = paintPhoto(person, studied.pose, studied.portrait, studied.map, { perUnit: 2, rim: null })
      expectNear(drawnSkin(head, studied), photoSkin(person, study), AS_PHOTO)
    }
  })

  test.each(['turned', 'cap', 'toddler', 'bald-beard'] as const)(
    'as light whichever side is in shadow: %s',
    async (name) => {
      for (const photo of [facePhoto(name), facePhoto(name).flop()]) {
        const picture = await pictureOf(photo)
        const studied = (await studyPhoto(picture))!
        const drawn = drawnSkin(inkedHead(picture, studied, { perUnit: 2, rim: null }), studied)
        expectNear(drawn, photoSkin(picture, studied), { lightness: 0.09, color: 0.016 })
      }
    },
  )

  test('a photo that is nothing but a face keeps its color', async () => {
    const tight = portrait().extract({ left: 140, top: 34, width: 170, height: 160 })
    const studied = (await studyOf(tight))!
    expect(Math.abs(chromaOf(studied.portrait.skinColor) - chromaOf(study.portrait.skinColor))).toBeLessThan(0.01)
  })

  test('darker people are drawn darker, in the same order', async () => {
    const drawn: number[] = []
    for (const [, lightness, color] of SKINS) {
      const studied = (await studyPhoto(personWith(lightness, color)))!
      drawn.push(studied.portrait.skinColor[0])
    }
    expect(drawn).toEqual(drawn.toSorted((one, other) => other - one))
    expect(drawn[0]! - drawn.at(-1)!).toBeGreaterThan(0.4)
  })
})
