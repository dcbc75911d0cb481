import { expect, it } from 'vitest'
import { createField, createGrid, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { strengthenBeyond } from '#worker/artist/ink/study/hair.ts'

it('strengthens the strands of hair beyond the photo, but not of a reconstructed crown', () => {
  const grid = createGrid(1)
  const half = toHalfGrid(grid)
  const strands = createField(grid).fill(0.01)
  const inside = new Uint8Array(strands.length).fill(1)
  const foreign = createField(half).fill(1)
  const grown = createField(half)
  const [shown, beside, crown] = [20, 40, 60].map((row) => row * grid.w + 20) as [number, number, number]
  inside[beside] = inside[crown] = 0
  grown[30 * half.w + 10] = 1
  strengthenBeyond(strands, foreign, grown, { inside, grid })
  expect(strands[shown]).toBeCloseTo(0.01)
  expect(strands[crown]).toBeCloseTo(0.01)
  expect(strands[beside]).toBeGreaterThan(0.02)
})
