import { expect, it } from 'vitest'
import { toPathOperators } from '#worker/render/formats/pdf/path.ts'

it('converts every SVG path command to PDF operators, including repeated points', () => {
  expect(toPathOperators('M50 1 98 13V60H10C1 2 3 4 5 6 7 8 9 10 11 12L-1.5 0Z')).toBe(
    '50 1 m 98 13 l 98 60 l 10 60 l 1 2 3 4 5 6 c 7 8 9 10 11 12 c -1.5 0 l h',
  )
})
