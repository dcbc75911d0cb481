import { beforeAll, describe, expect, it } from 'vitest'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { getTeam } from '#shared/domain/team.ts'
import { drawFigure, svgPixels } from './pictures.ts'
import { decalSvg, gearFrontSvg } from '#worker/artist/figure.ts'
import { placeOf } from '#worker/artist/place.ts'
import { decodeRgba } from '#worker/render/engine.ts'

const chiefs = getTeam('Kansas City Chiefs')!
const pieces = ARMOR.map(({ id }) => id).filter((id) => id !== 'none')

/** Head space around a head, drawn at one pixel per unit. */
const WINDOW = { x0: -130, y0: -210, w: 260, h: 330 }
const HEAD_AREA = Math.PI * 46 * 71
const PLACE = { unitPx: 4, centreYPx: 840 }
const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="12"/>'
const CANVAS = { width: 1000, height: 1200 }

/** The piece alone, in head space. */
async function pixelsOf(id: ArmorId): Promise<Uint8ClampedArray> {
  const decal = decalSvg(id, chiefs, 1, WINDOW)
  if (decal !== null) return svgPixels(decal, WINDOW.w, WINDOW.h)
  return svgPixels(gearFrontSvg(id, chiefs, PLACE)!, CANVAS.width / PLACE.unitPx, CANVAS.height / PLACE.unitPx)
}

const inkOf = (pixels: Uint8ClampedArray): number => pixels.filter((value, i) => i % 4 === 3 && value > 127).length

describe('every piece of gear', () => {
  const drawn = new Map<ArmorId, Uint8ClampedArray>()
  beforeAll(async () => {
    for (const id of pieces) drawn.set(id, await pixelsOf(id))
  })

  it.each(pieces)('%s leaves ink on the head', (id) => {
    expect(inkOf(drawn.get(id)!)).toBeGreaterThan(0.02 * HEAD_AREA)
  })

  it('looks like no other piece', () => {
    for (const [i, one] of pieces.entries()) {
      for (const other of pieces.slice(i + 1)) {
        const [a, b] = [drawn.get(one)!, drawn.get(other)!]
        if (a.length !== b.length) continue
        const unlike = a.filter((value, at) => Math.abs(value - b[at]!) > 40).length
        expect(unlike, `${one} and ${other}`).toBeGreaterThan(0.05 * HEAD_AREA)
      }
    }
  })
})

describe('a player', () => {
  it.each(pieces)('with %s is whole: nothing is cut off at the top or the sides', async (id) => {
    const [width, height] = [CANVAS.width / 4, CANVAS.height / 4]
    const pixels = await svgPixels(gearFrontSvg(id, chiefs, placeOf(id)) ?? EMPTY, width, height)
    const alphaAt = (x: number, y: number) => pixels[4 * (y * width + x) + 3]!
    for (let x = 0; x < width; x++) expect(alphaAt(x, 0)).toBe(0)
    for (let y = 0; y < height; y++) expect(alphaAt(0, y) + alphaAt(width - 1, y)).toBe(0)
  })

  it('wears the number, and another number looks different', async () => {
    const [seven, eight] = await Promise.all(['7', '8'].map((number) => drawFigure(chiefs, 'none', number)))
    const [a, b] = [await decodeRgba(seven!, 500, 600), await decodeRgba(eight!, 500, 600)]
    expect(a.filter((value, i) => Math.abs(value - b[i]!) > 60).length).toBeGreaterThan(300)
  })
})
