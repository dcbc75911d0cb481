import { expect, it, vi } from 'vitest'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import { noFonts } from '#worker/graphics/script-fonts.ts'
import { drawAwarded } from '#worker/render/formats/awarded.ts'

vi.setConfig({ testTimeout: 120_000 })

const SIZE = { width: 1000, height: 1400 } as const

it('draws up to four ribbons above the name, each in its color and as wide as its text', async () => {
  const front = await render(
    { type: 'container', style: { ...SIZE, backgroundColor: '#ff00ff' } },
    { ...SIZE, format: 'jpeg', quality: 90 },
  )
  const titles = ['Champion', 'Most Points Against', 'A', 'Luckiest', 'Fifth']
  const picture = await drawAwarded(front, titles, noFonts)
  const data = await decodeRgba(picture, SIZE.width, SIZE.height)
  const isFront = (x: number, y: number) => {
    const [r, g, b] = data.subarray(4 * (y * SIZE.width + x), 4 * (y * SIZE.width + x) + 3)
    return r! > 200 && g! < 60 && b! > 200
  }
  const widths = [0, 1, 2, 3, 4].map((at) => {
    const y = 1006 - 39 - at * 88
    let x = 40
    while (x < SIZE.width && !isFront(x, y)) x++
    return x - 40
  })
  expect(widths[4]).toBe(0)
  expect(widths[1]).toBeGreaterThan(widths[0]!)
  expect(widths[0]).toBeGreaterThan(widths[2]!)
  expect([isFront(500, 300), isFront(500, 1100)]).toEqual([true, true])
  expect(await drawAwarded(front, titles, noFonts)).toEqual(picture)

  const small = await decodeRgba(await drawAwarded(front, titles, noFonts, 250), 250, 350)
  const isSmallFront = (x: number, y: number) => small[4 * (y * 250 + x)]! > 200 && small[4 * (y * 250 + x) + 1]! < 90
  for (const [at, width] of widths.slice(0, 4).entries()) {
    const y = Math.round((1006 - 39 - at * 88) / 4)
    expect([isSmallFront(14, y), isSmallFront(Math.round((40 + width) / 4) + 4, y)]).toEqual([false, true])
  }
})
