import { beforeAll, describe, expect, it } from 'vitest'
import { rgbOf } from '#shared/design/color.ts'
import { paletteOf } from '#shared/design/palette.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { type Tier, TIERS } from '#shared/domain/rarity.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cardPixels, differences, drawFigure, isIn } from './pictures.ts'
import { type Box, CARD, FOOT, GHOST, LINE, PLATE, STAGE, TAG } from '#worker/render/card-layout.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { metalOf } from '#worker/render/finish/tier-metal.ts'

const SERIAL = '4F7K-2Q9'
const team = getTeam('Green Bay Packers')!
const palette = paletteOf(team)

let picture: CardPicture
const jpegs = new Map<Tier, Uint8Array>()
const cards = new Map<Tier, Uint8ClampedArray>()
const cardOf = (tier: Tier): Uint8ClampedArray => cards.get(tier)!

beforeAll(async () => {
  picture = {
    art: await drawFigure(team, 'none', '22'),
    artType: 'image/png',
    playerName: 'Captain Quack',
    jerseyNumber: '22',
    team,
    armor: getArmor('none')!,
    stats: { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 },
    tier: 'Captain',
    serial: SERIAL,
  }
  for (const tier of TIERS) {
    jpegs.set(tier, await renderCard({ ...picture, tier }))
    cards.set(tier, await cardPixels(jpegs.get(tier)!))
  }
})

const draw = async (change: Partial<CardPicture>) => cardPixels(await renderCard({ ...picture, ...change }))

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height })
const shareIn = (area: Box, pixels: readonly { x: number; y: number }[]): number =>
  pixels.filter((pixel) => isIn(pixel, area)).length / (area.width * area.height)

/** Share of pixels in a box that are close to a color. */
function colorShare(pixels: Uint8ClampedArray, area: Box, color: string, tolerance = 24): number {
  const wanted = rgbOf(color)
  let found = 0
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = 4 * (y * CARD.width + x)
      if (wanted.every((channel, c) => Math.abs(pixels[at + c]! - channel) <= tolerance)) found++
    }
  }
  return found / (area.width * area.height)
}

const GROUNDS = [box(112, 400, 112, 240), box(800, 304, 128, 384)]
const LINE_BOX = box(LINE.left - 9, LINE.bottom - LINE.sizePx - 6, LINE.width + 16, LINE.sizePx + 24)
/** Inside of the figure, in whole blocks of a JPEG, so that nothing from beside it bleeds in. */
const FIGURE = [box(448, 272, 96, 96), box(432, 608, 128, 48)]
const FOOT_BOX = box(FOOT.left, STAGE.bottom + 10, FOOT.right - FOOT.left, CARD.height - STAGE.bottom - 14)
const MARK_BOX = box(FOOT.right - 30, STAGE.bottom + 10, 34, CARD.height - STAGE.bottom - 14)
const SERIAL_BOX = box(FOOT.left, STAGE.bottom + 10, FOOT.right - FOOT.left - 40, CARD.height - STAGE.bottom - 14)

describe('the foil', () => {
  it.each(TIERS)('of a %s lies on the ground on both sides of the player', async (tier) => {
    const changed = differences(cardOf(tier), await draw({ tier: null }))
    for (const ground of GROUNDS) expect(shareIn(ground, changed)).toBeGreaterThan(0.1)
  })

  it('of no tier lies on the player', () => {
    for (const tier of TIERS) {
      const changed = differences(cardOf(tier), cardOf('Captain'))
      for (const inside of FIGURE) expect(shareIn(inside, changed)).toBe(0)
    }
  })

  it('and the frame of each tier differ from those of all others in a small grey picture too', async () => {
    const grey = await Promise.all(TIERS.map(async (tier) => greyOf(await decodeRgba(jpegs.get(tier)!, 150, 210))))
    for (const [i, one] of grey.entries()) {
      for (const other of grey.slice(i + 1)) {
        const around = one.filter((_, at) => isAround(at % 150, Math.floor(at / 150)))
        const others = other.filter((_, at) => isAround(at % 150, Math.floor(at / 150)))
        const mean = around.reduce((sum, tone, at) => sum + Math.abs(tone - others[at]!), 0) / around.length
        expect(mean).toBeGreaterThan(10)
      }
    }
  })
})

/** Frame, and ground beside the head. */
const isAround = (x: number, y: number): boolean =>
  x < 5 || x >= 145 || y < 5 || (y > 50 && y < 100 && (x < 30 || x > 120))

function greyOf(pixels: Uint8ClampedArray): number[] {
  return Array.from({ length: pixels.length / 4 }, (_, i) => {
    const [red, green, blue] = pixels.subarray(4 * i, 4 * i + 3)
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  })
}

