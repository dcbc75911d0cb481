import { beforeAll, describe, expect, test } from 'vitest'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { fitGear } from '#worker/artist/fit-gear.ts'
import { mapFace, middleOf } from '#worker/artist/ink/study/face-map.ts'
import { CHIN_UNITS, placeOf } from '#worker/artist/place.ts'
import { needsWindow, poseOfWhole, windowFrame, windowRimSvg } from '#worker/artist/portal.ts'
import { visibleUnder } from '#worker/artist/visible.ts'
import type { Face } from '#worker/artist/vision/index.ts'
import { topOf } from '../../../support/gear-top.ts'
import { straightFace, turned } from './turned-face.ts'

const sides = (half: number) => ({ brow: { left: -half, right: half }, strap: { left: -half, right: half } })
const SHORT_HAIR = { hairTop: 80, halfWidthAtStrap: 48, ...sides(48) }
const TALL_HAIR = { hairTop: 140, halfWidthAtStrap: 84, ...sides(84) }

let face: Face
beforeAll(async () => {
  face = await straightFace()
})

/** How a piece sits on the face, turned aside by so many radians. */
const fitted = (armorId: ArmorId, yaw = 0, hair = SHORT_HAIR) => fitGear(armorId, hair, mapFace(turned(face, yaw)))

describe('a head and what it wears', () => {
  test('short hair and a face that looks ahead change next to nothing about where a piece sits', () => {
    for (const { id } of ARMOR) {
      const { place, adjust } = fitted(id)
      expect(place).toEqual(placeOf(id))
      expect(adjust).toMatchObject({ liftUnits: 0, turn: { left: 1, right: 1 } })
      expect(Math.hypot(adjust.turn!.xUnits, adjust.turn!.yUnits)).toBeLessThan(3)
    }
  })

  test('tall hair lifts a duck, and the head makes room for both', () => {
    const { place, adjust } = fitted('duck', 0, TALL_HAIR)
    expect(adjust.liftUnits).toBeGreaterThan(15)
    expect(place.centreYPx - (topOf('duck') + adjust.liftUnits!) * place.unitPx).toBeGreaterThanOrEqual(0)
  })

  test('tall hair without a hat stays on the picture, and the head keeps its size', () => {
    const { place } = fitted('none', 0, TALL_HAIR)
    const usual = placeOf('none')
    expect(place.centreYPx - 140 * place.unitPx).toBeGreaterThan(0)
    expect(place.unitPx).toBe(usual.unitPx)
    expect(place.centreYPx).toBeGreaterThan(usual.centreYPx)
  })

  test('a band ends where a head that is turned does, on either side', () => {
    const hair = { ...SHORT_HAIR, brow: { left: -52, right: 60 } }
    const { xUnits, left, right } = fitted('headband', -0.5, hair).adjust.turn!
    expect(left).toBeLessThan(right)
    expect(xUnits - 50 * left).toBeCloseTo(-54, 0)
  })

  test('straps run round wide hair', () => {
    expect(fitted('goggles', 0, TALL_HAIR).adjust.strapHalfWidthUnits).toBe(84)
  })
})

