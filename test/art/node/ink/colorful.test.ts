import { beforeAll, describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { findColorful } from '#worker/artist/ink/study/colorful.ts'
import { type FaceMap, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { straightFace } from './turned-face.ts'

const grid = createGrid(1)
let map: FaceMap
beforeAll(async () => {
  map = mapFace(await straightFace())
})

/** Frames of glasses whose color is vivid up to a column, and gray beyond it. */
function colorfulUpTo(column: number) {
  const [a, b] = [createField(grid).fill(0.03), createField(grid).fill(0.05)]
  const kind = new Uint8Array(a.length).fill(KIND.faceSkin)
  eachPixel(grid, (i, x, y) => {
    if (Math.abs(x) > 40 || Math.abs(y + 8) > 3) return
    kind[i] = KIND.others
    if (x < column) [a[i], b[i]] = [0.2, -0.08]
  })
  const out = findColorful({ a, b }, [0.7, 0.03, 0.05], map, kind, grid)
  return (x: number, y: number) => out[indexAt(grid, x, y)]
}

describe('colorful frames of glasses', () => {
  it('have no ink where a part of them looks gray, nor at their edge', () => {
    const at = colorfulUpTo(20)
    expect([at(-30, -8), at(35, -8), at(35, -13), at(35, -20)]).toEqual([1, 1, 1, 0])
  })

  it('are not gray frames with a reflection', () => {
    const at = colorfulUpTo(-20)
    expect([at(-30, -8), at(35, -8)]).toEqual([1, 0])
  })
})
