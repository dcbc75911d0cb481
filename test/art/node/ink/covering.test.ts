import { beforeAll, describe, expect, it } from 'vitest'
import { createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { labelCovering } from '#worker/artist/ink/study/covering.ts'
import { type FaceMap, mapFace } from '#worker/artist/ink/study/face-map.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { straightFace } from './turned-face.ts'

let map: FaceMap
beforeAll(async () => {
  map = mapFace(await straightFace())
})

/** Labels a scarf around a face above a jacket. @param below the class of the throat */
function label(below: number) {
  const grid = createGrid(1)
  const kind = new Uint8Array(grid.w * grid.h)
  eachPixel(grid, (i, x, y) => {
    if (Math.hypot(x / 42, (y - 6) / 58) < 1) kind[i] = KIND.faceSkin
    else if (y > 50 && y < 85 && Math.abs(x) < 13) kind[i] = below
    else if (Math.hypot(x / 62, (y + 14) / 80) < 1 || (y > 30 && Math.abs(x) < 62)) kind[i] = KIND.clothes
  })
  const scarf = labelCovering(kind, map, grid)!
  return (x: number, y: number) => scarf[indexAt(grid, x, y)]
}

describe('labelCovering', () => {
  it('leaves the collar beside a bare throat to the clothes', () => {
    const at = label(KIND.bodySkin)
    expect(at(16, 84)).toBe(0)
    expect(at(52, 20)).toBe(1)
  })

  it('keeps a scarf that covers the throat', () => {
    const at = label(KIND.clothes)
    expect([at(16, 84), at(0, 80)]).toEqual([1, 1])
  })

  it('leaves a hat to the worn items when its brim hangs beside the cheeks', () => {
    const grid = createGrid(1)
    const kind = new Uint8Array(grid.w * grid.h)
    eachPixel(grid, (i, x, y) => {
      if (Math.hypot(x / 42, (y - 6) / 58) < 1) kind[i] = KIND.faceSkin
      // A strip beside one cheek, which the net takes for clothes.
      else if (x > 0 && Math.abs(y) < 25 && Math.hypot(x / 45, (y - 6) / 61) < 1) kind[i] = KIND.clothes
      else if (y < 16 && Math.hypot(x / 62, (y + 14) / 80) < 1) kind[i] = KIND.others
    })
    expect(labelCovering(kind, map, grid)).toBeNull()
  })
})
