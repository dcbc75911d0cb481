import { describe, expect, it } from 'vitest'
import { headPlaceOf } from '#shared/design/head-places.ts'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { POSES, type PoseId } from '#shared/domain/pose.ts'
import { getTeam, TEAMS } from '#shared/domain/team.ts'
import { decalSvg, gearBackSvg, gearFrontSvg, helmetHoleSvg, mannequinSvg } from '#worker/artist/figure.ts'
import { BODY_ON_CANVAS } from '#worker/artist/body.ts'
import { GEAR, gearOf } from '#worker/artist/gear/index.ts'
import { placeOf } from '#worker/artist/place.ts'
import { bodyLayers } from '#worker/artist/player/index.ts'
import { previewFrontSvg, previewSvg, tileSvg } from '#worker/artist/preview.ts'
import { offendersOf } from '../../../support/offenders.ts'

const skin = { lit: '#eec39c', shade: '#a96f4a', deep: '#5b3420' }
const headBox = { x0: -112, y0: -150, w: 224, h: 262 }
const saints = getTeam('New Orleans Saints')!

const bodiesOf = (poseId: PoseId, number = '12', yaw = 0, team = saints): string[] => {
  const { behind, neck, body } = bodyLayers(
    { pair: team, number, poseId, skin, neck: skin, yaw, build: 'medium' },
    placeOf('none'),
  )
  return [behind?.svg ?? null, neck?.svg ?? null, body.svg].filter((svg) => svg !== null)
}

const TURNED = { xUnits: 6, yUnits: 1, left: 1.1, right: 0.7, slope: 0.05 }

const documentsOf = (id: ArmorId, team = saints): string[] =>
  [
    gearBackSvg(id, team, placeOf(id)),
    gearFrontSvg(id, team, placeOf(id), { liftUnits: 12, strapHalfWidthUnits: 70 }),
    decalSvg(id, team, placeOf(id).unitPx, headBox),
    helmetHoleSvg(id, placeOf(id)),
    mannequinSvg(id, team, placeOf(id)),
    gearBackSvg(id, team, placeOf(id), { turn: TURNED }),
    gearFrontSvg(id, team, placeOf(id), { turn: TURNED, strapSides: { left: 60, right: 90 } }),
    previewSvg(team, id),
    previewFrontSvg(team, id),
    tileSvg(team, id),
  ].filter((svg) => svg !== null)

/** Elements that are opened but not closed, or closed but not opened; empty for a well-formed document. */
function unbalanced(svg: string): string[] {
  const open: string[] = []
  for (const [, close, name, empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:"[^"]*"|[^">])*?(\/?)>/gu)) {
    if (close) {
      if (open.pop() !== name) return [name!]
    } else if (!empty) open.push(name!)
  }
  return open
}

const repeated = (values: string[]): string[] => values.filter((value, i) => values.indexOf(value) !== i)

const ofEveryPiece = (check: (id: ArmorId) => void) =>
  offendersOf(
    ARMOR.map(({ id }) => id),
    String,
    check,
  )

