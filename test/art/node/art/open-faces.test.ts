import { describe, expect, it } from 'vitest'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { getTeam } from '#shared/domain/team.ts'
import { gearFrontSvg } from '#worker/artist/figure.ts'
import { IN_HELMET } from '#worker/artist/fit-gear.ts'
import { ART, CHIN_UNITS, getPlace } from '#worker/artist/place.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { findOffenders } from '../../../support/offenders.ts'

const saints = getTeam('New Orleans Saints')!

/** Positions on a drawn face, in units of head space. */
const EYES = [-22, -20, -14, 14, 20, 22].flatMap((x) => [-12, -8, -4, 0].map((y) => ({ x, y })))
const NOSE = [-4, 0, 4].flatMap((x) => [4, 10, 14].map((y) => ({ x, y })))
const MOUTH = [-16, -8, 0, 8, 16].flatMap((x) => [34, 38, 42].map((y) => ({ x, y })))

/** Pieces that people wear over their eyes. */
const ON_EYES_OR_NOSE: ReadonlySet<ArmorId> = new Set(['shades', 'stars', 'visor'])

/** Half the size of the art: enough for positions that are units apart. */
const SIZE = { width: ART.widthPx / 2, height: ART.heightPx / 2 } as const
const drawn = new Map<ArmorId, Promise<Uint8ClampedArray | null>>()

/** Draws the front of a piece, once. */
function drawFront(armorId: ArmorId): Promise<Uint8ClampedArray | null> {
  const svg = gearFrontSvg(armorId, saints, getPlace(armorId))
  const front =
    drawn.get(armorId) ??
    (svg === null ? Promise.resolve(null) : decodeRgba(new TextEncoder().encode(svg), SIZE.width, SIZE.height))
  drawn.set(armorId, front)
  return front
}

/** Returns the highest opacity of a piece's front at some positions, 0 to 1. */
async function coverAt(armorId: ArmorId, places: readonly { x: number; y: number }[]): Promise<number> {
  const place = getPlace(armorId)
  const data = await drawFront(armorId)
  if (data === null) return 0
  const alphas = places.map(({ x, y }) => {
    const [column, row] = [ART.headXPx + x * place.unitPx, place.centerYPx + y * place.unitPx].map((px) =>
      Math.round(px / 2),
    )
    return data[(row! * SIZE.width + column!) * 4 + 3]! / 255
  })
  return Math.max(...alphas)
}

describe('faces under gear', () => {
  const worn = ARMOR.map(({ id }) => id).filter((id) => id !== 'none')

  it('leaves the eyes and the nose uncovered under every other piece', async () => {
    const offenders = await findOffenders(
      worn.filter((id) => !ON_EYES_OR_NOSE.has(id)),
      String,
      async (id) => {
        expect(await coverAt(id, [...EYES, ...NOSE])).toBe(0)
      },
    )
    expect(offenders).toEqual([])
  })

  it('leaves the mouth uncovered under every piece but a mustache', async () => {
    const offenders = await findOffenders(
      worn.filter((id) => id !== 'mustache'),
      String,
      async (id) => {
        expect(await coverAt(id, MOUTH)).toBeLessThan(0.1)
      },
    )
    expect(offenders).toEqual([])
  })

  it('leaves the cheeks and ears uncovered beside a foam hand', async () => {
    const beside = [-10, 0, 20, 40].flatMap((y) => [30, 38, 46, 50].map((x) => ({ x, y })))
    expect(await coverAt('foam', beside)).toBe(0)
  })

  it('hangs a pair of cleats around the neck, below the face and beside the number', async () => {
    const across = (xs: readonly number[], y: number) => xs.map((x) => ({ x, y }))
    expect(await coverAt('cleats', across([-60, 60], 118))).toBe(1)
    expect(await coverAt('cleats', across([-40, -20, 0, 20, 40], 60))).toBe(0)
    expect(await coverAt('cleats', across([-20, 0, 20], 125))).toBe(0)
  })

  it('draws a duck behind the head it sits on', async () => {
    expect(await coverAt('duck', [{ x: 0, y: -74 }])).toBe(0)
  })

  it('shows the eyes dimly through a dark visor, and the mouth clearly', async () => {
    expect(await coverAt('visor', EYES)).toBeGreaterThan(0.4)
    expect(await coverAt('visor', EYES)).toBeLessThan(0.7)
    expect(await coverAt('visor', MOUTH)).toBe(0)
  })

  it('clears a visor for dark skin, but not below its padding', () => {
    const [light, dark] = [0, 1].map((darkness) => {
      const svg = gearFrontSvg('visor', saints, getPlace('visor'), { darkness })!
      const tint = /id="visor-tint".*?<\/linearGradient>/u.exec(svg)![0]
      return [...tint.matchAll(/stop-opacity="([\d.]+)"/gu)].map(([, opacity]) => Number(opacity))
    })
    expect(dark![0]).toBe(light![0])
    for (let i = 1; i < light!.length; i++) expect(dark![i]).toBeLessThan(0.8 * light![i]!)
  })

  it('runs the face mask of a helmet along the chin, below the mouth', async () => {
    const across = (y: number) => [-10, 0, 10].map((x) => ({ x, y }))
    const chinY = IN_HELMET.share * CHIN_UNITS - IN_HELMET.liftUnits
    for (const id of ['helmet', 'visor'] as const) {
      expect(await coverAt(id, across(chinY - 11)), id).toBe(0)
      expect(await coverAt(id, across(chinY - 3)), id).toBe(1)
    }
  })
})
