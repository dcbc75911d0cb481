import { beforeAll, describe, expect, it } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { getOverall, STATS, type Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { findOffenders } from '../../../support/offenders.ts'
import {
  cardPixels,
  differences,
  differingShare,
  drawFigure,
  drawName,
  isIn,
  plainPicture,
  whiteShare,
} from './pictures.ts'
import { type Box, CARD, OVERALL_BOX, STAT_BOXES, TAG } from '#worker/render/card-layout.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'

const packers = getTeam('Green Bay Packers')!
const duck = getArmor('duck')!
const stats: Stats = { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 }

let picture: CardPicture
let jpeg: Uint8Array
let card: Uint8ClampedArray

beforeAll(async () => {
  const art = await drawFigure(packers, 'duck', '22')
  picture = {
    art,
    artType: 'image/png',
    playerName: 'Captain Quack',
    jerseyNumber: '22',
    team: packers,
    armor: duck,
    stats,
    tier: 'Legend',
  }
  jpeg = await renderCard(picture)
  card = await cardPixels(jpeg)
})

const draw = async (change: Partial<CardPicture>): Promise<Uint8ClampedArray> =>
  cardPixels(await renderCard({ ...picture, ...change }))

const allBoxes = [OVERALL_BOX, ...Object.values(STAT_BOXES)]
const boxAround = (left: number, top: number, size = 40) => ({ left, top, width: size, height: size })

/** Share of a box's pixels that differ from the first card, 0 to 1. */
const changedShare = (other: Uint8ClampedArray, box: Box) => differingShare(card, other, box)

const NAME_BOX = { left: 80, top: 1040, width: 850, height: 145 }
const GROUND_BESIDE = { left: 112, top: 400, width: 112, height: 240 }
const TAG_BOX = { left: TAG.left, top: TAG.top, width: 80, height: TAG.sizePx }
const FRAME = [boxAround(480, 4, 20), boxAround(976, 700, 20), boxAround(4, 900, 20), boxAround(480, 1376, 20)]
/** Inside the figure, the head and the number, aligned to JPEG blocks. */
const FIGURE = [
  { left: 448, top: 272, width: 96, height: 96 },
  { left: 432, top: 608, width: 128, height: 48 },
]
const LINE_BOX = { left: 80, top: 1190, width: 850, height: 50 }

describe('a rendered card', () => {
  it('renders a JPEG of 1000 x 1400 pixels', () => {
    expect(jpeg.slice(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))
    const frame = jpeg.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(jpeg[i + 1]!))
    const view = new DataView(jpeg.buffer, jpeg.byteOffset + frame + 5, 4)
    expect([view.getUint16(2), view.getUint16(0)]).toEqual([CARD.width, CARD.height])
  })

  it("prints a number in each of the card's six boxes", () => {
    for (const box of allBoxes) expect(whiteShare(card, box)).toBeGreaterThan(0.04)
  })

  it('aligns the boxes to the 16 px grid, without overlap and wide enough for 100', async () => {
    for (const [i, box] of allBoxes.entries()) {
      for (const side of Object.values(box)) expect(side % 16).toBe(0)
      for (const other of allBoxes.slice(i + 1)) {
        const apart =
          box.left + box.width <= other.left ||
          other.left + other.width <= box.left ||
          box.top >= other.top + other.height
        expect(apart || other.top >= box.top + box.height).toBe(true)
      }
    }
    const full: Stats = { strength: 100, agility: 100, touchdownPower: 100, leadership: 100, accuracy: 100 }
    const [top, bottom] = [await draw({ stats: full }), await draw({ stats: { ...full, strength: 0, accuracy: 0 } })]
    for (const box of allBoxes) expect(whiteShare(top, box)).toBeGreaterThan(0.04)
    const outside = [...differences(card, top), ...differences(card, bottom)].filter(
      (pixel) => !allBoxes.some((box) => isIn(pixel, box)),
    )
    expect(outside).toEqual([])
  })

  it('changes only its box and the overall number when a stat is edited', async () => {
    const offenders = await findOffenders(
      STATS,
      ({ name }) => name,
      async ({ name }) => {
        const edited = { ...stats, [name]: 8 }
        expect(getOverall(edited)).not.toBe(getOverall(stats))
        const changed = differences(card, await draw({ stats: edited }))
        expect(changed.filter((pixel) => isIn(pixel, STAT_BOXES[name])).length).toBeGreaterThan(300)
        expect(changed.filter((pixel) => isIn(pixel, OVERALL_BOX)).length).toBeGreaterThan(1000)
        expect(changed.filter((pixel) => !isIn(pixel, STAT_BOXES[name]) && !isIn(pixel, OVERALL_BOX))).toEqual([])
      },
    )
    expect(offenders).toEqual([])
  })

  it('keeps player, number, name, team line and stadium when an edit changes the tier', async () => {
    const edited = await draw({ tier: 'Rookie', rolledTier: 'Legend' })
    for (const box of [...FIGURE, NAME_BOX, LINE_BOX]) expect(changedShare(edited, box)).toBe(0)
    for (const box of [...FRAME, TAG_BOX, GROUND_BESIDE]) expect(changedShare(edited, box)).toBeGreaterThan(0.1)
    const rolled = await draw({ tier: 'Rookie' })
    expect(differingShare(rolled, edited, GROUND_BESIDE)).toBeGreaterThan(0)
    for (const box of [...FRAME, TAG_BOX]) expect(differingShare(rolled, edited, box)).toBe(0)
  })

  it('keeps the overall number when the average stays the same', async () => {
    const swapped = differences(card, await draw({ stats: { ...stats, strength: 85, agility: 91 } }))
    expect(swapped.length).toBeGreaterThan(0)
    expect(swapped.filter((pixel) => isIn(pixel, OVERALL_BOX))).toEqual([])
  })

  it('prints "Player" for an empty nickname', async () => {
    expect(differences(await drawName(''), await drawName('Player'))).toEqual([])
    expect(differences(await drawName(''), await drawName('Captain Quack')).length).toBeGreaterThan(4000)
  })

  it('prints the city and the gear', async () => {
    const other = await draw({ armor: getArmor('none')! })
    expect(changedShare(other, LINE_BOX)).toBeGreaterThan(0.01)
    expect(changedShare(other, NAME_BOX)).toBe(0)
  })

  it("draws the tier's frame on all sides", async () => {
    for (const tier of ['Star', 'Captain', 'Starter', 'Rookie', null] as const) {
      const other = await draw({ tier })
      for (const box of FRAME) expect(changedShare(other, box)).toBeGreaterThan(0.9)
    }
  })

  it('omits stats, overall number and tag for a card without stats', async () => {
    const bare = await draw({ stats: null, tier: null })
    // Further right, the box overlaps the light ring around the player.
    expect(whiteShare(bare, { ...OVERALL_BOX, width: 144 })).toBe(0)
    for (const box of Object.values(STAT_BOXES)) {
      expect(whiteShare(bare, { ...box, top: 1310, height: 48 })).toBe(0)
    }
  })
})

