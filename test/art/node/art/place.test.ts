import { describe, expect, it } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { gearOf } from '#worker/artist/gear/index.ts'
import { ART, CHIN_UNITS, placeOf } from '#worker/artist/place.ts'
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

  it('is largest without gear and never smaller than two thirds of that', () => {
    const bare = placeOf('none').unitPx
    const units = ARMOR.map(({ id }) => placeOf(id).unitPx)
    expect(Math.max(...units)).toBe(bare)
    expect(Math.min(...units)).toBeGreaterThan((2 / 3) * bare)
  })

  it('leaves room for the whole of a tall piece', () => {
    for (const { id } of ARMOR) {
      const room = gearOf(id)?.fit.room
      if (!room || !('top' in room)) continue
      const { unitPx, centreYPx } = placeOf(id)
      expect(centreYPx - room.top * unitPx, id).toBeGreaterThanOrEqual(0)
    }
  })

  it('makes room for a piece that sits high on thick hair', () => {
    const { unitPx, centreYPx } = placeOf('duck', 26)
    expect(unitPx).toBeLessThan(placeOf('duck').unitPx)
    expect(centreYPx - (topOf('duck') + 26) * unitPx).toBeGreaterThanOrEqual(0)
  })

  it('shrinks the head more the taller the piece is', () => {
    expect(placeOf('wizard').unitPx).toBeLessThan(placeOf('cone').unitPx)
    expect(placeOf('cone').unitPx).toBeLessThan(placeOf('hardhat').unitPx)
  })
})