describe('the player', () => {
  /** The colors that a row shows from left to right, up to the middle. */
  const isChalkBeforeInk = (pixels: Uint8ClampedArray, y: number): boolean => {
    const brightness = Array.from({ length: 440 }, (_, i) => {
      const at = 4 * (y * CARD.width + 60 + i)
      return Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
    })
    const ring = brightness.findIndex((value) => value > 200)
    return ring > 0 && brightness.slice(ring, ring + 12).some((value) => value < 40)
  }

  it('is cut out with a ring of light and, inside of it, one of ink', async () => {
    const card = await draw({ tier: null, stats: null })
    expect([330, 400, 660, 700, 740].filter((y) => !isChalkBeforeInk(card, y))).toEqual([])
  })
})

describe('the tag', () => {
  it.each(TIERS)('of a %s is a plate of its metal with letters on it', (tier) => {
    const tag = box(TAG.left + 8, TAG.top + 8, 90, 44)
    expect(colorShare(cardOf(tier), tag, metalOf(tier).light)).toBeGreaterThan(0.3)
    expect(colorShare(cardOf(tier), tag, '#0b0d0c', 60)).toBeGreaterThan(0.12)
  })
})

describe('at the foot', () => {
  it('stands the serial number, and nothing else depends on it', async () => {
    const changed = differences(cardOf('Captain'), await draw({ serial: '0000-000' }))
    expect(shareIn(SERIAL_BOX, changed)).toBeGreaterThan(0.05)
    expect(changed.filter(({ y }) => y < STAGE.bottom)).toEqual([])
  })

  it.each(TIERS)('can serial number and mark be made out on the frame of a %s', (tier) => {
    const ink = tier === 'Rookie' ? '#ffffff' : '#0b0d0c'
    for (const area of [MARK_BOX, SERIAL_BOX]) expect(colorShare(cardOf(tier), area, ink, 90)).toBeGreaterThan(0.05)
  })

  it('stands the mark alone on a card without a number', async () => {
    const bare = await draw({ serial: null })
    expect(colorShare(bare, MARK_BOX, '#0b0d0c', 90)).toBeGreaterThan(0.05)
    expect(colorShare(bare, SERIAL_BOX, '#0b0d0c', 90)).toBeLessThan(0.01)
    expect(shareIn(FOOT_BOX, differences(bare, cardOf('Captain')))).toBeGreaterThan(0.05)
  })
})

describe('behind the player', () => {
  it('stands the number, hollow', async () => {
    const changed = differences(cardOf('Captain'), await draw({ jerseyNumber: '' }))
    const ghost = box(760, 150, 190, 420)
    expect(shareIn(ghost, changed)).toBeGreaterThan(0.08)
    expect(shareIn(ghost, changed)).toBeLessThan(0.6)
    // The position follows from the number: the line below the name changes too.
    const elsewhere = changed.filter((pixel) => !isIn(pixel, LINE_BOX))
    expect(elsewhere.filter(({ x, y }) => y > STAGE.top + GHOST.roomHeight + 16 || x > STAGE.right + 16)).toEqual([])
  })

  it('keeps a number of eight characters within the window', async () => {
    const changed = differences(await draw({ jerseyNumber: '88888888' }), await draw({ jerseyNumber: '' }))
    expect(changed.length).toBeGreaterThan(3000)
    expect(changed.every(({ x, y }) => x >= STAGE.left - 16 && x <= STAGE.right + 16 && y > STAGE.top)).toBe(true)
  })

  it('are yard marks down both sides', () => {
    for (const left of [52, 924]) {
      const marks = box(left, 300, 20, 340)
      const bright = colorShare(cardOf('Rookie'), marks, '#ffffff', 140)
      expect(bright).toBeGreaterThan(0.05)
      expect(bright).toBeLessThan(0.3)
    }
  })
})

describe('the plate', () => {
  it("has a stripe in the team's color along its slanted edge", () => {
    const middle = (PLATE.leftTop + PLATE.rightTop) / 2 - PLATE.stripe
    expect(colorShare(cardOf('Captain'), box(496, middle + 10, 8, 12), palette.trim)).toBe(1)
    const atLeft = box(60, PLATE.leftTop - PLATE.stripe + 8, 8, 12)
    expect(colorShare(cardOf('Captain'), atLeft, palette.trim)).toBe(1)
  })

  it('has the color of the team below its words', () => {
    const free = box(880, 1190, 48, 32)
    expect(colorShare(cardOf('Captain'), free, palette.plate, 40)).toBeGreaterThan(0.9)
  })
})
