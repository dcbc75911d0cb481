import { beforeAll, describe, expect, it } from 'vitest'
import { toRgb } from '#shared/design/color.ts'
import { toPalette } from '#shared/design/palette.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { type Tier, TIERS } from '#shared/domain/rarity.ts'
import { getTeam } from '#shared/domain/team.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { cardPixels, differences, differingShare, drawFigure, isIn } from './pictures.ts'
import { type Box, CARD, FOOT, GHOST, LINE, PLATE, STAGE, TAG } from '#worker/render/card-layout.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { getMetal } from '#worker/render/finish/tier-metal.ts'

const SERIAL = '4F7K-2Q9'
const team = getTeam('Green Bay Packers')!
const palette = toPalette(team)

let picture: CardPicture
const jpegs = new Map<Tier, Uint8Array>()
const cards = new Map<Tier, Uint8ClampedArray>()
/** A card without tier and stats. */
let bare: Uint8ClampedArray
/** A card without the number, and thus without the position in the line below the name. */
let unnumbered: Uint8ClampedArray
const getCard = (tier: Tier): Uint8ClampedArray => cards.get(tier)!

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
  bare = await draw({ tier: null, stats: null })
  unnumbered = await draw({ jerseyNumber: '' })
})

const draw = async (change: Partial<CardPicture>) => cardPixels(await renderCard({ ...picture, ...change }))

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height })
const shareIn = (area: Box, pixels: readonly { x: number; y: number }[]): number =>
  pixels.filter((pixel) => isIn(pixel, area)).length / (area.width * area.height)

