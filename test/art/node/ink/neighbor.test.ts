import { expect, test } from 'vitest'
import { createField, createGrid, eachPixel, indexAt } from '#worker/artist/ink/field/grid.ts'
import { toDistanceField } from '#worker/artist/ink/field/polygon.ts'
import type { FaceMap } from '#worker/artist/ink/study/face-map.ts'
import { dropOtherSkin } from '#worker/artist/ink/study/neighbor.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)
/** An upright face: a ring of landmarks from hairline to chin. */
const ring = Array.from({ length: 36 }, (_, i) => ({
  x: 46 * Math.sin((i * Math.PI) / 18),
  y: 8 - 58 * Math.cos((i * Math.PI) / 18),
}))
const map = { oval: ring, points: { 152: { x: 0, y: 66 } }, yaw: 0 } as unknown as FaceMap
const oval = toDistanceField(ring, grid, 16)

type Beside = { from: number; to: number; kind?: number; lightness?: number; edge?: number }

/** Labels skin between two columns beside a face in brown hair. */
function dropBeside({ from, to, kind = KIND.faceSkin, lightness = 0.5, edge = 100 }: Beside) {
  const [kinds, light] = [new Uint8Array(grid.w * grid.h), createField(grid).fill(0.5)]
  eachPixel(grid, (i, x, y) => {
    kinds[i] = oval[i]! > 0 ? KIND.faceSkin : KIND.hair
    if (x < from || x > to || y < -30 || y > 30 || oval[i]! > -4) return
    kinds[i] = kind
    light[i] = lightness
  })
  const isInside = (i: number) => (i % grid.w) + grid.x0 < edge
  const isPerson = dropOtherSkin(kinds, oval, map, light, isInside, grid)
  return { isPerson, kind: kinds[indexAt(grid, (from + to) / 2, 0)] }
}

test('drops a face that starts far beside the head', () => {
  expect(dropBeside({ from: 70, to: 98 })).toEqual({ isPerson: false, kind: KIND.clothes })
})

test('drops a face that mostly lies far beside the head', () => {
  expect(dropBeside({ from: 61, to: 98 }).kind).toBe(KIND.clothes)
})

test('keeps an ear that hair divides from the face', () => {
  expect(dropBeside({ from: 52, to: 64 })).toEqual({ isPerson: false, kind: KIND.faceSkin })
})

test('reports much lighter skin between the head and the edge of the photo as another person', () => {
  expect(dropBeside({ from: 52, to: 99, lightness: 0.75 })).toEqual({ isPerson: true, kind: KIND.clothes })
})

test('drops much darker bare skin at the edge without reporting a person', () => {
  expect(dropBeside({ from: 52, to: 99, lightness: 0.2, kind: KIND.bodySkin })).toEqual({
    isPerson: false,
    kind: KIND.clothes,
  })
})

test.each([
  ['like the face', { lightness: 0.52 }],
  ['away from the edge of the photo', { lightness: 0.75, to: 80 }],
])('keeps skin %s', (_which, beside) => {
  expect(dropBeside({ from: 52, to: 99, ...beside })).toEqual({ isPerson: false, kind: KIND.faceSkin })
})

test('drops a face behind the head, down to the part that only touches its hair', () => {
  const kinds = new Uint8Array(grid.w * grid.h)
  eachPixel(grid, (i, x, y) => {
    const isBehind = Math.hypot(x - 48, y + 96) < 44 || (x > 50 && x < 60 && y > -60 && y < -24)
    kinds[i] = oval[i]! > 0 || (isBehind && oval[i]! < -4) ? KIND.faceSkin : KIND.hair
  })
  dropOtherSkin(kinds, oval, map, createField(grid).fill(0.5), () => true, grid)
  expect(kinds[indexAt(grid, 48, -96)]).toBe(KIND.clothes)
  expect(kinds[indexAt(grid, 57, -30)]).toBe(KIND.clothes)
  expect(kinds[indexAt(grid, 0, 0)]).toBe(KIND.faceSkin)
})
