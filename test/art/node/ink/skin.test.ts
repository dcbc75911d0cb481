import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { HeadStudy } from '#worker/artist/ink/study/ink-head.ts'
import { getChroma, type Lab } from '#worker/artist/ink/color/oklab.ts'
import { paintPhoto } from '#worker/artist/ink/paint/paint-photo.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { facePhoto, inkedHead, portrait, studyFace, studyPhoto, toPicture } from './photos.ts'
import { drawnSkin, inLight, photoSkin, withSkin } from './skins.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

/**
 * The largest distance of the drawing's cheeks and forehead from the photo's, in OKLab: lightness as a share of it, a
 * and b.
 */
type Tolerance = { lightness: number; color: number }
const AS_IT_IS: Tolerance = { lightness: 0.03, color: 0.01 }
/**
 * A dim photo is made as bright as one whose white is 0.8 of the light; the portrait's own is 1, which is 7 % lighter.
 * A slightly dim one may contain nothing white, so it is raised only in part.
 */
const LESS_LIGHT: Tolerance = { lightness: 0.14, color: 0.01 }
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
const EXPOSURES = [0.6, 0.15]

/** The shares of red, green and blue that a lamp leaves. */
const COLORED_LIGHTS = [
  ['in the light of a bulb', [1, 0.7, 0.45]],
  ['in a dim warm room', [0.25, 0.16, 0.08]],
  ['in bluish light', [0.75, 0.88, 1]],
] as const
const STAGE_LIGHTS = [
  ['magenta', [1, 0.25, 0.8]],
  ['nearly none', [0.08, 0.05, 0.015]],
] as const

describe('a drawing', () => {
  let original: Picture
  let study: HeadStudy
  beforeAll(async () => {
    original = await toPicture(portrait())
    study = (await studyPhoto(original))!
    for (const [, lightness, color] of SKINS) studies.set(lightness, (await studyPhoto(personWith(lightness, color)))!)
  })

  /** Studies of people in full light, by the lightness of their skin. */
  const studies = new Map<number, HeadStudy>()

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
    expectDrawnLike(person, lit, (await studyPhoto(lit))!, tolerance)
  }

  function expectDrawnLike(person: Picture, lit: Picture, studied: HeadStudy, tolerance: Tolerance) {
    expect(studied.judgment.finish).toBe('ink')
    const drawn = drawnSkin(inkedHead(lit, studied, { perUnit: 2, rim: null }), studied)
    expectNear(drawn, photoSkin(person, study), tolerance)
  }

  it('keeps the lightness and color of every skin', async () => {
    const check = ([, lightness, color]: (typeof SKINS)[number]) => {
      const person = personWith(lightness, color)
      expectDrawnLike(person, person, studies.get(lightness)!, AS_IT_IS)
    }
    expect(await findOffenders(SKINS, ([name]) => name, check)).toEqual([])
  })

  it('keeps the color of skin in less light', async () => {
    const cases = [SKINS[0], SKINS[5], SKINS[6]].flatMap((skin) => EXPOSURES.map((light) => [skin, light] as const))
    const check = ([[, lightness, color], light]: (typeof cases)[number]) =>
      expectSameSkin(personWith(lightness, color), [light, light, light], LESS_LIGHT)
    expect(await findOffenders(cases, String, check)).toEqual([])
  })

  it('keeps the color of skin in colored light', async () => {
    const cases = [SKINS[1], SKINS[5]].flatMap((skin) => COLORED_LIGHTS.map((light) => [skin, light] as const))
    const check = ([[, lightness, color], [, light]]: (typeof cases)[number]) =>
      expectSameSkin(personWith(lightness, color), light, COLORED_LIGHT)
    expect(await findOffenders(cases, String, check)).toEqual([])
  })

  it('draws no skin in light that tells nothing of it', async () => {
    const cases = [SKINS[1], SKINS[5]].flatMap((skin) => STAGE_LIGHTS.map((light) => [skin, light] as const))
    const check = async ([[, lightness, color], [, light]]: (typeof cases)[number]) => {
      const studied = await studyPhoto(inLight(personWith(lightness, color), light))
      expect(studied?.judgment.finish ?? 'photo').toBe('photo')
    }
    expect(await findOffenders(cases, String, check)).toEqual([])
  })

  it('keeps the color of skin in the photo finish too', () => {
    for (const [, lightness, color] of [SKINS[1], SKINS[3], SKINS[5]]) {
      const person = personWith(lightness, color)
      const studied = studies.get(lightness)!
      const head = paintPhoto(person, studied.pose, studied.portrait, studied.map, { perUnit: 2, rim: null })
      expectNear(drawnSkin(head, studied), photoSkin(person, study), AS_PHOTO)
    }
  })

  it.each(['turned', 'cap'] as const)('keeps the lightness of skin whichever side is in shadow: %s', async (name) => {
    for (const photo of [facePhoto(name), facePhoto(name).flop()]) {
      const picture = await toPicture(photo)
      const studied = (await studyPhoto(picture))!
      const drawn = drawnSkin(inkedHead(picture, studied, { perUnit: 2, rim: null }), studied)
      expectNear(drawn, photoSkin(picture, studied), { lightness: 0.09, color: 0.016 })
    }
  })

  it('keeps the color of a photo that is nothing but a face', async () => {
    const tight = portrait().extract({ left: 140, top: 34, width: 170, height: 160 })
    const studied = (await studyFace(tight))!
    expect(Math.abs(getChroma(studied.portrait.skinColor) - getChroma(study.portrait.skinColor))).toBeLessThan(0.01)
  })

  it('draws darker people darker, in the same order', () => {
    const drawn = SKINS.map(([, lightness]) => studies.get(lightness)!.portrait.skinColor[0])
    expect(drawn).toEqual(drawn.toSorted((one, other) => other - one))
    expect(drawn[0]! - drawn.at(-1)!).toBeGreaterThan(0.4)
  })
})
