import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { facePath, FACES, SCRIPTS } from '#shared/design/script-fonts.ts'
import { getTeam } from '#shared/domain/team.ts'
import { testEnv } from '../../../support/env.ts'
import { cardPixels, differences, drawFigure, isIn, whiteBox, whiteShare } from './pictures.ts'
import { loadFace } from './faces.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'
import { createFontLoader, type LoadFont, noFonts } from '#worker/graphics/script-fonts.ts'

const PLATE = { left: 64, top: 1024, width: 880, height: 176 }
const HALF = PLATE.width / 2
const LEFT = { ...PLATE, width: HALF }
const RIGHT = { ...PLATE, left: PLATE.left + HALF, width: HALF }

const picture: Omit<CardPicture, 'art' | 'playerName'> = {
  artType: 'image/png',
  jerseyNumber: '22',
  team: getTeam('Green Bay Packers')!,
  armor: getArmor('none')!,
  stats: null,
  tier: null,
}

let art: Uint8Array
let latin: Uint8ClampedArray

beforeAll(async () => {
  art = await drawFigure(picture.team, 'none', '22')
  latin = await draw('Player', noFonts)
})

const draw = async (playerName: string, loadFont: LoadFont = loadFace): Promise<Uint8ClampedArray> =>
  cardPixels(await renderCard({ ...picture, stats: STATS, art, playerName }, loadFont))

const STATS = { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 }

const NAMES = {
  greek: 'Νίκος Joe',
  cyrillic: 'Щедрый Цыплёнок',
  arabic: 'محمد الأسد',
  hebrew: 'שלום עולם',
  japanese: '日本語の名前',
  korean: '김치 대장',
} as const

describe('a nickname', () => {
  it.each(SCRIPTS)('in %s is drawn with the letters of its own face, on the plate and nowhere else', async (script) => {
    const [drawn, bullets] = [await draw(NAMES[script]), await draw(NAMES[script], noFonts)]
    expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.06)
    expect(differences(drawn, bullets).length).toBeGreaterThan(4000)
    expect(differences(drawn, latin).filter((pixel) => !isIn(pixel, PLATE))).toEqual([])
  })

  it.each(['🏈', '🔥', '🌮', '👑', '❤️', '⚡', '🦆', '🚀', '🧑‍🚀', '👍🏽'])(
    'has %s as a shape of its own in white, on the plate and nowhere else',
    async (emoji) => {
      const [drawn, bullet, other] = [await draw(`Joe ${emoji}`), await draw('Joe \u2022'), await draw('Joe 🎉')]
      expect(differences(drawn, bullet).length).toBeGreaterThan(1000)
      expect(differences(drawn, other).length).toBeGreaterThan(1000)
      expect(differences(drawn, latin).filter((pixel) => !isIn(pixel, PLATE))).toEqual([])
    },
  )

  it('in Vietnamese is drawn with every letter, each unlike the others', async () => {
    const [drawn, missing, plain] = [await draw('Ễ Ợ Ị'), await draw('\u2022 \u2022 \u2022'), await draw('E O I')]
    expect(differences(drawn, missing).length).toBeGreaterThan(4000)
    expect(differences(drawn, plain).length).toBeGreaterThan(1000)
    expect(differences(await draw('Ễ'), await draw('Ệ')).length).toBeGreaterThan(200)
  })

  it.each(['Ś', 'Ń', 'Ć', 'Ź', 'Ỹ', 'Ĩ'])('has the mark of %s above its letter, not beside it', async (letter) => {
    const drawn = await draw(letter)
    const { top, height } = whiteBox(drawn, PLATE)
    const body = whiteBox(drawn, { ...PLATE, top: top + Math.ceil(height / 2), height: Math.floor(height / 2) })
    const mark = whiteBox(drawn, { ...PLATE, top, height: 12 })
    // In shares of the letter's width: a loose mark begins where the letter ends.
    const middle = (mark.left + mark.width / 2 - body.left) / body.width
    expect(middle).toBeGreaterThan(0.2)
    expect(middle).toBeLessThan(0.8)
  })

  it('with marks below its letters keeps them clear of the line under it', async () => {
    const below = { ...PLATE, top: 1183, height: 12 }
    expect(whiteShare(await draw('İıŞğ Çağ'), below)).toBe(whiteShare(latin, below))
  })

  it('that reads from the right begins at the right end of the plate', async () => {
    for (const name of [NAMES.arabic.slice(0, 4), NAMES.hebrew.slice(0, 4)]) {
      const drawn = await draw(name)
      expect(whiteShare(drawn, RIGHT)).toBeGreaterThan(0.06)
      expect(whiteShare(drawn, LEFT)).toBe(0)
    }
  })

  it('of 64 characters stays on the plate in every script', async () => {
    for (const letter of ['Щ', 'م', 'ש', '漢', '김']) {
      const drawn = await draw(letter.repeat(64))
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.03)
      expect(differences(drawn, latin).filter((pixel) => !isIn(pixel, PLATE))).toEqual([])
    }
  })

  it('comes out the same, byte for byte, and leaves no trace on the next card', async () => {
    const one = await draw(NAMES.japanese)
    await draw(NAMES.arabic)
    expect(differences(await draw(NAMES.japanese), one)).toEqual([])
    expect(differences(await draw('Player'), latin)).toEqual([])
  })

  it('asks for one face at most, and for none when it is Latin', async () => {
    const asked: string[] = []
    const watching: LoadFont = async (script) => {
      asked.push(script)
      return loadFace(script)
    }
    await draw('Zoë', watching)
    expect(asked).toEqual([])
    await draw('Zoë 🏈🏆', watching)
    expect(asked.splice(0)).toEqual(['emoji-4'])
    await draw('🏈🔥', watching)
    expect(asked.splice(0).toSorted()).toEqual(['emoji-4', 'emoji-9'])
    await draw('Привет Νίκος 日本', watching)
    expect(asked).toEqual(['cyrillic'])
  })
})

describe('a face', () => {
  it.each(FACES)('%s is among the files the site is built with', async (name) => {
    const face = await createFontLoader(testEnv().ASSETS)(name)
    expect(new TextDecoder().decode(face!.slice(0, 4))).toBe('wOF2')
    expect(face).toEqual(await loadFace(name))
  })
})

describe('a face that cannot be read', () => {
  it('is replaced by bullets and logged; the card is drawn', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const missing = createFontLoader({ fetch: async () => new Response('no such file', { status: 404 }) })
    const broken = createFontLoader({ fetch: () => Promise.reject(new Error('no assets')) })
    for (const loadFont of [missing, broken]) {
      const drawn = await draw(NAMES.korean, loadFont)
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.01)
      expect(differences(drawn, await draw(NAMES.korean, noFonts))).toEqual([])
    }
    expect(logged.mock.calls.flat().join()).toContain(facePath('korean'))
    expect(logged).toHaveBeenCalledTimes(2)
    logged.mockRestore()
  })

  it('because it is no font does not stop the card either', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(
      differences(await draw(NAMES.greek, async () => new Uint8Array([1, 2, 3])), await draw(NAMES.greek, noFonts)),
    ).toEqual([])
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    expect(differences(await draw('Player'), latin)).toEqual([])
  })
})
