import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import { drawFormat } from '#worker/render/formats/draw.ts'
import { type FinishedCard, type Format, FORMAT_NAMES, FORMATS } from '#worker/render/formats/format.ts'
import { noFonts } from '#worker/graphics/script-fonts.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { getImageSize } from '../../../support/image-size.ts'
import { cardPixels, differences, drawFigure } from './pictures.ts'

vi.setConfig({ testTimeout: 120_000 })

const stats: Stats = { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 20 }
/** A card without its optional parts except the number. */
const BARE = { stats: null, tier: null, playerName: '', serial: null } as const
const MEANS = { site: 'cards.example', loadFont: noFonts }
type Box = readonly [left: number, top: number, width: number, height: number]

/** A front in an unmistakable color: magenta. */
let card: FinishedCard
beforeAll(async () => {
  const size = { width: 1000, height: 1400 }
  const front = await render(
    { type: 'container', style: { ...size, backgroundColor: '#ff00ff' } },
    { ...size, format: 'jpeg', quality: 90 },
  )
  card = {
    front,
    playerName: 'Captain Quack',
    jerseyNumber: '22',
    team: getTeam('Green Bay Packers')!,
    armor: getArmor('duck')!,
    stats,
    tier: 'Legend',
    serial: '4F7K-2Q9',
  }
})

type Drawn = { readonly bytes: Uint8Array; readonly pixels: Pixels }
const drawn = new Map<Format, Promise<Drawn>>()

/** Draws a format of the card, once. */
function drawOnce(format: Format): Promise<Drawn> {
  const picture = drawn.get(format) ?? drawChanged(format)
  drawn.set(format, picture)
  return picture
}

/** Draws a format of the card, or of a changed one. */
const pixels = async (format: Format, change?: Partial<FinishedCard>): Promise<Pixels> =>
  (await (change === undefined ? drawOnce(format) : drawChanged(format, change))).pixels

type Color = readonly [red: number, green: number, blue: number]

async function drawChanged(format: Format, change: Partial<FinishedCard> = {}): Promise<Drawn> {
  const { width, height } = FORMATS[format]
  const bytes = await drawFormat(format, { ...card, ...change }, MEANS)
  const data = await decodeRgba(bytes, width, height)
  const colorAt = (x: number, y: number): Color => {
    const at = 4 * (y * width + x)
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  }
  const share = ([left, top, wide, high]: Box, isInk: (color: Color) => boolean) => {
    let ink = 0
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) if (isInk(colorAt(x, y))) ink++
    return ink / (wide * high)
  }
  return { bytes, pixels: { width, colorAt, share, data } }
}
type Pixels = {
  width: number
  colorAt: (x: number, y: number) => Color
  share: (box: Box, isInk: (color: Color) => boolean) => number
  data: Uint8ClampedArray
}

const isMagenta = ([r, g, b]: Color) => r > 200 && g < 60 && b > 200
const isWhite = (color: Color) => Math.min(...color) > 215
/** The Packers' secondary color, which fills the bars. */
const isGold = ([r, g, b]: Color) => r > 200 && g > 140 && b < 90

/** Share of a box that differs between two images. */
const changed = (one: Pixels, other: Pixels, box: Box): number => countChanged(one, other, box) / (box[2] * box[3])

function countChanged(one: Pixels, other: Pixels, [left, top, wide, high]: Box): number {
  let count = 0
  for (let y = top; y < top + high; y++)
    for (let x = left, at = 4 * (y * one.width + x); x < left + wide; x++, at += 4)
      if ([0, 1, 2].some((c) => Math.abs(one.data[at + c]! - other.data[at + c]!) > 60)) count++
  return count
}

describe('every format', () => {
  it('renders every format at its dimensions, byte for byte identically', async () => {
    const offenders = await findOffenders(FORMAT_NAMES, String, async (format) => {
      const [{ bytes }, again] = [await drawOnce(format), await drawFormat(format, card, MEANS)]
      expect(getImageSize(bytes)).toEqual(FORMATS[format])
      expect(Buffer.from(bytes).equals(again)).toBe(true)
    })
    expect(offenders).toEqual([])
  })
})

