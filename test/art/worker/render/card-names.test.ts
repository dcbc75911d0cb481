import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { toFontPath, FONTS, SCRIPTS } from '#shared/design/script-fonts.ts'
import { getTeam } from '#shared/domain/team.ts'
import { testEnv } from '../../../support/env.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { cardPixels, differences, drawFigure, drawName, isIn, onStrip, whiteBox, whiteShare } from './pictures.ts'
import { loadFace } from './faces.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'
import { createFontLoader, type LoadFont, noFonts } from '#worker/graphics/script-fonts.ts'

const ON_CARD = { left: 64, top: 1024, width: 880, height: 176 }
const PLATE = onStrip(ON_CARD)
const HALF = PLATE.width / 2
const LEFT = { ...PLATE, width: HALF }
const RIGHT = { ...PLATE, left: PLATE.left + HALF, width: HALF }
/** The minimum gap between the name and the letters of the team line. */
const GAP = onStrip({ ...ON_CARD, top: 1183, height: 12 })

const NAMES = {
  greek: 'Νίκος Joe',
  cyrillic: 'Щедрый Цыплёнок',
  arabic: 'محمد الأسد',
  hebrew: 'שלום עולם',
  japanese: '日本語の名前',
  korean: '김치 대장',
} as const

const EMOJI = ['🏈', '🔥', '🌮', '👑', '❤️', '⚡', '🦆', '🚀', '🧑‍🚀', '👍🏽']

const BLANK = new Uint8ClampedArray(4 * 1000 * 304)
/** Number of a name's pixels outside the plate. */
const countBeside = (drawn: Uint8ClampedArray): number =>
  differences(drawn, BLANK).filter((pixel) => !isIn(pixel, PLATE)).length

const draw = (playerName: string, loadFont: LoadFont = loadFace) => drawName(playerName, loadFont)

let latin: Uint8ClampedArray
beforeAll(async () => {
  latin = await draw('Player', noFonts)
})

describe('nickname rendering', () => {
  it('draws every script with its own font, only on the plate', async () => {
    const offenders = await findOffenders(SCRIPTS, String, async (script) => {
      const [drawn, bullets] = [await draw(NAMES[script]), await draw(NAMES[script], noFonts)]
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.06)
      expect(differences(drawn, bullets).length).toBeGreaterThan(4000)
      expect(countBeside(drawn)).toBe(0)
    })
    expect(offenders).toEqual([])
  })

  it('draws every emoji as a distinct white glyph, only on the plate', async () => {
    const [bullet, other] = [await draw('Joe \u2022'), await draw('Joe 🎉')]
    const offenders = await findOffenders(EMOJI, String, async (emoji) => {
      const drawn = await draw(`Joe ${emoji}`)
      expect(differences(drawn, bullet).length).toBeGreaterThan(1000)
      expect(differences(drawn, other).length).toBeGreaterThan(1000)
      expect(countBeside(drawn)).toBe(0)
    })
    expect(offenders).toEqual([])
  })

  it('draws every Vietnamese letter distinctly', async () => {
    const [drawn, missing, plain] = [await draw('Ễ Ợ Ị'), await draw('\u2022 \u2022 \u2022'), await draw('E O I')]
    expect(differences(drawn, missing).length).toBeGreaterThan(4000)
    expect(differences(drawn, plain).length).toBeGreaterThan(1000)
    expect(differences(await draw('Ễ'), await draw('Ệ')).length).toBeGreaterThan(200)
  })

  it('places a diacritic above its letter', async () => {
    const offenders = await findOffenders(['Ś', 'Ń', 'Ć', 'Ź', 'Ỹ', 'Ĩ'], String, async (letter) => {
      const drawn = await draw(letter)
      const { top, height } = whiteBox(drawn, PLATE)
      const body = whiteBox(drawn, { ...PLATE, top: top + Math.ceil(height / 2), height: Math.floor(height / 2) })
      const mark = whiteBox(drawn, { ...PLATE, top, height: 12 })
      // Shares of the letter's width: a misplaced mark starts where the letter ends.
      const middle = (mark.left + mark.width / 2 - body.left) / body.width
      expect(middle).toBeGreaterThan(0.2)
      expect(middle).toBeLessThan(0.8)
    })
    expect(offenders).toEqual([])
  })

  it('keeps descenders clear of the line below, in every script', async () => {
    const names = [
      'İıŞğ Çağ',
      'xX_Ace_Xx',
      '____',
      'Q, J; (Q) [Q] |Q|',
      '$@{}',
      'Ç̧ Ę Ș Ạ',
      'ß—„“',
      'Цыплёнок_Щука',
      'Γιάγκος_ψρ',
      'ｇｊｐ、。_',
      '김치_',
      'مجيعجج',
      'ײַקןץ_',
      '🧦👟_',
      'Ђуро_🏈',
    ]
    const offenders = await findOffenders(names, String, async (name) => {
      const drawn = await draw(name)
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.005)
      expect(whiteShare(drawn, GAP)).toBe(0)
      expect(countBeside(drawn)).toBe(0)
    })
    expect(offenders).toEqual([])
  })

  it('right-aligns a right-to-left nickname', async () => {
    for (const name of [NAMES.arabic.slice(0, 4), NAMES.hebrew.slice(0, 4)]) {
      const drawn = await draw(name)
      expect(whiteShare(drawn, RIGHT)).toBeGreaterThan(0.06)
      expect(whiteShare(drawn, LEFT)).toBe(0)
    }
  })

  it('fits a nickname of 64 characters on the plate in every script', async () => {
    for (const letter of ['W', 'Щ', 'م', 'ש', '漢', '김']) {
      const drawn = await draw(letter.repeat(64))
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.03)
      expect(countBeside(drawn)).toBe(0)
    }
  })

  it('keeps hostile text on the plate', async () => {
    const names = [
      'The Incredibly Long Nickname Of A Player Who Never Stops Talking',
      '🏈🔥👨‍👩‍👧🇺🇸',
      'مرحبا بالعالم',
      '日本語の名前',
      'Z̸̢a̶l̷g̵o̸ ͉̳ͅ',
      '\u202eevil\u202c',
      '<b>&amp;"\'</text>',
      '\ud83c',
    ]
    const offenders = await findOffenders(names, String, async (name) => {
      const drawn = await draw(name, noFonts)
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.005)
      expect(countBeside(drawn)).toBe(0)
    })
    expect(offenders).toEqual([])
  })

  it('draws a nickname deterministically, and leaves no trace on the next one', async () => {
    const one = await draw(NAMES.japanese)
    await draw(NAMES.arabic)
    expect(differences(await draw(NAMES.japanese), one)).toEqual([])
    expect(differences(await draw('Player'), latin)).toEqual([])
  })

  it('draws letters of every script next to emoji', async () => {
    const names = ['Пётр 🏈', '日本 🔥', 'محمد 🏆', 'דוד ⚡', '김치 🌮', 'Νίκος 🚀']
    const offenders = await findOffenders(names, String, async (name) => {
      const [word, emoji] = name.split(' ') as [string, string]
      const both = await draw(name)
      const withBullet = await draw(name, async (face) => (face.startsWith('emoji') ? null : loadFace(face)))
      expect(differences(both, withBullet).length).toBeGreaterThan(1000)
      expect(differences(both, await draw(`${word} 🎉`)).length).toBeGreaterThan(500)
      expect(differences(both, await draw(`• ${emoji}`)).length).toBeGreaterThan(1000)
    })
    expect(offenders).toEqual([])
  })

  it('loads at most one font, and none for Latin', async () => {
    const requests: string[] = []
    const watching: LoadFont = async (script) => {
      requests.push(script)
      return loadFace(script)
    }
    await draw('Zoë', watching)
    expect(requests).toEqual([])
    await draw('Zoë 🏈🏆', watching)
    expect(requests.splice(0)).toEqual(['emoji-4'])
    await draw('🏈🔥', watching)
    expect(requests.splice(0).toSorted()).toEqual(['emoji-4', 'emoji-9'])
    await draw('Привет Νίκος 日本', watching)
    expect(requests).toEqual(['cyrillic'])
  })
})

