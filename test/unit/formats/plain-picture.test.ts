import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { rgbOf } from '#shared/design/color.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { FORMAT_NAMES, FORMATS } from '#worker/render/formats/format.ts'
import { flatJpeg } from '#worker/render/formats/plain/flat-jpeg.ts'
import { xmpOf } from '#worker/graphics/metadata/metadata.ts'
import { plainPicture } from '#worker/render/formats/plain/plain-picture.ts'

const team = TEAMS.find(({ name }) => name === 'Green Bay Packers')!
const pixelsOf = async (jpeg: Uint8Array) => {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)]
  return { info, at, data }
}
const near = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((channel, i) => Math.abs(channel - other[i]!))) <= 4

describe('squares of one color', () => {
  test('come back from another decoder as they were, every one of them', async () => {
    const [columns, rows] = [37, 23]
    const rgb = Uint8Array.from({ length: 3 * columns * rows }, (_, i) => (i * i * 31 + i * 7) % 256)
    const { at, info } = await pixelsOf(
      flatJpeg({ columns, rows, rgb }, { width: columns * 8 - 3, height: rows * 8 - 5 }),
    )
    expect([info.width, info.height]).toEqual([columns * 8 - 3, rows * 8 - 5])
    for (let square = 0; square < columns * rows; square++) {
      const [x, y] = [(square % columns) * 8 + 2, Math.floor(square / columns) * 8 + 2]
      const want = [...rgb.subarray(3 * square, 3 * square + 3)]
      expect(near(at(x, y), want), `square ${square}: ${at(x, y)} for ${want}`).toBe(true)
    }
  })

  test.each(['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff'])('hold %s', async (color) => {
    const { at } = await pixelsOf(
      flatJpeg({ columns: 1, rows: 1, rgb: Uint8Array.from(rgbOf(color)) }, { width: 8, height: 8 }),
    )
    expect(near(at(4, 4), rgbOf(color))).toBe(true)
  })
})

describe('the picture that stands in', () => {
  test.each(FORMAT_NAMES)('for %s has its size, the team’s color, and less than 100 KB', async (format) => {
    const jpeg = plainPicture(format, { playerName: 'Ace', jerseyNumber: '12', team })
    const { info, at } = await pixelsOf(jpeg)
    expect({ width: info.width, height: info.height }).toEqual(FORMATS[format])
    expect(near(at(3, 3), rgbOf(team.primary))).toBe(true)
    expect(jpeg.length).toBeLessThan(100_000)
  })

  test('shows another number and another name as another picture', () => {
    const picture = (playerName: string, jerseyNumber: string) =>
      Buffer.from(plainPicture('share', { playerName, jerseyNumber, team }))
    expect(picture('Ace', '12').equals(picture('Ace', '12'))).toBe(true)
    expect(picture('Ace', '12').equals(picture('Ace', '13'))).toBe(false)
    expect(picture('Ace', '12').equals(picture('Bee', '12'))).toBe(false)
  })

  test.each(['W'.repeat(64), '日本語', '🏈', '', '\u0301', '\ud83c'])(
    'is made for a nickname %j',
    async (playerName) => {
      const { info } = await pixelsOf(plainPicture('thumb-256', { playerName, jerseyNumber: playerName, team }))
      expect(info.width).toBe(256)
    },
  )

  test('is made when nothing is known', async () => {
    expect((await pixelsOf(plainPicture('share', null))).info.width).toBe(1200)
  })

  test('says whose it is, and that an algorithm made it without a photo', () => {
    const xmp = xmpOf(plainPicture('share', { playerName: 'Fumble & Co', jerseyNumber: '12', team }))
    expect(xmp).toContain('Fumble &amp; Co')
    expect(xmp).toContain('digitalsourcetype/algorithmicMedia<')
  })
})
