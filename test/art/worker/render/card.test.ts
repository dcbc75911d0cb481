import { beforeAll, describe, expect, it } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { overallOf, STATS, type Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cardPixels, differences, drawFigure, isIn, plainPicture, whiteShare } from './pictures.ts'
import { CARD, OVERALL_BOX, STAT_BOXES, TAG } from '#worker/render/card-layout.ts'
import { type CardPicture, renderCard } from '#worker/render/card/card.ts'

const packers = getTeam('Green Bay Packers')!
const duck = getArmor('duck')!
const stats: Stats = { strength: 84, agility: 92, touchdownPower: 97, leadership: 95, accuracy: 93 }

let picture: CardPicture
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
  card = await draw({})
})

const draw = async (change: Partial<CardPicture>): Promise<Uint8ClampedArray> =>
  cardPixels(await renderCard({ ...picture, ...change }))

const allBoxes = [OVERALL_BOX, ...Object.values(STAT_BOXES)]
const boxAround = (left: number, top: number, size = 40) => ({ left, top, width: size, height: size })

/** Share of pixels in a box that changed from the first card, 0 to 1. */
const changedShare = (other: Uint8ClampedArray, box: { left: number; top: number; width: number; height: number }) =>
  differences(card, other).filter((pixel) => isIn(pixel, box)).length / (box.width * box.height)

const WHOLE = { left: 0, top: 0, ...CARD }
const NAME_BOX = { left: 80, top: 1040, width: 850, height: 145 }
const GROUND_BESIDE = { left: 112, top: 400, width: 112, height: 240 }
const TAG_BOX = { left: TAG.left, top: TAG.top, width: 80, height: TAG.sizePx }
const FRAME = [boxAround(480, 4, 20), boxAround(976, 700, 20), boxAround(4, 900, 20), boxAround(480, 1376, 20)]
/** Inside of the figure, the head and the number, in whole blocks of a JPEG. */
const FIGURE = [
  { left: 448, top: 272, width: 96, height: 96 },
  { left: 432, top: 608, width: 128, height: 48 },
]
const LINE_BOX = { left: 80, top: 1190, width: 850, height: 50 }

describe('a finished card', () => {
  it('is a JPEG of 1000 x 1400', async () => {
    const bytes = await renderCard(picture)
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))
    const frame = bytes.findIndex((byte, i) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(bytes[i + 1]!))
    const view = new DataView(bytes.buffer, bytes.byteOffset + frame + 5, 4)
    expect([view.getUint16(2), view.getUint16(0)]).toEqual([CARD.width, CARD.height])
  })

  it('comes out the same, byte for byte, from the same input', async () => {
    expect(await renderCard(picture)).toEqual(await renderCard(picture))
  })

  it('shows a number in each of its six boxes', () => {
    for (const box of allBoxes) expect(whiteShare(card, box)).toBeGreaterThan(0.04)
  })

  it('has its boxes on the 16 pixel grid, apart from each other and wide enough for 100', async () => {
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

  it.each(STATS.map(({ name }) => name))(
    'changes only its box and the overall number when %s is edited',
    async (name) => {
      const edited = { ...stats, [name]: 8 }
      expect(overallOf(edited)).not.toBe(overallOf(stats))
      const changed = differences(card, await draw({ stats: edited }))
      expect(changed.filter((pixel) => isIn(pixel, STAT_BOXES[name])).length).toBeGreaterThan(300)
      expect(changed.filter((pixel) => isIn(pixel, OVERALL_BOX)).length).toBeGreaterThan(1000)
      expect(changed.filter((pixel) => !isIn(pixel, STAT_BOXES[name]) && !isIn(pixel, OVERALL_BOX))).toEqual([])
    },
  )

  it('keeps the player, the number, the name and the team line when an edit changes the tier', async () => {
    const low: Stats = { strength: 8, agility: 9, touchdownPower: 10, leadership: 11, accuracy: 12 }
    const edited = await draw({ stats: low, tier: 'Rookie', rolledTier: 'Legend' })
    for (const box of [...FIGURE, NAME_BOX, LINE_BOX]) expect(changedShare(edited, box)).toBe(0)
    for (const box of [...FRAME, TAG_BOX, GROUND_BESIDE]) expect(changedShare(edited, box)).toBeGreaterThan(0.1)
  })

  it('keeps the stadium of the roll behind the player when the tier is another one', async () => {
    const [rolled, edited] = [await draw({ tier: 'Rookie' }), await draw({ tier: 'Rookie', rolledTier: 'Legend' })]
    const changed = differences(rolled, edited)
    expect(changed.some((pixel) => isIn(pixel, GROUND_BESIDE))).toBe(true)
    for (const box of [...FRAME, TAG_BOX]) expect(changed.some((pixel) => isIn(pixel, box))).toBe(false)
  })

  it('leaves the overall number alone when the mean stays', async () => {
    const swapped = differences(card, await draw({ stats: { ...stats, strength: 85, agility: 91 } }))
    expect(swapped.length).toBeGreaterThan(0)
    expect(swapped.filter((pixel) => isIn(pixel, OVERALL_BOX))).toEqual([])
  })

  it('shows Player for an empty nickname', async () => {
    expect(await renderCard({ ...picture, playerName: '' })).toEqual(
      await renderCard({ ...picture, playerName: 'Player' }),
    )
    expect(changedShare(await draw({ playerName: '' }), NAME_BOX)).toBeGreaterThan(0.1)
  })

  it('names the city and the gear', async () => {
    expect(changedShare(await draw({ armor: getArmor('none')! }), LINE_BOX)).toBeGreaterThan(0.01)
    expect(changedShare(await draw({ armor: getArmor('none')! }), NAME_BOX)).toBe(0)
  })

  it('wears the frame of its tier, all round', async () => {
    for (const tier of ['Star', 'Captain', 'Starter', 'Rookie', null] as const) {
      const other = await draw({ tier })
      for (const box of FRAME) expect(changedShare(other, box)).toBeGreaterThan(0.9)
    }
  })

  it('without stats has no row, no overall number and no tag', async () => {
    const bare = await draw({ stats: null, tier: null })
    // Further right the box reaches the light ring round the player.
    expect(whiteShare(bare, { ...OVERALL_BOX, width: 144 })).toBe(0)
    for (const box of Object.values(STAT_BOXES)) {
      expect(whiteShare(bare, { ...box, top: 1310, height: 48 })).toBe(0)
    }
  })
})

