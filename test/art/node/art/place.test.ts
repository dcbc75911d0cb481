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
        const { unitPx, centerYPx } = getPlace(id)
        expect(centerYPx - SKULL_UNITS * unitPx).toBeGreaterThan(0)
        expect(centerYPx + CHIN_UNITS * unitPx).toBeLessThan(0.6 * ART.heightPx)
      },
    )
    expect(offenders).toEqual([])
  })

  it('draws the head at nearly the same size with any gear', () => {
    const bare = getPlace('none').unitPx
    const smaller = ARMOR.map(({ id }) => id).filter((id) => getPlace(id).unitPx !== bare)
    expect(smaller).toEqual(['party', 'wizard'])
    for (const id of smaller) expect(getPlace(id).unitPx, id).toBeGreaterThan(0.92 * bare)
  })

  it('leaves room for the full height of a tall piece', () => {
    for (const { id } of ARMOR) {
      const { unitPx, centerYPx } = getPlace(id)
      expect(centerYPx - getGearTop(id) * unitPx, id).toBeGreaterThanOrEqual(0)
    }
  })

  it('places the player lower for a taller piece', () => {
    expect(getPlace('wizard').centerYPx).toBeGreaterThan(getPlace('cone').centerYPx)
    expect(getPlace('cone').centerYPx).toBeGreaterThan(getPlace('hardhat').centerYPx)
  })

  it('places the base of the neck below the chin', () => {
    const place = getPlace('none')
    const pit = getNeckPit(place)
    expect(pit.x).toBe(ART.headXPx)
    expect(pit.y).toBeGreaterThan(place.centerYPx + CHIN_UNITS * place.unitPx)
  })
})
