import { describe, expect, it } from 'vitest'
import { getHeadPlace } from '#shared/design/head-places.ts'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { POSES, type PoseId } from '#shared/domain/pose.ts'
import { getTeam, TEAMS } from '#shared/domain/team.ts'
import { decalSvg, gearBackSvg, gearFrontSvg, helmetHoleSvg, mannequinSvg } from '#worker/artist/figure.ts'
import { BODY_ON_CANVAS } from '#worker/artist/body.ts'
import { GEAR, getGear } from '#worker/artist/gear/index.ts'
import { getPlace } from '#worker/artist/place.ts'
import { bodyLayers } from '#worker/artist/player/index.ts'
import { previewFrontSvg, previewSvg, tileSvg } from '#worker/artist/preview.ts'
import { findOffenders } from '../../../support/offenders.ts'

const skin = { lit: '#eec39c', shade: '#a96f4a', deep: '#5b3420' }
const headBox = { x0: -112, y0: -150, w: 224, h: 262 }
const saints = getTeam('New Orleans Saints')!

const drawBodies = (poseId: PoseId, number = '12', yaw = 0, team = saints): string[] => {
  const { neck, body, raised } = bodyLayers(
    { pair: team, number, poseId, skin, neck: skin, yaw, build: 'medium' },
    getPlace('none'),
  )
  return [raised?.svg ?? null, neck?.svg ?? null, body.svg].filter((svg) => svg !== null)
}

const TURNED = { xUnits: 6, yUnits: 1, left: 1.1, right: 0.7, slope: 0.05 }

const STRAP_SIDES = { upper: { left: 56, right: 84 }, lower: { left: 60, right: 90 } }

const drawDocuments = (id: ArmorId, team = saints): string[] =>
  [
    gearBackSvg(id, team, getPlace(id)),
    gearFrontSvg(id, team, getPlace(id), { liftUnits: 12, strapSides: STRAP_SIDES }),
    decalSvg(id, team, getPlace(id).unitPx, headBox),
    helmetHoleSvg(id, getPlace(id)),
    mannequinSvg(id, team, getPlace(id)),
    gearBackSvg(id, team, getPlace(id), { turn: TURNED }),
    gearFrontSvg(id, team, getPlace(id), { turn: TURNED, strapSides: STRAP_SIDES }),
    previewSvg(team, id),
    previewFrontSvg(team, id),
    tileSvg(team, id),
  ].filter((svg) => svg !== null)

/** Returns tags that are opened but not closed, or closed but not opened; empty for a well-formed document. */
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
  findOffenders(
    ARMOR.map(({ id }) => id),
    String,
    check,
  )

