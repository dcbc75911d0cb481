import { describe, expect, it } from 'vitest'
import { ARMOR_PROMPTS } from '#shared/domain/armor-prompts.ts'
import { ARMOR, type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { differences, drawFigure, svgPixels } from './pictures.ts'
import { decalSvg, gearBackSvg, gearFrontSvg } from '#worker/artist/figure.ts'
import { getGear } from '#worker/artist/gear/index.ts'
import { createArtist } from '#worker/artist/index.ts'
import { ART, getPlace } from '#worker/artist/place.ts'
import { OVERALL_BOX, PORTRAIT, STAGE, TAG } from '#worker/render/card-layout.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'

const chiefs = getTeam('Kansas City Chiefs')!
const pieces = ARMOR.map(({ id }) => id).filter((id) => id !== 'none')

/** Every piece is checked on the same head, drawn at one pixel per two units. */
const PLACE = { unitPx: 4, centerYPx: 840 } as const
const AROUND = {
  x0: -ART.headXPx / PLACE.unitPx,
  y0: -PLACE.centerYPx / PLACE.unitPx,
  w: ART.widthPx / PLACE.unitPx,
  h: ART.heightPx / PLACE.unitPx,
} as const
const UNITS_PER_PX = 2
const VIEW = { w: AROUND.w / UNITS_PER_PX, h: AROUND.h / UNITS_PER_PX } as const
/** Area of the head in pixels of the view. */
const HEAD_AREA = (Math.PI * 46 * 71) / UNITS_PER_PX ** 2

/** Pieces that the head hides in part, and that hide nothing of it. */
const BEHIND: ReadonlySet<ArmorId> = new Set(['duck'])

type Part = 'back' | 'front' | 'decal'
type Layers = Partial<Record<Part, Uint8ClampedArray>>

async function drawLayers(id: ArmorId): Promise<Layers> {
  const parts: readonly (readonly [Part, string | null])[] = [
    ['back', gearBackSvg(id, chiefs, PLACE)],
    ['front', BEHIND.has(id) ? null : gearFrontSvg(id, chiefs, PLACE)],
    ['decal', decalSvg(id, chiefs, 1 / UNITS_PER_PX, AROUND)],
  ]
  const drawn: Layers = {}
  for (const [part, svg] of parts) if (svg !== null) drawn[part] = await svgPixels(svg, VIEW.w, VIEW.h)
  return drawn
}

const once = <Value>(make: (id: ArmorId) => Promise<Value>): ((id: ArmorId) => Promise<Value>) => {
  const made = new Map<ArmorId, Promise<Value>>()
  return (id) => {
    if (!made.has(id)) made.set(id, make(id))
    return made.get(id)!
  }
}

const drawn = once(drawLayers)

/** Returns the main layer: paint and front both cover the face, and no piece has both. A piece behind the head has neither. */
const getMain = ({ front, decal, back }: Layers): Uint8ClampedArray => front ?? decal ?? back!

const countInk = (pixels: Uint8ClampedArray): number => pixels.filter((value, i) => i % 4 === 3 && value > 127).length

/** Colors premultiplied by opacity, so that invisible differences do not count. */
const seen = (pixels: Uint8ClampedArray): Uint8ClampedArray =>
  pixels.map((value, at) => (at % 4 === 3 ? value : (value * pixels[at | 3]!) / 255))

/** Number of pixels that differ visibly, in color or opacity. */
function unlike(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const pixels = new Set<number>()
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) > 48) pixels.add(at >> 2)
  return pixels.size
}

