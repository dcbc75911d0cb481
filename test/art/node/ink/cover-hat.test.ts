import { describe, expect, it } from 'vitest'
import { createField, createGrid, eachPixel, type Field, indexAt } from '#worker/artist/ink/field/grid.ts'
import { coverHat } from '#worker/artist/ink/paint/cover-hat.ts'
import { visibleBeside } from '#worker/artist/visible.ts'

const grid = createGrid(2)
const fieldOf = (valueAt: (x: number, y: number) => number): Field => {
  const field = createField(grid)
  eachPixel(grid, (i, x, y) => {
    field[i] = valueAt(x, y)
  })
  return field
}

describe('coverHat', () => {
  const isHat = (y: number) => y < -24
  const isGlasses = (y: number) => y > -10 && y < 0
  const worn = fieldOf((_x, y) => (isHat(y) || isGlasses(y) ? 1 : 0))
  const colorsOf = (color: readonly [number, number, number]) => {
    const data = new Uint8ClampedArray(4 * grid.w * grid.h)
    for (let i = 0; i < data.length; i += 4) data.set([...color, 255], i)
    coverHat({ data, widthPx: grid.w, heightPx: grid.h }, { worn, grid }, [0.5, 0.06, 0.06], grid.perUnit)
    return (y: number) => [...data.subarray(4 * indexAt(grid, 0, y), 4 * indexAt(grid, 0, y) + 3)]
  }

  it('gives a green hat the hue of skin, and keeps glasses below it', () => {
    const at = colorsOf([20, 90, 60])
    const [red, green, blue] = at(-40)
    expect(red).toBeGreaterThan(green!)
    expect(green).toBeGreaterThan(blue!)
    expect(at(-5)).toEqual([20, 90, 60])
  })

  it('shades a light hat and leaves an outline dark', () => {
    expect(Math.max(...colorsOf([240, 240, 240])(-40))).toBeLessThan(200)
    expect(Math.max(...colorsOf([8, 8, 8])(-40))).toBeLessThan(20)
  })
})

describe('visibleBeside', () => {
  const besideHat = fieldOf((_x, y) => 2 * y)
  const distance = fieldOf((x) => 2 * (40 - x))
  const depthAt = visibleBeside(besideHat, { distance, grid })

  it('hides a hat and shows the head below it', () => {
    expect(depthAt(0, -3)).toBeLessThan(0)
    expect(depthAt(0, 3)).toBeCloseTo(3, 0)
    expect(depthAt(39, 20)).toBeGreaterThan(0)
  })

  it('rounds the corner where a hat meets the outline', () => {
    expect(depthAt(39, 1)).toBeLessThan(0)
  })
})