/** Share of pixels in a box that are close to a color. */
function colorShare(pixels: Uint8ClampedArray, area: Box, color: string, tolerance = 24): number {
  const wanted = toRgb(color)
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
/** Inside the figure, aligned to JPEG blocks, so that nothing bleeds in from outside. */
const FIGURE = [box(448, 272, 96, 96), box(432, 608, 128, 48)]
const FOOT_BOX = box(FOOT.left, STAGE.bottom + 10, FOOT.right - FOOT.left, CARD.height - STAGE.bottom - 14)
const MARK_BOX = box(FOOT.right - 30, STAGE.bottom + 10, 34, CARD.height - STAGE.bottom - 14)
const SERIAL_BOX = box(FOOT.left, STAGE.bottom + 10, FOOT.right - FOOT.left - 40, CARD.height - STAGE.bottom - 14)

describe('the foil layer', () => {
  it("draws every tier's foil on the background on both sides of the player", () => {
    const shares = TIERS.flatMap((tier) => GROUNDS.map((ground) => differingShare(getCard(tier), bare, ground)))
    expect(Math.min(...shares)).toBeGreaterThan(0.1)
  })

  it("keeps every tier's foil off the player", () => {
    for (const tier of TIERS) {
      for (const inside of FIGURE) expect(differingShare(getCard(tier), getCard('Captain'), inside)).toBe(0)
    }
  })

  it('keeps tiers distinguishable in a small grayscale image', async () => {
    const gray = await Promise.all(TIERS.map(async (tier) => toGray(await decodeRgba(jpegs.get(tier)!, 150, 210))))
    for (const [i, one] of gray.entries()) {
      for (const other of gray.slice(i + 1)) {
        const around = one.filter((_, at) => isAround(at % 150, Math.floor(at / 150)))
        const others = other.filter((_, at) => isAround(at % 150, Math.floor(at / 150)))
        const mean = around.reduce((sum, tone, at) => sum + Math.abs(tone - others[at]!), 0) / around.length
        expect(mean).toBeGreaterThan(10)
      }
    }
  })
})

/** Frame, and background beside the head. */
const isAround = (x: number, y: number): boolean =>
  x < 5 || x >= 145 || y < 5 || (y > 50 && y < 100 && (x < 30 || x > 120))

function toGray(pixels: Uint8ClampedArray): number[] {
  return Array.from({ length: pixels.length / 4 }, (_, i) => {
    const [red, green, blue] = pixels.subarray(4 * i, 4 * i + 3)
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  })
}

describe('the player layer', () => {
  /** True if a light pixel comes before a dark one, from left to right, in the left half of a row. */
  const isChalkBeforeInk = (pixels: Uint8ClampedArray, y: number): boolean => {
    const brightness = Array.from({ length: 440 }, (_, i) => {
      const at = 4 * (y * CARD.width + 60 + i)
      return Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
    })
    const ring = brightness.findIndex((value) => value > 200)
    return ring > 0 && brightness.slice(ring, ring + 12).some((value) => value < 40)
  }

  it('outlines the player with a light ring and an ink ring inside it', () => {
    expect([330, 400, 660, 700, 740].filter((y) => !isChalkBeforeInk(bare, y))).toEqual([])
  })
})

describe('the tier tag', () => {
  it("draws every tier's tag as a metallic plate with text", async () => {
    const tag = box(TAG.left + 8, TAG.top + 8, 90, 44)
    const offenders = await findOffenders(TIERS, String, (tier) => {
      expect(colorShare(getCard(tier), tag, getMetal(tier).light)).toBeGreaterThan(0.3)
      expect(colorShare(getCard(tier), tag, '#0b0d0c', 60)).toBeGreaterThan(0.12)
    })
    expect(offenders).toEqual([])
  })
})

describe('the footer', () => {
  it('prints the serial number in the footer, and changes nothing else', async () => {
    const changed = differences(getCard('Captain'), await draw({ serial: '0000-000' }))
    expect(shareIn(SERIAL_BOX, changed)).toBeGreaterThan(0.05)
    expect(changed.filter(({ y }) => y < STAGE.bottom)).toEqual([])
  })

  it("keeps serial number and mark readable on every tier's frame", async () => {
    const offenders = await findOffenders(TIERS, String, (tier) => {
      const ink = tier === 'Rookie' ? '#ffffff' : '#0b0d0c'
      for (const area of [MARK_BOX, SERIAL_BOX]) expect(colorShare(getCard(tier), area, ink, 90)).toBeGreaterThan(0.05)
    })
    expect(offenders).toEqual([])
  })

  it('prints only the mark on a card without a serial number', async () => {
    const unmarked = await draw({ serial: null })
    expect(colorShare(unmarked, MARK_BOX, '#0b0d0c', 90)).toBeGreaterThan(0.05)
    expect(colorShare(unmarked, SERIAL_BOX, '#0b0d0c', 90)).toBeLessThan(0.01)
    expect(differingShare(unmarked, getCard('Captain'), FOOT_BOX)).toBeGreaterThan(0.05)
  })
})

describe('the background', () => {
  it('draws the outlined jersey number behind the player', () => {
    const changed = differences(getCard('Captain'), unnumbered)
    const ghost = box(760, 150, 190, 420)
    expect(shareIn(ghost, changed)).toBeGreaterThan(0.08)
    expect(shareIn(ghost, changed)).toBeLessThan(0.6)
    // The position is derived from the number: the line below the name changes too.
    const elsewhere = changed.filter((pixel) => !isIn(pixel, LINE_BOX))
    expect(elsewhere.filter(({ x, y }) => y > STAGE.top + GHOST.roomHeight + 16 || x > STAGE.right + 16)).toEqual([])
  })

  it('keeps an eight-character number within the window', async () => {
    const changed = differences(await draw({ jerseyNumber: '88888888' }), unnumbered)
    expect(changed.length).toBeGreaterThan(3000)
    expect(changed.every(({ x, y }) => x >= STAGE.left - 16 && x <= STAGE.right + 16 && y > STAGE.top)).toBe(true)
  })

  it('draws yard lines down both sides', () => {
    for (const left of [52, 924]) {
      const marks = box(left, 300, 20, 340)
      const bright = colorShare(getCard('Rookie'), marks, '#ffffff', 140)
      expect(bright).toBeGreaterThan(0.05)
      expect(bright).toBeLessThan(0.3)
    }
  })
})

describe('the name plate', () => {
  it("draws a team-colored stripe along the plate's slanted edge", () => {
    const middle = (PLATE.leftTop + PLATE.rightTop) / 2 - PLATE.stripe
    expect(colorShare(getCard('Captain'), box(496, middle + 10, 8, 12), palette.trim)).toBe(1)
    const atLeft = box(60, PLATE.leftTop - PLATE.stripe + 8, 8, 12)
    expect(colorShare(getCard('Captain'), atLeft, palette.trim)).toBe(1)
  })

  it("fills the plate with the team's color below the text", () => {
    const free = box(880, 1190, 48, 32)
    expect(colorShare(getCard('Captain'), free, palette.plate, 40)).toBeGreaterThan(0.9)
  })
})
