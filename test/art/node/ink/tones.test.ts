import { expect, test } from 'vitest'
import type { Lab } from '#worker/artist/ink/color/oklab.ts'
import { createField, createGrid, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { computeTones } from '#worker/artist/ink/study/tones.ts'

const grid = toHalfGrid(createGrid(2))
const fill = (value: number) => createField(grid).fill(value)

/** Returns the drawn color of an eye in cold light that has one color. */
function drawEye([lightness, a, b]: Lab): readonly [a: number, b: number] {
  const planes = { lightness: fill(lightness), a: fill(a), b: fill(b), grid }
  const materials = {
    mask: fill(1),
    whites: fill(1),
    mouth: fill(0),
    teeth: fill(0),
    foreign: fill(0),
    skin: fill(1),
    features: fill(1),
    worn: fill(0),
    strands: fill(lightness),
    grown: fill(0),
    stubble: fill(0),
    curls: 0,
    isColorless: false,
  }
  const relief = { x: fill(0), y: fill(0) }
  const tones = computeTones(planes, materials, relief, [0.8, 0.04, 0.02], [0.8, 0.045, 0.035], [])
  return [tones.a[0]!, tones.b[0]!]
}

test('keeps the color of blue irises, but removes cold light from the whites of eyes', () => {
  const [, iris] = drawEye([0.55, -0.01, -0.02])
  expect(iris).toBeLessThan(-0.02)
  const [, white] = drawEye([0.85, 0.012, -0.01])
  expect(white).toBeGreaterThan(-0.004)
})
