import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt, unitY } from '#worker/artist/ink/field/grid.ts'
import { markCrown } from '#worker/artist/ink/study/beyond-edge.ts'
import { completeCrown } from '#worker/artist/ink/study/crown.ts'
import { continueTone } from '#worker/artist/ink/study/crown-tone.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)
const ENDS_AT = -60

/**
 * Continues a crown of dark hair, blond at the left, above a forehead that reaches up to the cut across `bare` units.
 *
 * @param strandAt returns how much lighter a strand is at a column
 * @param edge factor that darkens two units of the photo along its edge
 */
function continueHair({
  bare = 0,
  strandAt = () => 0,
  edge = 1,
  endsAt = ENDS_AT,
}: {
  bare?: number
  strandAt?: (x: number) => number
  edge?: number
  endsAt?: number
}) {
  const piece = createField(grid)
  const kind = new Uint8Array(piece.length).fill(KIND.background)
  const planes = { lightness: createField(grid).fill(0.9), a: createField(grid), b: createField(grid) }
  const isInside = (i: number) => unitY(grid, Math.floor(i / grid.w)) > endsAt
  eachPixel(grid, (i, x, y) => {
    if (Math.abs(x) > 50 || y > 60) return
    piece[i] = 1
    kind[i] = isInside(i) && Math.abs(x) < bare ? KIND.faceSkin : KIND.hair
    // The picture mirrors the photo above the cut.
    planes.lightness[i] = Math.abs(x) < bare ? 0.75 : x < -25 ? 0.6 : 0.2 + strandAt(x)
    if (Math.abs(y - endsAt) < 2) planes.lightness[i]! *= edge
  })
  const photo = Float32Array.from(piece, (value, i) => (isInside(i) ? value : 0))
  const crown = completeCrown(photo, kind, isInside, grid, 0)!
  markCrown(kind, crown, isInside, grid)
  const skin = Float32Array.from(kind, (k) => (k === KIND.faceSkin ? 1 : 0))
  const fields = { mask: piece, skin, foreign: createField(grid), kind }
  const grown = continueTone(planes, fields, crown, isInside, grid, 0)!
  return { crown, grown, lightnessAt: (x: number, y: number) => planes.lightness[indexAt(grid, x, y)]! }
}

describe('the tone of a reconstructed crown', () => {
  it('continues light and dark hair right above the cut', () => {
    const { lightnessAt } = continueHair({})
    expect(lightnessAt(-40, ENDS_AT - 2)).toBeCloseTo(0.6, 1)
    expect(lightnessAt(10, ENDS_AT - 2)).toBeCloseTo(0.2, 1)
  })

  it('continues the strands below the cut up to the top', () => {
    const { lightnessAt } = continueHair({ strandAt: (x) => (Math.floor(Math.abs(x) / 3) % 2 === 0 ? 0.2 : 0) })
    const row = Array.from({ length: 16 }, (_, x) => lightnessAt(x, ENDS_AT - 10))
    expect(Math.max(...row) - Math.min(...row)).toBeGreaterThan(0.15)
  })

  it('fades from hair to skin at the hairline', () => {
    const { crown, lightnessAt } = continueHair({ bare: 40 })
    let y = ENDS_AT
    while (crown.foreheadAt(0, y) > 0) y--
    const [hair, edge, skin] = [y - 4, y, y + 4].map((at) => lightnessAt(0, at)) as [number, number, number]
    expect(edge).toBeGreaterThan(hair + 0.05)
    expect(edge).toBeLessThan(skin - 0.05)
  })

  it('takes the hair beside a forehead that the photo cuts at the hairline', () => {
    const { crown, lightnessAt } = continueHair({ bare: 40 })
    expect(crown.isHair).toBe(true)
    expect(lightnessAt(10, ENDS_AT - 18)).toBeLessThan(0.6)
  })

  it('continues the skin of a forehead up to a hairline that is higher in the middle', () => {
    const { crown, lightnessAt } = continueHair({ bare: 40 })
    expect(lightnessAt(0, ENDS_AT - 5)).toBeGreaterThan(0.7)
    const heightAt = (x: number) => {
      let height = 0
      while (crown.foreheadAt(x, ENDS_AT - height) > 0) height += 0.25
      return height
    }
    expect(heightAt(0)).toBeGreaterThan(4)
    expect(heightAt(36)).toBeLessThan(0.8 * heightAt(0))
    expect(heightAt(48)).toBe(0)
  })

  it('continues a forehead up to a hairline at the usual height', () => {
    const { crown } = continueHair({ bare: 40, endsAt: -45 })
    let y = -45
    while (crown.foreheadAt(0, y) > 0) y--
    expect(y).toBeLessThan(-54)
    expect(y).toBeGreaterThan(-62)
  })

  it('ends a narrow gap between locks at a cut above the usual hairline', () => {
    expect(continueHair({ bare: 6 }).crown.foreheadAt(0, ENDS_AT - 1)).toBe(Number.NEGATIVE_INFINITY)
    expect(continueHair({ bare: 6, endsAt: -45 }).crown.foreheadAt(0, -46)).toBeGreaterThan(0)
  })

  it('shows no line where the photo is darker along its edge', () => {
    const { lightnessAt } = continueHair({ bare: 40, edge: 0.7, endsAt: -45 })
    for (let y = -52; y < -38; y++) expect(lightnessAt(0, y)).toBeGreaterThan(0.68)
  })

  it('leaves the photo unchanged except for its edge', () => {
    const { grown, lightnessAt } = continueHair({ bare: 40 })
    expect(grown[indexAt(grid, 0, ENDS_AT + 6)]).toBe(0)
    expect(lightnessAt(0, ENDS_AT + 6)).toBeCloseTo(0.75, 5)
    expect(grown[indexAt(grid, 45, ENDS_AT + 3)]).toBe(0)
  })

  it('leaves brows right below the cut unchanged', () => {
    const { grown } = continueHair({ bare: 40, endsAt: -30 })
    expect(grown[indexAt(grid, 0, -28)]).toBe(0)
  })
})

describe('a bald crown that the photo cuts off', () => {
  it('continues as skin, but as hair above hair', () => {
    const kind = new Uint8Array(grid.w * grid.h).fill(KIND.beyond)
    eachPixel(grid, (i, x, y) => {
      if (y > ENDS_AT) kind[i] = x > 30 ? KIND.hair : KIND.faceSkin
    })
    const crown = {
      holds: () => true,
      isHair: false,
      lineAt: () => ENDS_AT,
      foreheadAt: () => Number.NEGATIVE_INFINITY,
    }
    markCrown(kind, crown, (i) => unitY(grid, Math.floor(i / grid.w)) > ENDS_AT, grid)
    expect(kind[indexAt(grid, 0, ENDS_AT - 5)]).toBe(KIND.faceSkin)
    expect(kind[indexAt(grid, 40, ENDS_AT - 5)]).toBe(KIND.hair)
  })
})
