import { beforeAll, describe, expect, it } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { getTeam } from '#shared/domain/team.ts'
import { type LoadFont, noFonts } from '#worker/graphics/script-fonts.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'
import { loadFace } from './faces.ts'
import { cardPixels, differences, drawFigure, isIn, whiteShare } from './pictures.ts'

const PLATE = { left: 64, top: 1024, width: 880, height: 176 }
/** The smallest gap between the name and the letters of the team line. */
const GAP = { ...PLATE, top: 1183, height: 12 }

const picture: Omit<CardPicture, 'art' | 'playerName'> = {
  artType: 'image/png',
  jerseyNumber: '22',
  team: getTeam('Green Bay Packers')!,
  armor: getArmor('none')!,
  stats: { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 },
  tier: null,
}

let art: Uint8Array
let plain: Uint8ClampedArray

const draw = async (playerName: string, loadFont: LoadFont = loadFace) =>
  cardPixels(await renderCard({ ...picture, art, playerName }, loadFont))

beforeAll(async () => {
  art = await drawFigure(picture.team, 'none', '22')
  plain = await draw('Player', noFonts)
}, 60_000)

describe('the letters of a nickname', () => {
  it.each([
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
  ])('keep clear of the line below: %s', async (name) => {
    const drawn = await draw(name)
    expect(whiteShare(drawn, GAP)).toBe(whiteShare(plain, GAP))
    expect(differences(drawn, plain).filter((pixel) => !isIn(pixel, PLATE))).toEqual([])
  })

  it.each(['Пётр 🏈', '日本 🔥', 'محمد 🏆', 'דוד ⚡', '김치 🌮', 'Νίκος 🚀'])(
    'are drawn in their script beside emoji: %s',
    async (name) => {
      const [word, emoji] = name.split(' ') as [string, string]
      const [both, withBullet, otherEmoji] = [
        await draw(name),
        await draw(name, async (face) => (face.startsWith('emoji') ? null : loadFace(face))),
        await draw(`${word} 🎉`),
      ]
      expect(differences(both, withBullet).length).toBeGreaterThan(1000)
      expect(differences(both, otherEmoji).length).toBeGreaterThan(500)
      expect(differences(both, await draw(`• ${emoji}`)).length).toBeGreaterThan(1000)
    },
  )

  it('fall back to emoji alone where the face of their script cannot be read', async () => {
    const emojiAlone: LoadFont = async (face) => (face.startsWith('emoji') ? loadFace(face) : null)
    const bullets = await draw('•••• 🏈', emojiAlone)
    expect(differences(await draw('Пётр 🏈', emojiAlone), bullets)).toEqual([])
  })
})
