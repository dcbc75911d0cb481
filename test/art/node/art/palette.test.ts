import { describe, expect, it } from 'vitest'
import { contrast } from '#shared/design/color.ts'
import { paletteOf } from '#shared/design/palette.ts'
import { TEAMS } from '#shared/domain/team.ts'

const RAISED_DARK = '#212825'
const RAISED_LIGHT = '#e8e5da'

describe.each(TEAMS.map((team) => [team.name, team] as const))('the colors of the %s', (_name, team) => {
  const palette = paletteOf(team)

  it('can be read on the plate: white at 10.4, the trim at 4.6', () => {
    expect(contrast('#ffffff', palette.plate)).toBeGreaterThanOrEqual(10.4)
    expect(contrast(palette.trim, palette.plate)).toBeGreaterThanOrEqual(4.6)
  })

  it('carry text at 4.58', () => {
    expect(contrast(palette.on1, palette.c1)).toBeGreaterThanOrEqual(4.58)
    expect(contrast(palette.on2, palette.c2)).toBeGreaterThanOrEqual(4.58)
  })

  it('show a stat bar at 3.0 in both themes', () => {
    expect(contrast(palette.lit, RAISED_DARK)).toBeGreaterThanOrEqual(3)
    expect(contrast(palette.litLight, RAISED_LIGHT)).toBeGreaterThanOrEqual(3)
  })

  it('are those of the team', () => {
    expect([palette.c1, palette.c2]).toEqual([team.primary, team.secondary])
  })
})