describe('the share image', () => {
  const SQUARE: Box = [285, 0, 630, 630]
  const OVERALL: Box = [56, 120, 240, 230]
  const TIER: Box = [56, 430, 170, 60]

  it('centers the whole card in a square of the share image, with rounded corners', async () => {
    const { colorAt, share } = await pixels('share')
    expect(share(SQUARE, isMagenta) * 630 * 630).toBeGreaterThan(0.97 * 416 * 582)
    expect(isMagenta(colorAt(600, 315))).toBe(true)
    expect(isMagenta(colorAt(394, 26))).toBe(false)
    expect(share([0, 0, 285, 630], isMagenta) + share([915, 0, 285, 630], isMagenta)).toBe(0)
  })

  it('draws overall number and tier on the left, and proportional stat bars on the right', async () => {
    const { share } = await pixels('share')
    expect(share(OVERALL, isWhite)).toBeGreaterThan(0.2)
    expect(share(TIER, ([r, g, b]) => r > 220 && g > 210 && b > 160)).toBeGreaterThan(0.3)
    const lengths = [0, 1, 2, 3, 4].map((row) => share([856, 72 + row * 101, 288, 70], isGold))
    for (const [i, value] of [84, 92, 97, 95, 20].entries())
      expect(lengths[i]! / lengths[2]!).toBeCloseTo(value / 97, 1)
  })

  it('falls back to the number on the share image of a card without stats, name and serial number', async () => {
    const bare = await pixels('share', BARE)
    expect(bare.share([856, 72, 288, 470], isGold)).toBe(0)
    expect(bare.share(OVERALL, isWhite)).toBeGreaterThan(0.1)
  })
})

describe('the story image', () => {
  it('keeps card and text of a story clear of the top and bottom 250 pixels', async () => {
    const { colorAt, share } = await pixels('story')
    expect(isMagenta(colorAt(540, 800))).toBe(true)
    for (const box of [
      [0, 0, 1080, 250],
      [0, 1670, 1080, 250],
    ] as const) {
      expect(share(box, isMagenta)).toBe(0)
      expect(share(box, isWhite)).toBe(0)
    }
  })

  it("shows the nickname and the site's address in a story", async () => {
    const [one, other] = [await pixels('story'), await pixels('story', { ...BARE, jerseyNumber: '' })]
    expect(one.share([115, 1458, 608, 92], isWhite)).toBeGreaterThan(0.1)
    expect(changed(one, other, [115, 1458, 608, 92])).toBeGreaterThan(0.1)
    expect(one.share([115, 1625, 608, 45], isGold)).toBeGreaterThan(0.03)
  })

  it("adds a QR code to a story's card page on white, and asks for votes once the card is visible", async () => {
    const CALL: Box = [115, 1560, 608, 56]
    const CODE: Box = [765, 1462, 200, 200]
    const pageUrl = 'https://cards.example/card/c1'
    const [draft, coded, visible] = [
      await pixels('story'),
      await pixels('story', { pageUrl }),
      await pixels('story', { pageUrl: `${pageUrl}2`, isPublic: true }),
    ]
    for (const { share } of [draft, coded, visible]) expect(share(CALL, isWhite)).toBeGreaterThan(0.1)
    expect(changed(draft, coded, CALL)).toBe(0)
    expect(changed(draft, visible, CALL)).toBeGreaterThan(0.05)
    expect(draft.share(CODE, isWhite)).toBe(0)
    expect(coded.share(CODE, isWhite)).toBeGreaterThan(0.4)
    expect(coded.share(CODE, isWhite)).toBeLessThan(0.8)
  })
})