describe('every piece of gear', () => {
  it.each(pieces)('draws visible pixels in each layer of %s', async (id) => {
    const layers = await drawn(id)
    expect(countInk(getMain(layers))).toBeGreaterThan(0.02 * HEAD_AREA)
    for (const pixels of Object.values(layers)) expect(countInk(pixels)).toBeGreaterThan(0.01 * HEAD_AREA)
    expect('back' in layers).toBe(getGear(id)!.back !== undefined)
  })

  it('draws each piece distinctly', async () => {
    const looks = new Map<ArmorId, Uint8ClampedArray>()
    for (const id of pieces) looks.set(id, seen(getMain(await drawn(id))))
    for (const [i, one] of pieces.entries()) {
      for (const other of pieces.slice(i + 1)) {
        const count = unlike(looks.get(one)!, looks.get(other)!)
        expect(count, `${one} and ${other}`).toBeGreaterThan(0.05 * HEAD_AREA)
      }
    }
  })

  it('draws a piece deterministically', async () => {
    for (const id of ['visor', 'halo', 'popcorn', 'warpaint'] as const) {
      expect(await drawLayers(id)).toEqual(await drawn(id))
    }
  })
})

describe('gear on a card', () => {
  const SCALE = 4
  const [width, height] = [ART.widthPx / SCALE, ART.heightPx / SCALE]

  /** Opacity of the piece at its real position, at a quarter of the card's size, 0 to 255. */
  const worn = once(async (id) => {
    const place = getPlace(id)
    const svgs = [gearBackSvg(id, chiefs, place), gearFrontSvg(id, chiefs, place)].filter((svg) => svg !== null)
    const layers = await Promise.all(svgs.map((svg) => svgPixels(svg, width, height)))
    return (x: number, y: number) => Math.max(0, ...layers.map((pixels) => pixels[4 * (y * width + x) + 3]!))
  })

  const solid = (opacity: number): boolean => opacity > 160

  it.each(pieces)('draws %s without clipping it at the window', async (id) => {
    const opacity = await worn(id)
    const left = Math.ceil(STAGE.left / SCALE)
    const right = Math.floor(STAGE.right / SCALE) - 1
    for (let x = left; x <= right; x++) expect(solid(opacity(x, 0))).toBe(false)
    for (let y = 0; y < height; y++) {
      expect(solid(opacity(left, y)) || solid(opacity(right, y)), `row ${y * SCALE}`).toBe(false)
    }
  })

  it.each(pieces)('keeps the overall number and the tag readable next to %s', async (id) => {
    const opacity = await worn(id)
    const covered = (left: number, top: number, right: number, bottom: number): number => {
      let count = 0
      for (let y = top; y < bottom; y += SCALE) {
        for (let x = left; x < right; x += SCALE) {
          if (solid(opacity(Math.floor(x / SCALE), Math.floor((y - PORTRAIT.top) / SCALE)))) count++
        }
      }
      return count / (((right - left) * (bottom - top)) / SCALE ** 2)
    }
    const tagRight = TAG.left + 3.6 * TAG.sizePx
    expect(covered(OVERALL_BOX.left, OVERALL_BOX.top, OVERALL_BOX.left + 150, TAG.top)).toBeLessThan(0.02)
    expect(covered(TAG.left, TAG.top, tagRight, TAG.top + 1.3 * TAG.sizePx)).toBeLessThan(0.1)
  })
})

describe('player art', () => {
  const prompt = (armorId: ArmorId) =>
    buildPrompt({ nickname: 'Ace', number: '7', team: chiefs, armor: getArmor(armorId)! })
  const drawnBy = async (words: string) => (await createArtist().draw({ prompt: words, photos: [] })).bytes

  it('draws an unknown piece as none, byte for byte', async () => {
    const bare = prompt('none')
    const unknown = bare.replace(ARMOR_PROMPTS.none, 'a hat made of cheese')
    expect(unknown).not.toBe(bare)
    expect(await drawnBy(unknown)).toEqual(await drawnBy(bare))
    expect(await drawnBy(prompt('crown'))).not.toEqual(await drawnBy(bare))
  })

  it('draws a player deterministically, byte for byte', async () => {
    for (const id of ['helmet', 'halo'] as const) expect(await drawnBy(prompt(id))).toEqual(await drawnBy(prompt(id)))
  })

  it('draws the jersey number, and another number differently', async () => {
    const [seven, eight] = await Promise.all(['7', '8'].map((number) => drawFigure(chiefs, 'none', number)))
    const [a, b] = [await decodeRgba(seven!, 500, 600), await decodeRgba(eight!, 500, 600)]
    expect(differences(a, b).length).toBeGreaterThan(300)
  })
})
