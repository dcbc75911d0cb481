import { expect, test } from 'vitest'
import { contrast, type Hex, luminance } from '#shared/design/color.ts'
import { type Palette, toPalette } from '#shared/design/palette.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { BACK_LIGHT } from '#worker/render/formats/back.ts'
import { paintField, toDark } from '#worker/render/formats/field.ts'
import { FORMATS } from '#worker/render/formats/format.ts'
import { SHARE_LIGHT } from '#worker/render/formats/share.ts'
import { STORY_LIGHT } from '#worker/render/formats/story.ts'
import { findOffenders } from '../../support/offenders.ts'

/** Positions of text on the field, from the left and the top. */
const WORDS = {
  share: {
    light: SHARE_LIGHT,
    boxes: [
      [56, 72, 288, 470],
      [856, 72, 288, 470],
      [56, 578, 1088, 24],
    ],
  },
  story: { light: STORY_LIGHT, boxes: [[115, 1478, 850, 180]] },
  back: {
    light: BACK_LIGHT,
    boxes: [
      [104, 138, 260, 390],
      [104, 548, 792, 700],
    ],
  },
} as const
const LINES = {
  story: [115, 1606, 850, 50],
  back: [104, 676, 792, 44],
} as const

const colorAt = (data: Uint8Array, at: number): Hex =>
  `#${[...data.subarray(at, at + 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Fields are painted at an eighth of their size. The colors are the same, and there are 32 teams. */
const SCALE = 8
type Light = { x: number; y: number; radiusX: number; radiusY: number }

function smallField(palette: Palette, { width, height }: { width: number; height: number }, light: Light) {
  const { x, y, radiusX, radiusY } = light
  const small = { x: x / SCALE, y: y / SCALE, radiusX: radiusX / SCALE, radiusY: radiusY / SCALE }
  return paintField(palette, { width: Math.ceil(width / SCALE), height: Math.ceil(height / SCALE) }, small)
}

/** Returns the lightest color of a small field within a box of the large one. */
function lightest(field: { width: number; data: Uint8Array }, box: readonly [number, number, number, number]): Hex {
  const [left, top, wide, high] = box.map((side) => Math.floor(side / SCALE)) as [number, number, number, number]
  let found: Hex = '#000000'
  for (let y = top; y < top + high; y++)
    for (let x = left; x < left + wide; x++) {
      const color = colorAt(field.data, 4 * (y * field.width + x))
      if (luminance(color) > luminance(found)) found = color
    }
  return found
}

test('contrasts text with the field of every team, wherever it is', async () => {
  const offenders = await findOffenders(
    TEAMS.map((team) => [team.name, toPalette(team)] as const),
    JSON.stringify,
    ([, palette]) => {
      expect(contrast('#ffffff', toDark(palette))).toBeGreaterThan(10)
      for (const format of ['share', 'story', 'back'] as const) {
        const { light, boxes } = WORDS[format]
        const field = smallField(palette, FORMATS[format], light)
        for (const box of boxes) expect(contrast('#ffffff', lightest(field, box)), format).toBeGreaterThan(4.5)
        if (format !== 'share')
          expect(contrast(palette.line, lightest(field, LINES[format])), `${format}, its second line`).toBeGreaterThan(
            4.5,
          )
      }
    },
  )
  expect(offenders).toEqual([])
})

test('makes the field lightest behind the card', () => {
  const field = smallField(toPalette(TEAMS[0]!), FORMATS.share, SHARE_LIGHT)
  const middle = lightest(field, [560, 260, 80, 60])
  expect(luminance(middle)).toBeGreaterThan(3 * luminance(lightest(field, [4, 4, 40, 40])))
})
