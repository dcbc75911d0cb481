import { describe, expect, test } from 'vitest'
import { ARMOR } from '#shared/domain/armor.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { CHIN_UNITS, placeOf } from '#worker/artist/place.ts'
import { portalDepth, portalPlaceOf, portalRimSvg, poseOfWhole } from '#worker/artist/portal.ts'
import { visibleUnder } from '#worker/artist/visible.ts'

const SHORT_HAIR = { hairTop: 80, halfWidthAtStrap: 48 }
const TALL_HAIR = { hairTop: 140, halfWidthAtStrap: 84 }

describe('a head and what it wears', () => {
  test('short hair changes nothing about where a piece sits', () => {
    for (const { id } of ARMOR) {
      const { place, adjust } = fitGear(id, SHORT_HAIR)
      expect(place).toEqual(placeOf(id))
      expect(adjust).toEqual({ liftUnits: 0 })
    }
  })

  test('tall hair lifts a duck, and the head makes room for both', () => {
    const { place, adjust } = fitGear('duck', TALL_HAIR)
    expect(adjust.liftUnits).toBeGreaterThan(15)
    expect(place.centreYPx - (152 + adjust.liftUnits!) * place.unitPx).toBeGreaterThanOrEqual(0)
  })

  test('tall hair without a hat stays on the picture, and the chin at its collar', () => {
    const { place } = fitGear('none', TALL_HAIR)
    const usual = placeOf('none')
    expect(place.centreYPx - 140 * place.unitPx).toBeGreaterThan(0)
    expect(place.centreYPx + CHIN_UNITS * place.unitPx).toBeCloseTo(usual.centreYPx + CHIN_UNITS * usual.unitPx)
  })

  test('straps run round wide hair', () => {
    expect(fitGear('goggles', TALL_HAIR).adjust.strapHalfWidthUnits).toBe(84)
  })
})

describe('what is seen of a head', () => {
  test('all of it with glasses, none of it in a pumpkin, no crown under a hat, the chin under a helmet', () => {
    expect(visibleUnder('shades')).toBeUndefined()
    expect(visibleUnder('pumpkin')).toBeNull()
    expect(visibleUnder('tophat')!(0, -70)).toBeLessThan(0)
    expect(visibleUnder('tophat')!(0, 0)).toBeGreaterThan(0)
    expect(visibleUnder('helmet')!(70, -20)).toBeLessThan(0)
    expect(visibleUnder('helmet')!(0, 0)).toBeGreaterThan(0)
    expect(visibleUnder('helmet')!(0, 64)).toBeGreaterThan(0)
  })
})

describe('the portal', () => {
  test('is a hexagon: deep in the middle, nothing at its corners, negative outside', () => {
    expect(portalDepth(0, -12)).toBeGreaterThan(90)
    expect(portalDepth(0, -122)).toBeCloseTo(0)
    expect(portalDepth(96, 0)).toBeCloseTo(0)
    expect(portalDepth(100, 0)).toBeLessThan(0)
    expect(portalDepth(80, -110)).toBeLessThan(0)
  })

  test('is on the canvas for every piece and leaves the number free', () => {
    for (const { id } of ARMOR) {
      const { unitPx, centreYPx } = portalPlaceOf(id)
      expect(centreYPx - 122 * unitPx).toBeGreaterThan(0)
      expect(centreYPx + 98 * unitPx).toBeLessThan(790)
      expect(unitPx).toBeLessThanOrEqual(placeOf(id).unitPx)
    }
  })

  test('wears the colors of the team', () => {
    const svg = portalRimSvg({ primary: '#008e97', secondary: '#fc4c02' }, portalPlaceOf('none'))
    expect(svg).toContain('#008e97')
  })

  test.each([
    ['wide', 800, 400],
    ['tall', 400, 900],
    ['square', 500, 500],
  ])('is filled by a %s photo', (_name, widthPx, heightPx) => {
    const pose = poseOfWhole({ data: new Uint8ClampedArray(), widthPx, heightPx })
    expect(pose.x - 96 * pose.unitPx).toBeGreaterThanOrEqual(-1)
    expect(pose.x + 96 * pose.unitPx).toBeLessThanOrEqual(widthPx + 1)
    expect(pose.y - 122 * pose.unitPx).toBeGreaterThanOrEqual(-1)
    expect(pose.y + 98 * pose.unitPx).toBeLessThanOrEqual(heightPx + 1)
  })
})
