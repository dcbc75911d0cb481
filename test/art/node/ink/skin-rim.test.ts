import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, indexAt, toHalfGrid } from '#worker/artist/ink/field/grid.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'
import { repaintSkinRim } from '#worker/artist/ink/study/skin-rim.ts'

const half = toHalfGrid(createGrid(2))

/** A bald head with a strip of light at its left rim in front of a wall. */
function lookAt({ wall = 0.95, rim = 0.9, shine = 0.5 }) {
  const skin = 0.5
  const planes = { lightness: createField(half), a: createField(half), b: createField(half) }
  const kind = new Uint8Array(half.w * half.h)
  eachPixel(half, (i, x, y) => {
    const depth = 50 - Math.hypot(x, y + 20)
    kind[i] = depth > 0 ? KIND.faceSkin : KIND.background
    planes.lightness[i] = depth <= 0 ? wall : depth < 6 && x < 0 ? rim : Math.hypot(x, y + 30) < 10 ? shine : skin
    planes.a[i] = depth > 6 ? 0.05 : 0
  })
  const mask = Float32Array.from(kind, (k) => (k === KIND.faceSkin ? 1 : 0))
  const share = repaintSkinRim(planes, mask, kind, [skin, 0.05, 0.05], () => true, half)
  return { planes, share }
}

const RIM = indexAt(half, -47, -20)

describe('the rim of skin before a bright wall', () => {
  it('takes the tone and color of the skin beside it', () => {
    const { planes, share } = lookAt({})
    expect(share![RIM]).toBeGreaterThan(0.9)
    expect(planes.lightness[RIM]).toBeLessThan(0.56)
    expect(planes.a[RIM]).toBeGreaterThan(0.03)
  })

  it('keeps the shine inside a head', () => {
    const { planes } = lookAt({ shine: 0.8 })
    expect(planes.lightness[indexAt(half, 0, -30)]).toBeCloseTo(0.8)
  })

  it('stays before a wall that is not brighter than the skin', () => {
    expect(lookAt({ wall: 0.55 }).share).toBeNull()
  })

  it('stays on skin without light from the wall', () => {
    expect(lookAt({ rim: 0.52 }).share).toBeNull()
  })
})