describe('the art on a card', () => {
  const GROUND = boxAround(700, 860)
  const CORNER = boxAround(120, 700)

  it.each(['png', 'jpeg'] as const)('fills the window when it is an opaque %s', async (format) => {
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

  it("stands on the team's ground when it is cut out", async () => {
    const other = await draw({ team: getTeam('Kansas City Chiefs')! })
    expect(changedShare(other, CORNER)).toBeGreaterThan(0.9)
    expect(changedShare(other, GROUND)).toBeLessThan(changedShare(other, CORNER))
  })

  it('is refused when it is no picture', async () => {
    await expect(renderCard({ ...picture, art: new Uint8Array([1, 2, 3]) })).rejects.toThrow()
    expect((await renderCard(picture)).length).toBeGreaterThan(50_000)
  })
})

describe('hostile words', () => {
  it.each([
    ['64 wide letters', 'W'.repeat(64)],
    ['an endless sentence', 'The Incredibly Long Nickname Of A Player Who Never Stops Talking'],
    ['emoji', '🏈🔥👨‍👩‍👧🇺🇸'],
    ['Arabic', 'مرحبا بالعالم'],
    ['Japanese', '日本語の名前'],
    ['piled up accents', 'Z̸̢a̶l̷g̵o̸ ͉̳ͅ'],
    ['direction overrides', '\u202eevil\u202c'],
    ['markup', '<b>&amp;"\'</text>'],
    ['half a pair', '\ud83c'],
  ])('%s are drawn on the plate and nowhere else', async (_kind, playerName) => {
    const other = await draw({ playerName })
    expect(whiteShare(other, NAME_BOX)).toBeGreaterThan(0.005)
    const changed = differences(card, other)
    const plate = { left: 64, top: 1024, width: 880, height: 176 }
    expect(changed.filter((pixel) => !isIn(pixel, plate))).toEqual([])
    expect(changedShare(other, WHOLE)).toBeLessThan(0.12)
  })

  it.each(['12345678', '🏈', '<b>', '\u0301'])('a jersey number %j does not break the card', async (jerseyNumber) => {
    const changed = differences(card, await draw({ jerseyNumber }))
    const line = { left: 80, top: 1176, width: 880, height: 72 }
    expect(changed.every((pixel) => pixel.y < 1024 || isIn(pixel, line))).toBe(true)
  })
})
