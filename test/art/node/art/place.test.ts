import { describe, expect, it } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { ART, CHIN_UNITS, getNeckPit, getPlace } from '#worker/artist/place.ts'
import { getGearTop } from '../../../support/gear-top.ts'
import { findOffenders } from '../../../support/offenders.ts'

const SKULL_UNITS = 77

describe('head placement', () => {
  it('keeps skull and chin on the canvas with every piece, and the chin above the collar', async () => {
    const offenders = await findOffenders(
      ARMOR.map(({ id }) => id),
      JSON.stringify,
      (id) => {
        const { unitPx, centreYPx } = getPlace(id)
        expect(centreYPx - SKULL_UNITS * unitPx).toBeGreaterThan(0)
        expect(centreYPx + CHIN_UNITS * unitPx).toBeLessThan(0.6 * ART.heightPx)
      },
    )
    expect(offenders).toEqual([])
  })

  it('draws the head at nearly the same size with any gear', () => {
    const bare = getPlace('none').unitPx
    const smaller = ARMOR.map(({ id }) => id).filter((id) => getPlace(id).unitPx !== bare)
    expect(smaller).toEqual(['party', 'wizard', 'popcorn'])
    for (const id of smaller) expect(getPlace(id).unitPx, id).toBeGreaterThan(0.92 * bare)
  })

  it('leaves room for the full height of a tall piece', () => {
    for (const { id } of ARMOR) {
      const { unitPx, centreYPx } = getPlace(id)
      expect(centreYPx - getGearTop(id) * unitPx, id).toBeGreaterThanOrEqual(0)
    }
  })

  it('places the player lower for a taller piece', () => {
    expect(getPlace('wizard').centreYPx).toBeGreaterThan(getPlace('cone').centreYPx)
    expect(getPlace('cone').centreYPx).toBeGreaterThan(getPlace('hardhat').centreYPx)
  })

  it('places the base of the neck below the chin', () => {
    const place = getPlace('none')
    const pit = getNeckPit(place)
    expect(pit.x).toBe(ART.headXPx)
    expect(pit.y).toBeGreaterThan(place.centreYPx + CHIN_UNITS * place.unitPx)
  })
})
