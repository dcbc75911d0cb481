import { describe, expect, it } from 'vitest'
import { contrast } from '#shared/design/color.ts'
import { paletteOf } from '#shared/design/palette.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { offendersOf } from '../../../support/offenders.ts'

const RAISED_DARK = '#212825'
const RAISED_LIGHT = '#e8e5da'

const ofEveryTeam = (check: (palette: ReturnType<typeof paletteOf>, team: (typeof TEAMS)[number]) => unknown) =>
  offendersOf(
    TEAMS,
    ({ name }) => name,
    (team) => check(paletteOf(team), team),
  )

describe('the colors of every team', () => {
  it('can be read on the plate: white at 10.4, the trim at 4.6', async () => {
    const offenders = await ofEveryTeam((palette) => {
      expect(contrast('#ffffff', palette.plate)).toBeGreaterThanOrEqual(10.4)
      expect(contrast(palette.trim, palette.plate)).toBeGreaterThanOrEqual(4.6)
    })
    expect(offenders).toEqual([])
  })

  it('carry text at 4.58', async () => {
    const offenders = await ofEveryTeam((palette) => {
      expect(contrast(palette.on1, palette.c1)).toBeGreaterThanOrEqual(4.58)
      expect(contrast(palette.on2, palette.c2)).toBeGreaterThanOrEqual(4.58)
    })
    expect(offenders).toEqual([])
  })

  it('show a stat bar at 3.0 in both themes', async () => {
    const offenders = await ofEveryTeam((palette) => {
      expect(contrast(palette.lit, RAISED_DARK)).toBeGreaterThanOrEqual(3)
      expect(contrast(palette.litLight, RAISED_LIGHT)).toBeGreaterThanOrEqual(3)
    })
    expect(offenders).toEqual([])
  })

  it('are those of the team', async () => {
    const offenders = await ofEveryTeam((palette, team) => {
      expect([palette.c1, palette.c2]).toEqual([team.primary, team.secondary])
    })
    expect(offenders).toEqual([])
  })
})