describe('art on a card', () => {
  const GROUND = boxAround(700, 860)
  const CORNER = boxAround(120, 700)

  it.each(['png', 'jpeg'] as const)('fills the window with opaque %s art', async (format) => {
    const filled = await draw({ art: await plainPicture('#3366cc', format), artType: `image/${format}` })
    for (const [x, y] of [
      [60, 500],
      [940, 500],
      [500, 60],
    ] as const) {
      const at = 4 * (y * CARD.width + x)
      expect(filled[at + 2]! - filled[at]!).toBeGreaterThan(80)
    }
  })

  it("draws cutout art on the team's background", async () => {
    const other = await draw({ team: getTeam('Kansas City Chiefs')! })
    expect(changedShare(other, CORNER)).toBeGreaterThan(0.9)
    expect(changedShare(other, GROUND)).toBeLessThan(changedShare(other, CORNER))
  })

  it('rejects invalid art, and renders the next card byte for byte as before', async () => {
    await expect(renderCard({ ...picture, art: new Uint8Array([1, 2, 3]) })).rejects.toThrow()
    expect(Buffer.from(await renderCard(picture)).equals(jpeg)).toBe(true)
  })
})

describe('hostile text on a card', () => {
  const PLATE = { left: 64, top: 1024, width: 880, height: 176 }

  it('keeps wide letters on the plate and a long number behind the player', async () => {
    const changed = differences(card, await draw({ playerName: 'W'.repeat(64), jerseyNumber: '<b>\u0301🏈' }))
    const line = { left: 80, top: 1176, width: 880, height: 72 }
    expect(changed.filter((pixel) => isIn(pixel, PLATE)).length).toBeGreaterThan(4000)
    expect(changed.every((pixel) => pixel.y < 1024 || isIn(pixel, PLATE) || isIn(pixel, line))).toBe(true)
  })
})
