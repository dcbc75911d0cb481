import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import type { Source } from '#shared/domain/making.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import { drawFormat } from '#worker/render/formats/draw.ts'
import { type FinishedCard, type Format, FORMAT_NAMES, FORMATS } from '#worker/render/formats/format.ts'
import { noFonts } from '#worker/graphics/script-fonts.ts'
import { sizeOf } from '../../../support/size-of.ts'
import { cardPixels, differences, drawFigure } from './pictures.ts'

vi.setConfig({ testTimeout: 120_000 })

const stats: Stats = { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 20 }
const MEANS = { site: 'cards.example', loadFont: noFonts }
type Box = readonly [left: number, top: number, width: number, height: number]

/** An unmistakable front: magenta. */
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

const drawn = new Map<Format, Promise<Pixels>>()

/** Draws a format of the card, or of a changed one. The card as it is is drawn once. */
function pixels(format: Format, change?: Partial<FinishedCard>): Promise<Pixels> {
  if (change !== undefined) return drawPixels(format, change)
  const picture = drawn.get(format) ?? drawPixels(format)
  drawn.set(format, picture)
  return picture
}

async function drawPixels(format: Format, change: Partial<FinishedCard> = {}) {
  const { width, height } = FORMATS[format]
  const data = await decodeRgba(await drawFormat(format, { ...card, ...change }, MEANS), width, height)
  const colorAt = (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]
  const share = ([left, top, wide, high]: Box, isInk: (color: number[]) => boolean) => {
    let ink = 0
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) if (isInk(colorAt(x, y))) ink++
    return ink / (wide * high)
  }
  return { colorAt, share, data }
}
type Pixels = Awaited<ReturnType<typeof drawPixels>>

const isMagenta = ([r, g, b]: number[]) => r! > 200 && g! < 60 && b! > 200
const isWhite = (color: number[]) => Math.min(...color) > 215
/** The second color of the Packers, which fills the bars. */
const isGold = ([r, g, b]: number[]) => r! > 200 && g! > 140 && b! < 90

/** Share of a box that differs between two pictures. */
const changed = (one: Pixels, other: Pixels, box: Box): number => countChanged(one, other, box) / (box[2] * box[3])

function countChanged(one: Pixels, other: Pixels, [left, top, wide, high]: Box): number {
  let count = 0
  for (let y = top; y < top + high; y++)
    for (let x = left; x < left + wide; x++) {
      const [a, b] = [one.colorAt(x, y), other.colorAt(x, y)]
      if (Math.max(...a.map((channel, i) => Math.abs(channel - b[i]!))) > 60) count++
    }
  return count
}

describe.each(FORMAT_NAMES)('%s', (format) => {
  it('is a picture of its size, the same byte for byte from the same card', async () => {
    const [one, other] = [await drawFormat(format, card, MEANS), await drawFormat(format, card, MEANS)]
    expect(sizeOf(one)).toEqual(FORMATS[format])
    expect(one).toEqual(other)
  })

  it('is drawn of a card without stats, number and name', async () => {
    const bare = { stats: null, tier: null, jerseyNumber: '', playerName: '', serial: null }
    expect(sizeOf(await drawFormat(format, { ...card, ...bare }, MEANS))).toEqual(FORMATS[format])
  })
})

describe('the share picture', () => {
  const SQUARE: Box = [285, 0, 630, 630]
  const OVERALL: Box = [56, 120, 240, 230]
  const TIER: Box = [56, 430, 170, 60]

  it('has the whole card in the square in its middle, with round corners', async () => {
    const { colorAt, share } = await pixels('share')
    expect(share(SQUARE, isMagenta) * 630 * 630).toBeGreaterThan(0.97 * 416 * 582)
    expect(isMagenta(colorAt(600, 315))).toBe(true)
    expect(isMagenta(colorAt(394, 26))).toBe(false)
    expect(share([0, 0, 285, 630], isMagenta) + share([915, 0, 285, 630], isMagenta)).toBe(0)
  })

  it('shows overall number and tier on the left, and a bar as long as each stat is high on the right', async () => {
    const { share } = await pixels('share')
    expect(share(OVERALL, isWhite)).toBeGreaterThan(0.2)
    expect(share(TIER, ([r, g, b]) => r! > 220 && g! > 210 && b! > 160)).toBeGreaterThan(0.3)
    const lengths = [0, 1, 2, 3, 4].map((row) => share([856, 72 + row * 101, 288, 70], isGold))
    for (const [i, value] of [84, 92, 97, 95, 20].entries())
      expect(lengths[i]! / lengths[2]!).toBeCloseTo(value / 97, 1)
  })

  it('of a card without stats shows its number instead', async () => {
    const bare = await pixels('share', { stats: null, tier: null })
    expect(bare.share([856, 72, 288, 470], isGold)).toBe(0)
    expect(bare.share(OVERALL, isWhite)).toBeGreaterThan(0.1)
  })
})