describe('a nickname on a card', () => {
  it('draws a non-Latin nickname with an emoji on the plate, and changes nothing else', async () => {
    const team = getTeam('Green Bay Packers')!
    const picture: Omit<CardPicture, 'playerName'> = {
      art: await drawFigure(team, 'none', '22'),
      artType: 'image/png',
      jerseyNumber: '22',
      team,
      armor: getArmor('none')!,
      stats: { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 },
      tier: null,
    }
    const drawCard = async (playerName: string) => cardPixels(await renderCard({ ...picture, playerName }, loadFace))
    const changed = differences(await drawCard('Player'), await drawCard('محمد 🏆'))
    expect(changed.length).toBeGreaterThan(4000)
    expect(changed.filter((pixel) => !isIn(pixel, ON_CARD))).toEqual([])
  })
})

describe('font files', () => {
  it("finds every font file in the site's assets", async () => {
    const load = createFontLoader(testEnv().ASSETS)
    const offenders = await findOffenders(FONTS, String, async (name) => {
      const face = (await load(name))!
      expect(new TextDecoder().decode(face.slice(0, 4))).toBe('wOF2')
      expect(Buffer.from(face).equals((await loadFace(name))!)).toBe(true)
    })
    expect(offenders).toEqual([])
  })
})

describe('missing font files', () => {
  it('draws bullets when a font fails to load, and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const missing = createFontLoader({ fetch: async () => new Response('no such file', { status: 404 }) })
    const broken = createFontLoader({ fetch: () => Promise.reject(new Error('no assets')) })
    for (const loadFont of [missing, broken]) {
      const drawn = await draw(NAMES.korean, loadFont)
      expect(whiteShare(drawn, PLATE)).toBeGreaterThan(0.01)
      expect(differences(drawn, await draw(NAMES.korean, noFonts))).toEqual([])
    }
    expect(logged.mock.calls.flat().join()).toContain(toFontPath('korean'))
    expect(logged).toHaveBeenCalledTimes(2)
    logged.mockRestore()
  })

  it('draws bullets when a font file is invalid', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(
      differences(await draw(NAMES.greek, async () => new Uint8Array([1, 2, 3])), await draw(NAMES.greek, noFonts)),
    ).toEqual([])
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    expect(differences(await draw('Player'), latin)).toEqual([])
  })

  it("draws only the emoji when the script's font fails to load", async () => {
    const emojiAlone: LoadFont = async (face) => (face.startsWith('emoji') ? loadFace(face) : null)
    const bullets = await draw('•••• 🏈', emojiAlone)
    expect(differences(await draw('Пётр 🏈', emojiAlone), bullets)).toEqual([])
  })
})