describe('the card back', () => {
  const CREST: Box = [476, 96, 420, 440]
  const NAME: Box = [104, 548, 792, 120]

  it('prints content in every area of the back', async () => {
    const { share } = await pixels('back')
    expect(share(CREST, isWhite), 'number').toBeGreaterThan(0.1)
    expect(share(CREST, isGold), 'shield').toBeGreaterThan(0.05)
    expect(share([104, 138, 260, 220], isWhite), 'overall').toBeGreaterThan(0.15)
    expect(share(NAME, isWhite), 'name').toBeGreaterThan(0.1)
    expect(share([104, 676, 792, 44], isGold), 'team and gear').toBeGreaterThan(0.03)
    for (let row = 0; row < 5; row++)
      expect(share([104, 740 + row * 96, 150, 96], isGold), `bar ${row}`).toBeGreaterThan(0.1)
    expect(share([104, 1244, 600, 70], isWhite), 'what it is').toBeGreaterThan(0.02)
  })

  it('changes only the matching area of the back for a changed field', async () => {
    const GEAR: Box = [104, 676, 792, 44]
    const SERIAL: Box = [600, 1366, 340, 34]
    const TIER: Box = [0, 0, 1000, 24]
    const ROLL: Box = [104, 478, 360, 40]
    const STATS: Box = [104, 760, 792, 440]
    const one = await pixels('back')
    const named = await pixels('back', { jerseyNumber: '7', playerName: 'Zed', tier: 'Rookie' })
    for (const box of [CREST, NAME, TIER]) expect(changed(one, named, box)).toBeGreaterThan(0.02)
    for (const box of [STATS, ROLL]) expect(countChanged(one, named, box)).toBe(0)
    const rolled = { ...stats, accuracy: 100 }
    const geared = await pixels('back', { armor: getArmor('none')!, serial: null, rolledStats: rolled })
    for (const box of [GEAR, SERIAL, ROLL]) expect(changed(one, geared, box)).toBeGreaterThan(0.02)
    for (const box of [STATS, NAME, TIER]) expect(countChanged(one, geared, box)).toBe(0)
  })

  it('draws the back of a card without stats, number and name', async () => {
    const bare = await pixels('back', { ...BARE, jerseyNumber: '' })
    expect(bare.share([104, 1028, 150, 190], isGold)).toBe(0)
  })
})

describe('the art source label', () => {
  it.each([
    ['share', [856, 570, 288, 40], [0, 0, 1200, 560]],
    ['back', [104, 1244, 792, 80], [104, 0, 792, 1240]],
  ] as const)('labels the art source on the %s, and changes nothing else', async (format, words, rest) => {
    // Art without a source in its metadata counts as a model's.
    const [one, other] = [await pixels(format), await pixels(format, { source: 'computed' })]
    expect(changed(one, other, words)).toBeGreaterThan(0.005)
    expect(countChanged(one, other, rest)).toBe(0)
  })

  it('marks the card footer only when a model drew the art', async () => {
    const art = await drawFigure(card.team, 'duck', '22')
    const drawnBy = async (source?: ArtSource) =>
      Buffer.from(await renderCard({ ...card, art, artType: 'image/png', ...(source && { source }) }))
    const [model, artist] = [await drawnBy('trained'), await drawnBy('computed')]
    // Only our own artist's players overlap the upper edge of the frame.
    const marked = differences(await cardPixels(model), await cardPixels(artist)).filter(({ y }) => y > 1240)
    expect(marked.length).toBeGreaterThan(100)
    expect(marked.every(({ x, y }) => x > 600 && y > 1360)).toBe(true)
    expect(artist.equals(await drawnBy('plain'))).toBe(true)
    // Art without a source in its metadata counts as a model's.
    expect(model.equals(await drawnBy())).toBe(true)
  })
})

it('keeps every format of the most detailed card within its size budget', async () => {
  const team = getTeam('Miami Dolphins')!
  const words = { ...card, team, armor: getArmor('popcorn')!, tier: 'Star' as const }
  const art = await drawFigure(team, 'popcorn', '22')
  const front = await renderCard({ ...words, art, artType: 'image/png' })
  const getWeight = async (format: Format) => (await drawFormat(format, { ...words, front }, MEANS)).length
  expect(await getWeight('thumb-256')).toBeLessThan(24_000)
  expect(await getWeight('thumb-384')).toBeLessThan(20_481)
  for (const hero of ['thumb-512', 'thumb-720'] as const) expect(await getWeight(hero)).toBeLessThan(121_000)
  expect(await getWeight('share')).toBeLessThan(300_000)
})

it('fails for an invalid front, and draws the next one', async () => {
  await expect(drawFormat('share', { ...card, front: new Uint8Array([1, 2, 3]) }, MEANS)).rejects.toThrow()
  expect(getImageSize(await drawFormat('thumb-256', card, MEANS))).toEqual(FORMATS['thumb-256'])
})
