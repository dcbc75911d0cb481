import { describe, expect, it } from 'vitest'
import { contrast, luminance, mix } from '#shared/design/color.ts'
import { CHALK, HALO_SHARE, INK, paletteOf, sideOf } from '#shared/design/palette.ts'
import { TIERS } from '#shared/domain/rarity.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { numberColors, worn } from '#worker/artist/player/index.ts'
import { frameStops } from '#worker/render/finish/frame.ts'
import { glitterOf } from '#worker/render/finish/glitter.ts'
import { metalOf } from '#worker/render/finish/tier-metal.ts'

const TEXT = 4.5
const OUTLINE = 3
const WHITE = '#ffffff'

describe.each(TEAMS.map((team) => [team.name, team] as const))('on a card of the %s', (_name, team) => {
  const palette = paletteOf(team)
  /** The plate is lighter at its upper edge and darker at its foot. */
  const plates = [mix(palette.plate, WHITE, 0.12), palette.plate, mix(palette.plate, '#000000', 0.45)]

  it('name and figures can be read all over the plate', () => {
    for (const plate of plates) expect(contrast(WHITE, plate)).toBeGreaterThanOrEqual(TEXT)
  })

  it('so can the words under the stats, which are white at four fifths', () => {
    const foot = plates[2]!
    expect(contrast(mix(foot, WHITE, 0.8), foot)).toBeGreaterThanOrEqual(TEXT)
  })

  it('the line with city and gear is read with ease', () => {
    for (const plate of plates.slice(1)) expect(contrast(palette.line, plate)).toBeGreaterThanOrEqual(7)
  })

  it('the stripe stands out from the plate, and from the ink above it', () => {
    for (const plate of plates) expect(contrast(palette.trim, plate)).toBeGreaterThanOrEqual(OUTLINE)
    expect(contrast(palette.trim, INK)).toBeGreaterThanOrEqual(OUTLINE)
  })

  it('the outline of player and jersey is seen on the ground, or else on the halo that lies between', () => {
    const side = sideOf(palette.ground)
    const behind = palette.halo === '#000000' ? side : mix(side, palette.halo, HALO_SHARE)
    expect(contrast(INK, behind)).toBeGreaterThanOrEqual(OUTLINE)
  })

  it('the ring round the outline is told from the ink, and one of the two from any ground, however alike the colors', () => {
    expect(contrast(CHALK, INK)).toBeGreaterThanOrEqual(OUTLINE)
    for (const ground of [palette.ground, sideOf(palette.ground), mix(palette.ground, WHITE, 0.25)]) {
      expect(Math.max(contrast(CHALK, ground), contrast(INK, ground))).toBeGreaterThanOrEqual(OUTLINE)
    }
  })

  it('the light behind the head is told from the ground it fades into', () => {
    expect(contrast(palette.burst, palette.ground)).toBeGreaterThanOrEqual(palette.burst === WHITE ? 1.5 : 2.5)
  })

  it('the number on the jersey is read against what is next to it', () => {
    const { face, keyline, edge } = numberColors(worn(team))
    expect(contrast(face, keyline ?? edge)).toBeGreaterThanOrEqual(TEXT)
  })

  it('the number behind the player can be made out', () => {
    expect(contrast(palette.ghost, palette.ground)).toBeGreaterThanOrEqual(1.5)
  })

  it('every foil shines on the ground', () => {
    for (const tier of TIERS.filter((tier) => tier !== 'Legend')) {
      const [red, green, blue] = glitterOf(tier, palette.ground).shine.rgb
      const shine = `#${[red!, green!, blue!].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
      expect(contrast(shine, mix(palette.ground, '#000000', 0.25))).toBeGreaterThanOrEqual(2.3)
    }
  })
})

describe('the overall number', () => {
  it('is read by its outline of ink, whatever the ground', () => {
    expect(contrast(WHITE, INK)).toBeGreaterThanOrEqual(TEXT)
  })
})

describe.each(TIERS)('a %s', (tier) => {
  it('has a tag that can be read and whose edge is seen', () => {
    expect(contrast(INK, metalOf(tier).light)).toBeGreaterThanOrEqual(TEXT)
  })

  it('has small print that can be read on its frame', () => {
    const print = tier === 'Rookie' ? WHITE : INK
    const foot = frameStops(tier).at(-1)![1]
    expect(contrast(print, foot)).toBeGreaterThanOrEqual(TEXT)
  })
})

describe('the tiers', () => {
  it('are told apart without color: each frame is lighter or darker than its neighbours', () => {
    const tones = TIERS.map((tier) => luminance(metalOf(tier).body))
    for (const [i, tone] of tones.slice(1, 3).entries()) expect(tone).toBeGreaterThan(1.3 * tones[i]!)
  })
})
