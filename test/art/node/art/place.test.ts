import { describe, expect, it } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { ART, CHIN_UNITS, pitOf, placeOf } from '#worker/artist/place.ts'
import { topOf } from '../../../support/gear-top.ts'
import { offendersOf } from '../../../support/offenders.ts'

const SKULL_UNITS = 77

describe('where a head sits', () => {
  it('with every piece, skull and chin are on the canvas and the chin is above the collar', async () => {
    const offenders = await offendersOf(
      ARMOR.map(({ id }) => id),
      JSON.stringify,
      (id) => {
        const { unitPx, centreYPx } = placeOf(id)
        expect(centreYPx - SKULL_UNITS * unitPx).toBeGreaterThan(0)
        expect(centreYPx + CHIN_UNITS * unitPx).toBeLessThan(0.6 * ART.heightPx)
      },
    )
    expect(offenders).toEqual([])
  })

  it('has nearly one size whatever it wears', () => {
    const bare = placeOf('none').unitPx
    const smaller = ARMOR.map(({ id }) => id).filter((id) => placeOf(id).unitPx !== bare)
    expect(smaller).toEqual(['party', 'wizard', 'popcorn'])
    for (const id of smaller) expect(placeOf(id).unitPx, id).toBeGreaterThan(0.92 * bare)
  })

  it('leaves room for the whole of a tall piece', () => {
    for (const { id } of ARMOR) {
      const { unitPx, centreYPx } = placeOf(id)
      expect(centreYPx - topOf(id) * unitPx, id).toBeGreaterThanOrEqual(0)
    }
  })

  it('lowers a player the more the taller the piece is', () => {
    expect(placeOf('wizard').centreYPx).toBeGreaterThan(placeOf('cone').centreYPx)
    expect(placeOf('cone').centreYPx).toBeGreaterThan(placeOf('hardhat').centreYPx)
  })

  it('has the pit of the neck below the chin', () => {
    const place = placeOf('none')
    const pit = pitOf(place)
    expect(pit.x).toBe(ART.headXPx)
    expect(pit.y).toBeGreaterThan(place.centreYPx + CHIN_UNITS * place.unitPx)
  })
})
