import { describe, expect, test } from 'vitest'
import { createField, createGrid, eachPixel, indexAt, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { findVeil, liftVeil } from '#worker/artist/ink/study/veil.ts'

const half = toHalfGrid(createGrid(2))

/** Dark hair with lighter strands in front of a wall, and the share of the wall's light that flare adds to it. */
function lookAt(wall: number, flareAt: (x: number) => number, strand = 0.3) {
  const planes = { lightness: createField(half), a: createField(half), b: createField(half) }
  const kind = new Uint8Array(half.w * half.h)
  eachPixel(half, (i, x, y) => {
    const isHair = Math.hypot(x / 50, (y + 20) / 50) < 1
    kind[i] = isHair ? KIND.hair : KIND.background
    const own = Math.round(x) % 4 === 0 ? 0.2 : strand
    const flare = flareAt(x)
    planes.lightness[i] = isHair ? own * (1 - flare) + flare : wall
  })
  const mask = Float32Array.from(kind, (k) => (k === KIND.hair ? 1 : 0))
  const oval = createField(half).fill(-16)
  return { planes, kind, veil: findVeil(planes, mask, { kind, oval }, half) }
}

const onRight = (x: number) => 0.4 * Math.min(1, Math.max(0, x / 20))

describe('flare over hair', () => {
  test('is measured and removed on the side that it covers', () => {
    const { planes, kind, veil } = lookAt(1, onRight)
    eachPixel(half, (i, x) => {
      planes.a[i] = 0.1 * onRight(x)
    })
    const [left, right] = [indexAt(half, -32, -20), indexAt(half, 32, -20)]
    expect(veil![left]).toBe(0)
    expect(veil![right]).toBeCloseTo(0.4, 1)
    liftVeil(planes, veil!, kind)
    expect(planes.lightness[right]).toBeLessThan(0.36)
    expect(planes.a[right]).toBeLessThan(0.02)
  })

  test('is not seen in hair that is gray on both sides', () => {
    expect(lookAt(1, (x) => onRight(Math.abs(x))).veil).toBeNull()
  })

  test('is not seen before a darker wall', () => {
    expect(lookAt(0.8, onRight).veil).toBeNull()
  })

  test('is not seen where light strands have dark ones between them', () => {
    const { veil } = lookAt(1, () => 0, 0.8)
    expect(veil).toBeNull()
  })
})
