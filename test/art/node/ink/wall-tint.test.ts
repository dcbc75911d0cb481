import { describe, expect, it } from 'vitest'
import { createField, createGrid, indexAt, toHalfGrid, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { measureBackdrop } from '#worker/artist/ink/study/backdrop.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { dimTint, removeTint } from '#worker/artist/ink/study/wall-tint.ts'

const half = toHalfGrid(createGrid(2))
const BLUE = { lightness: 0.65, a: -0.03, b: -0.05 }
const YELLOW = { lightness: 0.65, a: 0.03, b: 0.12 }
const RED_HAIR = { lightness: 0.35, a: 0.12, b: 0.06 }

type Color = typeof BLUE

/** Draws red hair in front of a wall, with a lock of another color from x = 40 to 48, and returns a reader of the lock. */
function drawLock(wall: Color, lock: Color) {
  const [shape, skin] = [createField(half), createField(half)]
  const kind = new Uint8Array(half.w * half.h)
  const planes = { lightness: createField(half), a: createField(half), b: createField(half) }
  for (let i = 0; i < shape.length; i++) {
    const [x, y] = [unitX(half, i % half.w), unitY(half, Math.floor(i / half.w))]
    const isHair = Math.abs(x) < 50 && y > -80 && y < 60
    shape[i] = isHair ? 1 : 0
    kind[i] = isHair ? KIND.hair : KIND.background
    const color = !isHair ? wall : x > 40 && x < 48 ? lock : RED_HAIR
    for (const name of ['lightness', 'a', 'b'] as const) planes[name][i] = color[name]
  }
  const { tint } = measureBackdrop(planes, kind, shape, () => true, half)!
  const tones = { slope: createField(half).fill(1), offset: createField(half) }
  if (tint) {
    removeTint(planes, tint, kind, skin)
    dimTint(tones, tint, kind, skin)
  }
  const at = indexAt(half, 44, 0)
  return { a: planes.a[at]!, b: planes.b[at]!, dimmed: -tones.offset[at]! }
}

/** Returns a mixture of equal shares. */
const mix = (one: Color, other: Color): Color => ({
  lightness: (one.lightness + other.lightness) / 2,
  a: (one.a + other.a) / 2,
  b: (one.b + other.b) / 2,
})

describe('the color of a wall in hair', () => {
  it('is replaced by the color of the hair beside it', () => {
    const lock = drawLock(BLUE, mix(RED_HAIR, BLUE))
    expect(lock.a).toBeGreaterThan(0.1)
    expect(lock.b).toBeGreaterThan(0.04)
    expect(lock.dimmed).toBeGreaterThan(0.05)
  })

  it('leaves dark roots as they are', () => {
    const lock = drawLock(BLUE, { lightness: 0.2, a: 0, b: 0 })
    expect(lock.a).toBeLessThan(0.02)
    expect(lock.dimmed).toBeLessThan(0.02)
  })

  it('is not told from gloss in the light of a warm wall', () => {
    const gloss = mix(RED_HAIR, YELLOW)
    const lock = drawLock(YELLOW, gloss)
    expect([lock.a, lock.b].map((value) => value.toFixed(3))).toEqual(
      [gloss.a, gloss.b].map((value) => value.toFixed(3)),
    )
    expect(lock.dimmed).toBeCloseTo(0)
  })

  it('does not divide by the lightness of black hair', () => {
    const black = { lightness: 0, a: 0, b: 0 }
    expect(Number.isFinite(drawLock(BLUE, black).a)).toBe(true)
  })
})
