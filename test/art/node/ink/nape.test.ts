import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import { dropNape } from '#worker/artist/ink/study/mask-repairs.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)
const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0, z: 0 }))
points[132] = { x: -46, y: 20, z: 0 }
points[361] = { x: 46, y: 20, z: 0 }
points[152] = { x: 0, y: 66, z: 0 }
const map = { points } as unknown as FaceMap

type Head = { down: number; isEarBare: boolean; side?: -1 | 1; out?: number }

/** A head with hair beside its jaw on one side, down to a height, below a bare ear or below hair. */
function hasHairAfter({ down, isEarBare, side = 1, out = 56 }: Head): boolean {
  const shape = createField(grid)
  const face = createField(grid)
  const kind = new Uint8Array(shape.length)
  eachPixel(grid, (i, x, y) => {
    face[i] = 40 - Math.abs(x)
    const isHead = Math.abs(x) < 50 && y > -70 && y < 20
    const isHair = side * x > 43 && side * x < out && y >= 20 && y < down
    const isFace = Math.abs(x) < 40 && y < 66 && y > -70
    if (isHead || isHair || isFace) shape[i] = 1
    kind[i] = isHair || (isHead && side * x > 40 && !isEarBare) ? KIND.hair : KIND.faceSkin
  })
  dropNape(shape, face, grid, map, (column, row) => kind[row * grid.w + column])
  return shape[indexAt(grid, side * 50, down - 5)] === 1
}

describe('hair below an ear', () => {
  it.each([-1, 1] as const)('is removed below a bare ear on side %i when it ends above the chin', (side) => {
    expect(hasHairAfter({ down: 40, isEarBare: true, side })).toBe(false)
  })

  it('stays when it is long, a bob, or hangs over the ear', () => {
    expect(hasHairAfter({ down: 90, isEarBare: true })).toBe(true)
    expect(hasHairAfter({ down: 34, isEarBare: true, out: 66 })).toBe(true)
    expect(hasHairAfter({ down: 40, isEarBare: false })).toBe(true)
  })
})
