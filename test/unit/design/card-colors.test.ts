import { describe, expect, it } from 'vitest'
import { contrast, luminance, mix } from '#shared/design/color.ts'
import { CHALK, HALO_SHARE, INK, toPalette, toSideColor } from '#shared/design/palette.ts'
import { TIERS } from '#shared/domain/rarity.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { numberColors, worn } from '#worker/artist/player/index.ts'
import { frameStops } from '#worker/render/finish/frame.ts'
import { getGlitter } from '#worker/render/finish/glitter.ts'
import { getMetal } from '#worker/render/finish/tier-metal.ts'
import { findOffenders } from '../../support/offenders.ts'

const TEXT = 4.5
const OUTLINE = 3
const WHITE = '#ffffff'

const SHIRTS = TEAMS.map((team) => {
  const palette = toPalette(team)
  /** The plate is lighter at its upper edge and darker at its lower edge. */
  const plates = [mix(palette.plate, WHITE, 0.12), palette.plate, mix(palette.plate, '#000000', 0.45)]
  return { team, palette, plates }
})
type Shirt = (typeof SHIRTS)[number]

/** Checks a property on the card of each team. */
const onEveryCard = (check: (shirt: Shirt) => unknown) => findOffenders(SHIRTS, ({ team }) => team.name, check)

describe('the colors of every card', () => {
  it('keeps the name and numbers readable on the whole plate', async () => {
    const offenders = await onEveryCard(({ plates }) => {
      for (const plate of plates) expect(contrast(WHITE, plate)).toBeGreaterThanOrEqual(TEXT)
    })
    expect(offenders).toEqual([])
  })

  it('keeps the stat labels readable at 80 % white', async () => {
    const offenders = await onEveryCard(({ plates }) => {
      const foot = plates[2]!
      expect(contrast(mix(foot, WHITE, 0.8), foot)).toBeGreaterThanOrEqual(TEXT)
    })
    expect(offenders).toEqual([])
  })

  it('keeps the line with city and gear readable', async () => {
    const offenders = await onEveryCard(({ palette, plates }) => {
      for (const plate of plates.slice(1)) expect(contrast(palette.line, plate)).toBeGreaterThanOrEqual(7)
    })
    expect(offenders).toEqual([])
  })

  it('contrasts the stripe with the plate and with the ink above it', async () => {
    const offenders = await onEveryCard(({ palette, plates }) => {
      for (const plate of plates) expect(contrast(palette.trim, plate)).toBeGreaterThanOrEqual(OUTLINE)
      expect(contrast(palette.trim, INK)).toBeGreaterThanOrEqual(OUTLINE)
    })
    expect(offenders).toEqual([])
  })

  it('contrasts the outline of player and jersey with the background, or with the halo', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      const side = toSideColor(palette.ground)
      const behind = palette.halo === '#000000' ? side : mix(side, palette.halo, HALO_SHARE)
      expect(contrast(INK, behind)).toBeGreaterThanOrEqual(OUTLINE)
    })
    expect(offenders).toEqual([])
  })

  it('contrasts the ring with the ink outline, and one of both with any background', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      expect(contrast(CHALK, INK)).toBeGreaterThanOrEqual(OUTLINE)
      for (const ground of [palette.ground, toSideColor(palette.ground), mix(palette.ground, WHITE, 0.25)]) {
        expect(Math.max(contrast(CHALK, ground), contrast(INK, ground))).toBeGreaterThanOrEqual(OUTLINE)
      }
    })
    expect(offenders).toEqual([])
  })

  it('contrasts the light behind the head with the background', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      expect(contrast(palette.burst, palette.ground)).toBeGreaterThanOrEqual(palette.burst === WHITE ? 1.5 : 2.5)
    })
    expect(offenders).toEqual([])
  })

  it('keeps the jersey number readable against its surroundings', async () => {
    const offenders = await onEveryCard(({ team }) => {
      const { face, keyline, edge } = numberColors(worn(team))
      expect(contrast(face, keyline ?? edge)).toBeGreaterThanOrEqual(TEXT)
    })
    expect(offenders).toEqual([])
  })

  it('keeps the number behind the player recognizable', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      expect(contrast(palette.ghost, palette.ground)).toBeGreaterThanOrEqual(1.5)
    })
    expect(offenders).toEqual([])
  })

  it('contrasts every foil with the background', async () => {
    const offenders = await onEveryCard(({ palette }) => {
      for (const tier of TIERS.filter((tier) => tier !== 'Legend')) {
        const [red, green, blue] = getGlitter(tier, palette.ground).shine.rgb
        const shine = `#${[red!, green!, blue!].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
        expect(contrast(shine, mix(palette.ground, '#000000', 0.25))).toBeGreaterThanOrEqual(2.3)
      }
    })
    expect(offenders).toEqual([])
  })
})

describe('the overall number', () => {
  it('keeps the overall number readable on any background by its ink outline', () => {
    expect(contrast(WHITE, INK)).toBeGreaterThanOrEqual(TEXT)
  })
})

describe('a card of any tier', () => {
  it('keeps the tag of every tier readable, with a visible edge', () => {
    expect(TIERS.filter((tier) => contrast(INK, getMetal(tier).light) < TEXT)).toEqual([])
  })

  it('keeps the small print readable on the frame of every tier', () => {
    const isHard = (tier: (typeof TIERS)[number]) =>
      contrast(tier === 'Rookie' ? WHITE : INK, frameStops(tier).at(-1)![1]) < TEXT
    expect(TIERS.filter(isHard)).toEqual([])
  })
})

describe('the tiers', () => {
  it('distinguishes tiers without color: each frame is lighter or darker than its neighbors', () => {
    const tones = TIERS.map((tier) => luminance(getMetal(tier).body))
    for (const [i, tone] of tones.slice(1, 3).entries()) expect(tone).toBeGreaterThan(1.3 * tones[i]!)
  })
})
