import { expect, test } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { lightenDarkHat } from '#worker/artist/ink/study/dark-hat.ts'

const grid = createGrid(1)

/** Returns the drawn lightness of a hat, of its badge and of the face below it. */
function drawHat({ lightness = 0.1, halfWidth = 50 } = {}) {
  const [light, hat, slope, offset] = [createField(grid), createField(grid), createField(grid), createField(grid)]
  slope.fill(1)
  eachPixel(grid, (i, x, y) => {
    const isHat = Math.abs(x) < halfWidth && y > -90 && y < -30
    if (isHat) hat[i] = 1
    light[i] = Math.hypot(x, y + 60) < 6 ? 0.8 : isHat ? lightness : 0.2
  })
  lightenDarkHat({ slope, offset }, light, hat, grid)
  const at = (x: number, y: number) => {
    const i = indexAt(grid, x, y)
    return slope[i]! * light[i]! + offset[i]!
  }
  return { hat: at(12, -60), badge: at(0, -60), face: at(0, 0) }
}

test('lightens a black hat, but not its badge or the face', () => {
  const { hat, badge, face } = drawHat()
  expect(hat).toBeGreaterThan(0.18)
  expect(badge).toBeCloseTo(0.8)
  expect(face).toBeCloseTo(0.2)
})

test.each([
  ['a hat that is light enough', { lightness: 0.3 }, 0.3],
  ['the hair beside a narrow band', { halfWidth: 4 }, 0.2],
])('keeps %s', (_which, hat, expected) => {
  expect(drawHat(hat).hat).toBeCloseTo(expected)
})
