import { describe, expect, it } from 'vitest'
import { findObjectOnJaw } from '#worker/artist/ink/study/object-on-jaw.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'

const LIPS = { lipsOut: [-8, -4, 0, 4, 8].map((x) => ({ x, y: 25 })) }

/** Draws a round face with an object in a box in front of it. */
function drawFace(kindOf: number, isObject: (x: number, y: number) => boolean) {
  const grid = createGrid(1)
  const kind = new Uint8Array(grid.w * grid.h)
  const oval = createField(grid)
  eachPixel(grid, (i, x, y) => {
    oval[i] = 50 - Math.hypot(x, y)
    if (oval[i]! > 0) kind[i] = KIND.faceSkin
    if (isObject(x, y)) kind[i] = kindOf
  })
  return { grid, kind, oval }
}

describe('findObjectOnJaw', () => {
  it.each([KIND.others, KIND.clothes])('labels an object of kind %i as the face that it hides', (kindOf) => {
    const { grid, kind, oval } = drawFace(kindOf, (x, y) => Math.abs(x) < 10 && y > 30 && y < 60)
    const found = findObjectOnJaw(kind, oval, grid, LIPS)
    expect(found?.[indexAt(grid, 0, 40)]).toBe(1)
    expect(kind[indexAt(grid, 0, 40)]).toBe(KIND.faceSkin)
    expect(kind[indexAt(grid, 0, 56)]).toBe(KIND.clothes)
  })

  it('keeps glasses', () => {
    const { grid, kind, oval } = drawFace(KIND.others, (x, y) => Math.abs(x) < 40 && y > -10 && y < 22)
    expect(findObjectOnJaw(kind, oval, grid, LIPS)).toBeNull()
    expect(kind[indexAt(grid, 0, 18)]).toBe(KIND.others)
  })

  it('keeps a mask that hides the lips', () => {
    const { grid, kind, oval } = drawFace(KIND.clothes, (x, y) => Math.abs(x) < 30 && y > 18 && y < 60)
    expect(findObjectOnJaw(kind, oval, grid, LIPS)).toBeNull()
  })
})
