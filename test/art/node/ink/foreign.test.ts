import { describe, expect, it } from 'vitest'
import {
  createField,
  createGrid,
  type Field,
  type Grid,
  indexAt,
  toHalfGrid,
  unitX,
  unitY,
} from '#worker/artist/ink/field/grid.ts'
import { repaintHair } from '#worker/artist/ink/paint/repaint-hair.ts'
import { cropHead } from '#worker/artist/ink/study/crop.ts'
import { findForeign } from '#worker/artist/ink/study/foreign.ts'
import type { HeadMask } from '#worker/artist/ink/study/head-mask.ts'
import type { Portrait } from '#worker/artist/ink/study/portrait.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(2)
const half = toHalfGrid(grid)
const NEUTRAL = { red: 1, green: 1, blue: 1 }

/** Hair fills a disc around the middle of the head. */
const RADIUS = 70
const depthOf = (size: Grid, i: number) =>
  RADIUS - Math.hypot(unitX(size, i % size.w), unitY(size, Math.floor(i / size.w)) + 20)

/** Finds the foreign pixels of a head that fills its photo. */
function readForeign(kind: Uint8Array, mask: Field, lightness: Field, color: Field) {
  const head = {
    crop: { grid, inside: new Uint8Array(grid.w * grid.h).fill(1) },
    kind,
    oval: createField(half).fill(-16),
    behindHands: createField(half),
    backdrop: null,
    crown: null,
  } as unknown as HeadMask
  const foreign = findForeign(head, { lightness, a: color, b: color }, mask, half)
  return (x: number, y: number) => foreign[indexAt(half, x, y)]!
}

describe('a light rim of hair', () => {
  function foreignOf(rimLightness: number, wallLightness = rimLightness, isThin = false) {
    const isFace = (i: number) => isThin && depthOf(half, i) > 6 && unitY(half, Math.floor(i / half.w)) > -36
    const kind = Uint8Array.from(createField(half), (_, i) =>
      isFace(i) ? KIND.faceSkin : depthOf(half, i) > 0 ? KIND.hair : KIND.background,
    )
    const mask = createField(half).map((_, i) => (depthOf(half, i) > 0 ? 1 : 0))
    const lightness = mask.map((_, i) =>
      depthOf(half, i) > 8 ? 0.3 : depthOf(half, i) > 0 ? rimLightness : wallLightness,
    )
    const color = createField(half).fill(0.03)
    return readForeign(kind, mask, lightness, color)
  }

  it('is wall beside the head', () => {
    const at = foreignOf(0.65)
    expect(at(62, -40)).toBe(1)
    expect(at(50, -40)).toBe(0)
  })

  it('is hair in the light on top and below the eyes', () => {
    const at = foreignOf(0.65)
    expect([at(0, -86), at(62, 0)]).toEqual([0, 0])
  })

  it('is hair in the light if it outshines the wall', () => {
    expect(foreignOf(0.65, 0.4)(62, -40)).toBe(0)
  })

  it('is mostly hair in front of an ear, where skin shines through', () => {
    expect(foreignOf(0.65)(67, -26)).toBe(1)
    expect(foreignOf(0.65, 0.65, true)(67, -26)).toBeLessThan(0.5)
  })

  it('is hair if it is only a little lighter', () => {
    expect(foreignOf(0.45)(62, -40)).toBe(0)
  })
})

/** Hair with a scarf in it, from x = -10 to 10, at all heights. */
it('softens the edges of foreign pixels in low hair, but not at the outline', () => {
  const isScarf = (i: number) => Math.abs(unitX(half, i % half.w)) < 10
  const isHead = (i: number) => Math.abs(unitX(half, i % half.w)) < 40
  const kind = Uint8Array.from(createField(half), (_, i) =>
    isScarf(i) ? KIND.clothes : isHead(i) ? KIND.hair : KIND.background,
  )
  const mask = createField(half).map((_, i) => (isHead(i) ? 1 : 0))
  const plane = createField(half).fill(0.3)
  const at = readForeign(kind, mask, plane, plane)
  expect(at(11, 40)).toBeGreaterThan(0.3)
  expect([at(11, 0), at(16, 40), at(39, 40)]).toEqual([0, 0, 0])
})

describe('foreign pixels in the hair of a photo', () => {
  it('get the tone of the hair beside them', () => {
    const photo = { data: new Uint8ClampedArray(grid.w * grid.h * 4), widthPx: grid.w, heightPx: grid.h }
    const isRim = (i: number, size: Grid) => depthOf(size, i) < 8
    for (let i = 0; i < grid.w * grid.h; i++)
      photo.data.set(isRim(i, grid) ? [220, 210, 180, 255] : [70, 50, 40, 255], 4 * i)
    const pose = { x: -2 * grid.x0, y: -2 * grid.y0, unitPx: 2, roll: 0 }
    const portrait = {
      grid,
      tones: { grid: half },
      skin: createField(grid),
      worn: createField(grid),
      distance: createField(grid).map((_, i) => 2 * depthOf(grid, i)),
      foreign: createField(half).map((_, i) => (isRim(i, half) ? 1 : 0)),
    } as unknown as Portrait
    const crop = cropHead(photo, pose, 2, NEUTRAL)
    const hair = crop.lightness[indexAt(grid, 0, -20)]!
    const before = crop.lightness[indexAt(grid, 65, -20)]!
    repaintHair(crop, photo, pose, NEUTRAL, portrait)
    expect(before).toBeGreaterThan(hair + 0.3)
    expect(crop.lightness[indexAt(grid, 65, -20)]).toBeCloseTo(hair, 1)
    expect(crop.lightness[indexAt(grid, 0, -20)]).toBeCloseTo(hair, 5)
  })
})

describe('clothes between the strands of hair', () => {
  /** Finds foreign pixels of hair on clothes below it, with a spot between strands at (40, 30). */
  function readSpot(hair: number, clothes: number) {
    const isClothes = (i: number) => unitY(half, Math.floor(i / half.w)) > 38
    const kind = Uint8Array.from(createField(half), (_, i) =>
      isClothes(i) ? KIND.clothes : depthOf(half, i) > 0 ? KIND.hair : KIND.background,
    )
    const mask = createField(half).map((_, i) => (depthOf(half, i) > 0 ? 1 : 0))
    const lightness = mask.map((_, i) => {
      const isSpot = Math.hypot(unitX(half, i % half.w) - 40, unitY(half, Math.floor(i / half.w)) - 30) < 5
      return isClothes(i) || isSpot ? clothes : hair
    })
    const at = readForeign(kind, mask, lightness, createField(half).fill(0.03))
    return { spot: at(40, 30), beside: at(20, 28) }
  }

  it('are foreign where they are dark in light hair', () => {
    expect(readSpot(0.8, 0.25)).toEqual({ spot: 1, beside: 0 })
  })

  it('are hair where they are light in dark hair, like bleached ends', () => {
    expect(readSpot(0.3, 0.8)).toEqual({ spot: 0, beside: 0 })
  })
})