describe('a piece on a head that turns aside', () => {
  const OVER_EYES = ['goggles', 'shades', 'stars', 'eyeblack', 'warpaint'] as const

  test.each(OVER_EYES)('%s stay over the eyes and are seen narrower', (piece) => {
    for (const yaw of [-0.6, -0.3, 0.3, 0.6]) {
      const { eyes } = mapFace(turned(face, yaw))
      const { xUnits, yUnits, left, right } = fitted(piece, yaw).adjust.turn!
      expect(yUnits).toBeCloseTo((eyes[0].centre.y + eyes[1].centre.y) / 2 + 6)
      expect(xUnits).toBeGreaterThan(eyes[0].centre.x)
      expect(xUnits).toBeLessThan(eyes[1].centre.x)
      expect(Math.sign(xUnits)).toBe(Math.sign(yaw))
      // The half that turns away is the narrower one.
      const [near, far] = yaw > 0 ? [left, right] : [right, left]
      expect(far).toBeLessThan(near)
      expect(far).toBeLessThan(0.97)
    }
  })

  test('a mustache stays between nose and mouth', () => {
    for (const yaw of [-0.5, 0.5]) {
      const { lipsOut, noseBase } = mapFace(turned(face, yaw))
      const { xUnits, yUnits } = fitted('mustache', yaw).adjust.turn!
      expect(xUnits).toBeCloseTo((middleOf(lipsOut).x + noseBase[3]!.x) / 2)
      expect(yUnits + 39).toBeCloseTo(middleOf(lipsOut).y)
    }
  })

  test.each(['duck', 'tophat', 'helmet', 'crown'] as const)(
    '%s goes a little with the nose, as a skull does',
    (piece) => {
      const { noseTip } = mapFace(turned(face, 0.6))
      const [ahead, aside] = [fitted(piece).adjust.turn!, fitted(piece, 0.6).adjust.turn!]
      expect(aside.xUnits).toBeGreaterThan(ahead.xUnits + 1)
      expect(aside.xUnits).toBeLessThan(noseTip.x)
      expect(aside.yUnits).toBe(0)
      // What one half gains the other loses: the outline stays where it is.
      expect(aside.left + aside.right).toBeCloseTo(2)
      expect(aside.left).toBeGreaterThan(aside.right)
    },
  )

  test('the further it turns the further the piece goes, and never narrower than a head from the side', () => {
    const turns = [0, 0.2, 0.4, 0.6, 0.8, 1].map((yaw) => fitted('shades', yaw).adjust.turn!)
    const along = turns.map(({ xUnits }) => xUnits)
    expect(along).toEqual(along.toSorted((one, other) => one - other))
    for (const { left, right } of turns) expect(Math.min(left, right)).toBeGreaterThan(0.3)
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

describe('a photo whose edge cuts the crown off', () => {
  test('needs a window when hair would end in a straight line that nothing hides', () => {
    expect(needsWindow('none', 50)).toBe(true)
    expect(needsWindow('shades', 50)).toBe(true)
    expect(needsWindow('none', 70)).toBe(false)
  })

  test('needs none under a hat that hides the cut, and none under what hides the whole head', () => {
    expect(needsWindow('tophat', 50)).toBe(false)
    expect(needsWindow('tophat', 30)).toBe(true)
    expect(needsWindow('pumpkin', 10)).toBe(false)
  })
})

describe('the window', () => {
  const heights = (armorId: ArmorId, cutAt: number | null, reachesDown?: number) => {
    const ys = windowFrame(armorId, cutAt, reachesDown).corners.map(([, y]) => y)
    return { top: Math.min(...ys), bottom: Math.max(...ys) }
  }

  test('is a hexagon: deep in the middle, nothing at its corners, negative outside', () => {
    const { depthAt } = windowFrame('none', null, 200)
    expect(depthAt(0, -12)).toBeGreaterThan(80)
    expect(depthAt(0, -122)).toBeCloseTo(0)
    expect(depthAt(0, 98)).toBeCloseTo(0)
    expect(depthAt(100, 0)).toBeLessThan(0)
    expect(depthAt(80, -110)).toBeLessThan(0)
  })

  test.each([20, 35, 50, 61])('ends below the edge of a photo that reaches %i units above the face', (cutAt) => {
    for (const { id } of ARMOR) expect(heights(id, cutAt).top).toBeGreaterThan(-cutAt)
  })

  test.each([75, 90])('ends above the edge of a photo that reaches %i units below the face', (reachesDown) => {
    for (const { id } of ARMOR) expect(heights(id, 50, reachesDown).bottom).toBeLessThan(reachesDown)
  })

  test('shows the chin even where the photo ends above it', () => {
    for (const { id } of ARMOR) expect(heights(id, 50, 40).bottom).toBeGreaterThan(CHIN_UNITS)
  })

  test('is on the canvas for every piece and leaves the number free, wherever the photo ends', () => {
    for (const { id } of ARMOR) {
      for (const cutAt of [null, 60, 40, 20]) {
        const { place, corners } = windowFrame(id, cutAt)
        const xs = corners.map(([x]) => 500 + x * place.unitPx)
        const ys = corners.map(([, y]) => place.centreYPx + y * place.unitPx)
        expect(Math.min(...xs)).toBeGreaterThan(0)
        expect(Math.max(...xs)).toBeLessThan(1000)
        expect(Math.min(...ys)).toBeGreaterThan(0)
        expect(Math.max(...ys)).toBeLessThan(790)
      }
    }
  })

  test('shows the face under a piece at the size the piece was drawn for, or smaller', () => {
    for (const id of ['duck', 'tophat', 'shades', 'helmet'] as const) {
      expect(windowFrame(id, 40).place.unitPx).toBeLessThanOrEqual(placeOf(id).unitPx)
    }
  })

  test('wears the colors of the team', () => {
    const svg = windowRimSvg({ primary: '#008e97', secondary: '#fc4c02' }, windowFrame('none', null))
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
