import { describe, expect, it } from 'vitest'
import { contrast } from '#shared/design/color.ts'
import { toPalette } from '#shared/design/palette.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { findOffenders } from '../../../support/offenders.ts'

const RAISED_DARK = '#212825'
const RAISED_LIGHT = '#e8e5da'

const ofEveryTeam = (check: (palette: ReturnType<typeof toPalette>, team: (typeof TEAMS)[number]) => unknown) =>
  findOffenders(
    TEAMS,
    ({ name }) => name,
    (team) => check(toPalette(team), team),
  )

describe('team palettes', () => {
  it('keeps team colors readable on the name plate: white at contrast 10.4, the trim at 4.6', async () => {
    const offenders = await ofEveryTeam((palette) => {
      expect(contrast('#ffffff', palette.plate)).toBeGreaterThanOrEqual(10.4)
      expect(contrast(palette.trim, palette.plate)).toBeGreaterThanOrEqual(4.6)
    })
    expect(offenders).toEqual([])
  })

  it('keeps text on team colors at contrast 4.58 or more', async () => {
    const offenders = await ofEveryTeam((palette) => {
      expect(contrast(palette.on1, palette.c1)).toBeGreaterThanOrEqual(4.58)
      expect(contrast(palette.on2, palette.c2)).toBeGreaterThanOrEqual(4.58)
    })
    expect(offenders).toEqual([])
  })

  it('keeps stat bars at contrast 3.0 or more in both themes', async () => {
    const offenders = await ofEveryTeam((palette) => {
      expect(contrast(palette.lit, RAISED_DARK)).toBeGreaterThanOrEqual(3)
      expect(contrast(palette.litLight, RAISED_LIGHT)).toBeGreaterThanOrEqual(3)
    })
    expect(offenders).toEqual([])
  })

  it("uses the team's primary and secondary color", async () => {
    const offenders = await ofEveryTeam((palette, team) => {
      expect([palette.c1, palette.c2]).toEqual([team.primary, team.secondary])
    })
    expect(offenders).toEqual([])
  })
})
