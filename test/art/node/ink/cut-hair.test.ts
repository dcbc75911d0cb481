import { describe, expect, it } from 'vitest'
import { createGrid, eachPixel, unitX, unitY } from '#worker/artist/ink/field/grid.ts'
import { continueHair, roundEnds } from '#worker/artist/ink/study/cut-hair.ts'
import { KIND } from '#worker/artist/ink/study/segment-fields.ts'

const grid = createGrid(1)

type Ends = {
  left?: number
  leftAt?: (y: number) => number
  bottom?: number
  kind?: number
  kindAt?: (x: number, y: number) => number
}

/** Hair that hangs 66 units to each side of a face, in a photo that ends at these places. */
function hairIn({ left = -112, leftAt = () => left, bottom = 112, kind = KIND.hair, kindAt = () => kind }: Ends) {
  const piece = new Float32Array(grid.w * grid.h)
  const xAt = (i: number) => unitX(grid, i % grid.w)
  const yAt = (i: number) => unitY(grid, Math.floor(i / grid.w))
  const isInside = (i: number) => xAt(i) > leftAt(yAt(i)) && yAt(i) < bottom
  for (let i = 0; i < piece.length; i++) if (isInside(i) && Math.abs(xAt(i)) < 66 && yAt(i) > -80) piece[i] = 1
  const kinds = Uint8Array.from(piece, (_, i) => kindAt(xAt(i), yAt(i)))
  return continueHair(piece, kinds, isInside, grid, 0)
}

describe('long hair that the photo cuts off', () => {
  it('extends cut long hair below the photo, narrower the lower', () => {
    const holds = hairIn({ bottom: 60 })!
    expect([-50, 50].map((x) => holds(x, 80))).toEqual([true, true])
    expect([-50, 50].map((x) => holds(x, 110))).toEqual([true, true])
    expect(holds(65, 62)).toBe(true)
    expect(holds(65, 100)).toBe(false)
  })

  it('ends cut long hair higher beside the shoulders', () => {
    const holds = hairIn({ bottom: 60 })!
    expect([-59, -45, 45, 59].map((x) => holds(x, 108))).toEqual([false, true, true, false])
  })

  it('leaves the throat free of cut hair', () => {
    expect(hairIn({ bottom: 60 })!(0, 80)).toBe(false)
  })

  it('ends cut hair in a bow beside the photo', () => {
    const holds = hairIn({ left: -50 })!
    expect(holds(-58, 16)).toBe(true)
    expect(holds(-58, -78)).toBe(false)
    expect(holds(-70, 16)).toBe(false)
    expect(holds(50, 16)).toBe(false)
  })

  it.each([
    ['steep hair no wider right below its cut', 0.2, false],
    ['flaring hair in its own direction', 0.8, true],
  ])('continues %s', (_which, slope, isWide) => {
    const holds = hairIn({ left: -50, kindAt: (x, y) => (x > -50 - slope * y ? KIND.hair : KIND.background) })!
    expect(holds(-55, 10)).toBe(isWide)
  })

  it('follows the side of a tilted photo, not its lower edge', () => {
    const holds = hairIn({ leftAt: (y) => Math.max(-50 + 0.05 * y, 10 * (y - 60)) })!
    expect(holds(-55, 16)).toBe(true)
    expect(holds(-45, 66)).toBe(true)
    expect(holds(-70, 16)).toBe(false)
  })

  it('leaves the nape below an ear that the photo cuts', () => {
    const kindAt = (_x: number, y: number) => (y > -20 && y < 20 ? KIND.faceSkin : y < 40 ? KIND.hair : KIND.clothes)
    const holds = hairIn({ left: -50, kindAt })!
    expect(holds(-53, 0)).toBe(true)
    expect(holds(-53, 30)).toBe(false)
  })

  it('ends an ear and the hair above it in one bow beside the photo', () => {
    const holds = hairIn({ left: -50, kindAt: (_x, y) => (y < -20 ? KIND.hair : KIND.faceSkin) })!
    expect(holds(-55, -26)).toBe(true)
    expect(holds(-53, 10)).toBe(true)
    expect(holds(-53, 60)).toBe(false)
  })

  it('leaves a face alone that the photo cuts through', () => {
    expect(hairIn({ left: -30, kind: KIND.faceSkin })).toBeNull()
  })

  it('extends cut hair around the corner of a photo', () => {
    const holds = hairIn({ left: -50, bottom: 60 })!
    expect(holds(-55, 58)).toBe(true)
    expect(holds(-55, 90)).toBe(true)
  })

  it('leaves hair alone that is whole, and where something else is cut', () => {
    expect(hairIn({})).toBeNull()
    expect(hairIn({ bottom: 60, kind: KIND.clothes })).toBeNull()
  })
})

describe('the ends of hair that reaches far down', () => {
  it('ends hair above the lower edge of the window, higher at the sides', () => {
    const shape = new Float32Array(grid.w * grid.h).fill(1)
    roundEnds(shape, grid, 0)
    const endAt = (x: number) => {
      const column = Math.round(x - grid.x0)
      let row = 0
      while (row < grid.h && shape[row * grid.w + column] === 1) row++
      return unitY(grid, row)
    }
    const ends = Array.from({ length: 201 }, (_, i) => endAt(i - 100))
    expect(Math.max(...ends)).toBeLessThan(110)
    expect(endAt(0)).toBeGreaterThan(98)
    expect(endAt(-95)).toBeLessThan(endAt(0) - 8)
    expect(endAt(95)).toBeLessThan(endAt(0) - 8)
  })

  /** Returns where hair ends that hangs between two columns. */
  function endOf(from: number, to: number, chinX: number): (x: number) => number {
    const shape = new Float32Array(grid.w * grid.h)
    eachPixel(grid, (i, x) => x > from && x < to && (shape[i] = 1))
    roundEnds(shape, grid, chinX)
    return (x) => {
      let row = grid.h - 1
      while (shape[row * grid.w + Math.round(x - grid.x0)] === 0) row--
      return unitY(grid, row)
    }
  }

  it('rounds the corners of wide ends, not of narrow ones', () => {
    const [wide, narrow] = [endOf(-74, 74, 0), endOf(-50, 50, 0)]
    expect(wide(-72)).toBeLessThan(wide(-50) - 25)
    expect(wide(72)).toBeLessThan(wide(50) - 25)
    expect(narrow(-48)).toBeGreaterThan(96)
  })

  it('ends hair behind a turned head as low as that of a straight one', () => {
    expect(endOf(-74, 74, -30)(60)).toBeCloseTo(endOf(-74, 74, 0)(60), 0)
  })
})