describe('gear drawings', () => {
  it('renders every piece as well-formed SVG with unique attributes and ids and without filters', async () => {
    const offenders = await ofEveryPiece((id) => {
      for (const team of [saints, TEAMS[0]!]) {
        for (const svg of drawDocuments(id, team)) {
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

  it('references only ids that the drawing defines', async () => {
    const offenders = await ofEveryPiece((id) => {
      for (const svg of drawDocuments(id)) {
        for (const [, target] of svg.matchAll(/url\(#([^)]*)\)/gu)) expect(svg).toContain(`id="${target}"`)
      }
    })
    expect(offenders).toEqual([])
  })

  it('places the head where the live preview places the face of a photo', async () => {
    const offenders = await ofEveryPiece((id) => {
      const { unitPx, centerYPx } = getPlace(id)
      const { pxPerUnit, y0 } = BODY_ON_CANVAS
      const place = getHeadPlace(id)
      expect(place[0]).toBeCloseTo(unitPx / pxPerUnit, 2)
      expect(place[1]).toBeCloseTo(centerYPx / pxPerUnit + y0, 0)
    })
    expect(offenders).toEqual([])
  })

  it('renders no text', async () => {
    const offenders = await ofEveryPiece((id) => {
      const gear = getGear(id)
      expect(`${gear?.front(saints) ?? ''}${gear?.back?.(saints) ?? ''}${gear?.decal?.(saints) ?? ''}`).not.toContain(
        '<text',
      )
    })
    expect(offenders).toEqual([])
  })
})

describe('gear', () => {
  it('has a drawing for each of the 29 pieces, under its id', () => {
    expect(Object.keys(GEAR).sort()).toEqual(
      ARMOR.map(({ id }) => id)
        .filter((id) => id !== 'none')
        .sort(),
    )
    for (const [id, gear] of Object.entries(GEAR)) expect(gear.id).toBe(id)
  })

  it("draws gear in the team's colors", () => {
    const chiefs = getTeam('Kansas City Chiefs')!
    expect(GEAR.helmet.front(chiefs)).toContain(chiefs.primary)
    expect(GEAR.helmet.front(saints)).not.toContain(chiefs.primary)
  })

  it('makes a foam hand in silver as bright as foam', () => {
    const cowboys = getTeam('Dallas Cowboys')!
    expect(GEAR.foam.front(cowboys).toLowerCase()).toContain('fill="#c9dde3"')
  })

  it('flies the tails of a headband from behind the end of the band', () => {
    const ends = { left: 50, right: 60 }
    const bandEnds = { upper: ends, middle: ends, lower: ends }
    expect(GEAR.headband.back!(saints, { bandEnds: { ...bandEnds, knot: 1 } })).toContain('translate(61 -51)')
    expect(GEAR.headband.back!(saints, { bandEnds: { ...bandEnds, knot: -1 } })).toContain('translate(51 -51)')
  })

  it('wraps a strap around the detected hair', () => {
    // Goggles are drawn at 0.76 scale.
    expect(GEAR.goggles.front(saints, { strapSides: STRAP_SIDES })).toContain(' -73.68 -16')
  })

  it('renders decals only for the pieces that are painted onto the skin', () => {
    const painted = ARMOR.filter(({ id }) => decalSvg(id, saints, 3, headBox) !== null).map(({ id }) => id)
    expect(painted).toEqual(['warpaint', 'eyeblack'])
    for (const id of painted) expect(gearFrontSvg(id, saints, getPlace(id))).toBeNull()
  })
})

describe.each(POSES.map(({ id }) => id))('a player: %s', (poseId) => {
  const getBody = (number: string, yaw = 0) => drawBodies(poseId, number, yaw).at(-1)!

  it('renders a body as well-formed SVG with unique ids at any head yaw', () => {
    for (const yaw of [-0.6, 0, 0.6]) {
      for (const svg of drawBodies(poseId, '12', yaw)) {
        expect(unbalanced(svg)).toEqual([])
        expect(repeated([...svg.matchAll(/\sid="([^"]*)"/gu)].map(([, value]) => value!))).toEqual([])
        expect(svg).not.toMatch(/<filter|feTurbulence|NaN|undefined/u)
        for (const [, target] of svg.matchAll(/url\(#([^)]*)\)/gu)) expect(svg).toContain(`id="${target}"`)
      }
    }
  })

  it('shrinks a longer jersey number, and omits an empty one', () => {
    const getSize = (number: string) =>
      Math.max(...[...getBody(number).matchAll(/font-size="([\d.]+)"/gu)].map(([, size]) => Number(size)))
    expect(getSize('7')).toBe(getSize('99'))
    expect(getSize('100')).toBeLessThan(getSize('99'))
    expect(getSize('12345678')).toBeLessThan(getSize('1234'))
    expect(getBody('')).not.toContain('<text')
  })

  it('escapes markup in a jersey number', () => {
    const svg = getBody('"><b>&')
    expect(svg).toContain('&quot;&gt;&lt;B&gt;&amp;')
    expect(unbalanced(svg)).toEqual([])
  })

  it('turns the body with the head', () => {
    expect(getBody('12', 0.6)).not.toBe(getBody('12', -0.6))
  })
})