describe('the story', () => {
  it('keeps the card and all words clear of the first and the last 250 pixels', async () => {
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

  it('shows the nickname and where such cards are made', async () => {
    const [one, other] = [await pixels('story'), await pixels('story', { playerName: 'Zed' })]
    expect(one.share([115, 1458, 608, 92], isWhite)).toBeGreaterThan(0.1)
    expect(changed(one, other, [115, 1458, 608, 92])).toBeGreaterThan(0.1)
    expect(one.share([115, 1625, 608, 45], isGold)).toBeGreaterThan(0.03)
  })

  it('asks for a vote where there is a page to vote on, and for a card from who sees a draft', async () => {
    const CALL: Box = [115, 1560, 608, 56]
    const at = 'https://cards.example/card/c1'
    const [draft, one, other] = [
      await pixels('story'),
      await pixels('story', { pageUrl: at, isPublic: true }),
      await pixels('story', { pageUrl: `${at}2`, isPublic: true }),
    ]
    expect(changed(one, other, CALL)).toBe(0)
    expect(changed(draft, one, CALL)).toBeGreaterThan(0.05)
  })

  it('leads to the page of the card by a code that stands on white', async () => {
    const CODE: Box = [765, 1462, 200, 200]
    const [bare, coded] = [await pixels('story'), await pixels('story', { pageUrl: 'https://cards.example/card/c1' })]
    expect(bare.share([115, 1560, 608, 56], isWhite)).toBeGreaterThan(0.1)
    expect(coded.share([115, 1560, 608, 56], isWhite)).toBeGreaterThan(0.1)
    expect(bare.share(CODE, isWhite)).toBe(0)
    expect(coded.share(CODE, isWhite)).toBeGreaterThan(0.4)
    expect(coded.share(CODE, isWhite)).toBeLessThan(0.8)
  })
})

describe('the back', () => {
  const CREST: Box = [476, 96, 420, 440]
  const NAME: Box = [104, 548, 792, 120]

  it('has ink wherever something belongs', async () => {
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

  it.each([
    ['number', { jerseyNumber: '7' }, CREST],
    ['nickname', { playerName: 'Zed' }, NAME],
    ['gear', { armor: getArmor('none')! }, [104, 676, 792, 44]],
    ['serial number', { serial: null }, [600, 1366, 340, 34]],
    ['tier', { tier: 'Rookie' }, [0, 0, 1000, 24]],
    ['roll when the stats were edited', { rolledStats: { ...stats, accuracy: 100 } }, [104, 478, 360, 40]],
  ] as const)('shows another %s', async (_what, change, box) => {
    const [one, other] = [await pixels('back'), await pixels('back', change)]
    expect(changed(one, other, box)).toBeGreaterThan(0.02)
    const outside: Box = [104, 760, 792, 440]
    expect(countChanged(one, other, outside)).toBe(0)
  })
})

describe('the engine in a file’s metadata', () => {
  it.each([
    ['share', [856, 570, 288, 40], [0, 0, 1200, 560]],
    ['back', [104, 1244, 792, 80], [104, 0, 792, 1240]],
  ] as const)('stands on the %s, and changes nothing else', async (format, words, rest) => {
    const [one, other] = [await pixels(format, { source: 'trained' }), await pixels(format, { source: 'computed' })]
    expect(changed(one, other, words)).toBeGreaterThan(0.005)
    expect(countChanged(one, other, rest)).toBe(0)
  })

  it('is marked on the foot of the card when a model did, and only then', async () => {
    const art = await drawFigure(card.team, 'duck', '22')
    const drawnBy = async (source?: Source) =>
      cardPixels(await renderCard({ ...card, art, artType: 'image/png', ...(source && { source }) }))
    const [model, artist] = [await drawnBy('trained'), await drawnBy('computed')]
    // Only our own artist's players stand before the upper edge of the frame.
    const marked = differences(model, artist).filter(({ y }) => y > 1240)
    expect(marked.length).toBeGreaterThan(100)
    expect(marked.every(({ x, y }) => x > 600 && y > 1360)).toBe(true)
    expect(differences(artist, await drawnBy('plain'))).toEqual([])
    // A file without an engine is taken for a model's.
    expect(differences(model, await drawnBy())).toEqual([])
  })
})

it('of the busiest card there is, no picture weighs more than its place allows', async () => {
  const team = getTeam('Miami Dolphins')!
  const words = { ...card, team, armor: getArmor('popcorn')!, tier: 'Star' as const }
  const art = await drawFigure(team, 'popcorn', '22')
  const front = await renderCard({ ...words, art, artType: 'image/png' })
  const weightOf = async (format: Format) => (await drawFormat(format, { ...words, front }, MEANS)).length
  expect(await weightOf('thumb-256')).toBeLessThan(24_000)
  expect(await weightOf('thumb-384')).toBeLessThan(20_481)
  for (const hero of ['thumb-512', 'thumb-720'] as const) expect(await weightOf(hero)).toBeLessThan(121_000)
  expect(await weightOf('share')).toBeLessThan(300_000)
})

it('of a front that is no picture, nothing is drawn, and the next one is', async () => {
  await expect(drawFormat('share', { ...card, front: new Uint8Array([1, 2, 3]) }, MEANS)).rejects.toThrow()
  expect(sizeOf(await drawFormat('thumb-256', card, MEANS))).toEqual(FORMATS['thumb-256'])
})