describe('the drawings of every piece', () => {
  it('are well-formed, name no attribute or id twice, and lean on no filter', async () => {
    const offenders = await ofEveryPiece((id) => {
      for (const team of [saints, ...TEAMS.slice(0, 3)]) {
        for (const svg of documentsOf(id, team)) {
          expect(unbalanced(svg)).toEqual([])
          for (const [tag] of svg.matchAll(/<[a-zA-Z](?:"[^"]*"|[^">])*>/gu)) {
            expect(repeated([...tag.matchAll(/\s([\w:-]+)=/gu)].map(([, name]) => name!)), tag).toEqual([])
          }
          expect(repeated([...svg.matchAll(/\sid="([^"]*)"/gu)].map(([, value]) => value!))).toEqual([])
          expect(svg).not.toMatch(/<filter|feTurbulence|NaN|undefined/u)
        }
      }
    })
    expect(offenders).toEqual([])
  })

  it('point only to what they define', async () => {
    const offenders = await ofEveryPiece((id) => {
      for (const svg of documentsOf(id)) {
        for (const [, target] of svg.matchAll(/url\(#([^)]*)\)/gu)) expect(svg).toContain(`id="${target}"`)
      }
    })
    expect(offenders).toEqual([])
  })

  it('have the head where the live preview lays the face of a photo', async () => {
    const offenders = await ofEveryPiece((id) => {
      const { unitPx, centreYPx } = placeOf(id)
      const { pxPerUnit, y0 } = BODY_ON_CANVAS
      const place = headPlaceOf(id)
      expect(place[0]).toBeCloseTo(unitPx / pxPerUnit, 2)
      expect(place[1]).toBeCloseTo(centreYPx / pxPerUnit + y0, 0)
    })
    expect(offenders).toEqual([])
  })

  it('contain no lettering', async () => {
    const offenders = await ofEveryPiece((id) => {
      const gear = gearOf(id)
      expect(`${gear?.front(saints) ?? ''}${gear?.back?.(saints) ?? ''}${gear?.decal?.(saints) ?? ''}`).not.toContain(
        '<text',
      )
    })
    expect(offenders).toEqual([])
  })
})

describe('gear', () => {
  it('has a drawing for each of the 29 pieces, under its own id', () => {
    expect(Object.keys(GEAR).sort()).toEqual(
      ARMOR.map(({ id }) => id)
        .filter((id) => id !== 'none')
        .sort(),
    )
    for (const [id, gear] of Object.entries(GEAR)) expect(gear.id).toBe(id)
  })

  it('wears the colors of the team it is drawn for', () => {
    const chiefs = getTeam('Kansas City Chiefs')!
    expect(GEAR.helmet.front(chiefs)).toContain(chiefs.primary)
    expect(GEAR.helmet.front(saints)).not.toContain(chiefs.primary)
  })

  it('runs a strap round the hair that was found, and keeps it on a bald head', () => {
    const wide = GEAR.goggles.front(saints, { strapHalfWidthUnits: 80 })
    // Goggles are drawn at 0.66 of their size.
    expect(wide).toContain('M-121.21 ')
    expect(GEAR.goggles.front(saints, { strapHalfWidthUnits: 30 })).toBe(GEAR.goggles.front(saints))
  })

  it('is paint only where it goes into the skin', () => {
    const painted = ARMOR.filter(({ id }) => decalSvg(id, saints, 3, headBox) !== null).map(({ id }) => id)
    expect(painted).toEqual(['warpaint', 'eyeblack'])
    for (const id of painted) expect(gearFrontSvg(id, saints, placeOf(id))).toBeNull()
  })
})

describe.each(POSES.map(({ id }) => id))('a player: %s', (poseId) => {
  const bodyOf = (number: string, yaw = 0) => bodiesOf(poseId, number, yaw).at(-1)!

  it('is well-formed and names no id twice, however the head is turned', () => {
    for (const yaw of [-0.6, 0, 0.6]) {
      for (const svg of bodiesOf(poseId, '12', yaw)) {
        expect(unbalanced(svg)).toEqual([])
        expect(repeated([...svg.matchAll(/\sid="([^"]*)"/gu)].map(([, value]) => value!))).toEqual([])
        expect(svg).not.toMatch(/<filter|feTurbulence|NaN|undefined/u)
        for (const [, target] of svg.matchAll(/url\(#([^)]*)\)/gu)) expect(svg).toContain(`id="${target}"`)
      }
    }
  })

  it('shows the number, smaller the longer it is, and none for none', () => {
    const sizeOf = (number: string) =>
      Math.max(...[...bodyOf(number).matchAll(/font-size="([\d.]+)"/gu)].map(([, size]) => Number(size)))
    expect(sizeOf('7')).toBe(sizeOf('99'))
    expect(sizeOf('100')).toBeLessThan(sizeOf('99'))
    expect(sizeOf('12345678')).toBeLessThan(sizeOf('1234'))
    expect(bodyOf('')).not.toContain('<text')
  })

  it('cannot be broken out of by a number', () => {
    const svg = bodyOf('"><b>&')
    expect(svg).toContain('&quot;&gt;&lt;B&gt;&amp;')
    expect(unbalanced(svg)).toEqual([])
  })

  it('turns with the head', () => {
    expect(bodyOf('12', 0.6)).not.toBe(bodyOf('12', -0.6))
  })
})
