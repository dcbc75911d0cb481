import { describe, expect, it } from 'vitest'
import { createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { labelScalp } from '#worker/artist/ink/study/scalp.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)

/** Labels a face, and the skin of a body where `isBody`. */
function labelSkin(isBody: (x: number, y: number) => boolean) {
  const kind = new Uint8Array(grid.w * grid.h)
  eachPixel(grid, (i, x, y) => {
    if (Math.hypot(x, y) < 50) kind[i] = KIND.faceSkin
    if (isBody(x, y)) kind[i] = KIND.bodySkin
  })
  labelScalp(kind, grid)
  return (x: number, y: number) => kind[indexAt(grid, x, y)]
}

describe('labelScalp', () => {
  it('labels skin above the forehead as face', () => {
    const kindAt = labelSkin((x, y) => y < -40 && Math.hypot(x, y + 20) < 55)
    expect(kindAt(0, -70)).toBe(KIND.faceSkin)
    expect(kindAt(30, -55)).toBe(KIND.faceSkin)
  })

  it('labels a strip of skin beside a tuft of hair as face', () => {
    const kindAt = labelSkin((x, y) => x > 5 && x < 30 && y < -36 && Math.hypot(x, y) > 48 && Math.hypot(x, y) < 66)
    expect(kindAt(15, -58)).toBe(KIND.faceSkin)
  })

  it('leaves fingers at a temple and a hand above the head', () => {
    expect(labelSkin((x, y) => x > 38 && x < 60 && y > -50 && y < 30)(45, -40)).toBe(KIND.bodySkin)
    expect(labelSkin((x, y) => Math.abs(x) < 20 && y < -45)(0, -70)).toBe(KIND.bodySkin)
  })
})
