import { describe, expect, it } from 'vitest'
import { contrast, luminance, mix } from '#shared/design/color.ts'
import { CHALK, HALO_SHARE, INK, paletteOf, sideOf } from '#shared/design/palette.ts'
import { TIERS } from '#shared/domain/rarity.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { numberColors, worn } from '#worker/artist/player/index.ts'
import { frameStops } from '#worker/render/finish/frame.ts'
import { glitterOf } from '#worker/render/finish/glitter.ts'
import { metalOf } from '#worker/render/finish/tier-metal.ts'
import { offendersOf } from '../../support/offenders.ts'

const TEXT = 4.5
const OUTLINE = 3
const WHITE = '#ffffff'

const SHIRTS = TEAMS.map((team) => {
  const palette = paletteOf(team)
  /** The plate is lighter at its upper edge and darker at its foot. */
  const plates = [mix(palette.plate, WHITE, 0.12), palette.plate, mix(palette.plate, '#000000', 0.45)]
  return { team, palette, plates }
})
type Shirt = (typeof SHIRTS)[number]

/** Checks a property on the card of each team. */
const onEveryCard = (check: (shirt: Shirt) => unknown) => offendersOf(SHIRTS, ({ team }) => team.name, check)

describe('on the card of any team', () => {
  it('name and figures can be read all over the plate', async () => {
    const offenders = await onEveryCard(({ plates }) => {
      for (const plate of plates) expect(contrast(WHITE, plate)).toBeGreaterThanOrEqual(TEXT)
    })
    expect(offenders).toEqual([])
  })

  it('so can the words under the stats, which are white at four fifths', async () => {
    const offenders = await onEveryCard(({ plates }) => {
      const foot = plates[2]!
      expect(contrast(mix(foot, WHITE, 0.8), foot)).toBeGreaterThanOrEqual(TEXT)
    })
    expect(offenders).toEqual([])
  })

  it('the line with city and gear is read with ease', async () => {
    const offenders = await onEveryCard(({ palette, plates }) => {
      for (const plate of plates.slice(1)) expect(contrast(palette.line, plate)).toBeGreaterThanOrEqual(7)
    })
    expect(offenders).toEqual([])
  })

  it('the stripe stands out from the plate, and from the ink above it', async () => {
    const offenders = await onEveryCard(({ palette, plates }) => {
      for (const plate of plates) expect(contrast(palette.trim, plate)).toBeGreaterThanOrEqual(OUTLINE)
      expect(contrast(palette.trim, INK)).toBeGreaterThanOrEqual(OUTLINE)
    })
    expect(offenders).toEqual([])
  })

  it('the outline of player and jersey is seen on the ground, or else on the halo that lies between', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      const side = sideOf(palette.ground)
      const behind = palette.halo === '#000000' ? side : mix(side, palette.halo, HALO_SHARE)
      expect(contrast(INK, behind)).toBeGreaterThanOrEqual(OUTLINE)
    })
    expect(offenders).toEqual([])
  })

  it('the ring round the outline is told from the ink, and one of the two from any ground, however alike the colors', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      expect(contrast(CHALK, INK)).toBeGreaterThanOrEqual(OUTLINE)
      for (const ground of [palette.ground, sideOf(palette.ground), mix(palette.ground, WHITE, 0.25)]) {
        expect(Math.max(contrast(CHALK, ground), contrast(INK, ground))).toBeGreaterThanOrEqual(OUTLINE)
      }
    })
    expect(offenders).toEqual([])
  })

  it('the light behind the head is told from the ground it fades into', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      expect(contrast(palette.burst, palette.ground)).toBeGreaterThanOrEqual(palette.burst === WHITE ? 1.5 : 2.5)
    })
    expect(offenders).toEqual([])
  })

  it('the number on the jersey is read against what is next to it', async () => {
    const offenders = await onEveryCard(({ team }) => {
      const { face, keyline, edge } = numberColors(worn(team))
      expect(contrast(face, keyline ?? edge)).toBeGreaterThanOrEqual(TEXT)
    })
    expect(offenders).toEqual([])
  })

  it('the number behind the player can be made out', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      expect(contrast(palette.ghost, palette.ground)).toBeGreaterThanOrEqual(1.5)
    })
    expect(offenders).toEqual([])
  })

  it('every foil shines on the ground', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      for (const tier of TIERS.filter((tier) => tier !== 'Legend')) {
        const [red, green, blue] = glitterOf(tier, palette.ground).shine.rgb
        const shine = `#${[red!, green!, blue!].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
        expect(contrast(shine, mix(palette.ground, '#000000', 0.25))).toBeGreaterThanOrEqual(2.3)
      }
    })
    expect(offenders).toEqual([])
  })
})

describe('the overall number', () => {
  it('is read by its outline of ink, whatever the ground', () => {
    expect(contrast(WHITE, INK)).toBeGreaterThanOrEqual(TEXT)
  })
})

describe('a card of any tier', () => {
  it('has a tag that can be read and whose edge is seen', () => {
    expect(TIERS.filter((tier) => contrast(INK, metalOf(tier).light) < TEXT)).toEqual([])
  })

  it('has small print that can be read on its frame', () => {
    const isHard = (tier: (typeof TIERS)[number]) =>
      contrast(tier === 'Rookie' ? WHITE : INK, frameStops(tier).at(-1)![1]) < TEXT
    expect(TIERS.filter(isHard)).toEqual([])
  })
})

describe('the tiers', () => {
  it('are told apart without color: each frame is lighter or darker than its neighbours', () => {
    const tones = TIERS.map((tier) => luminance(metalOf(tier).body))
    for (const [i, tone] of tones.slice(1, 3).entries()) expect(tone).toBeGreaterThan(1.3 * tones[i]!)
  })
})
