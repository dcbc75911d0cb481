import { describe, expect, it } from 'vitest'
import { ARMOR, type ArmorId } from '#shared/domain/armor.ts'
import { getTeam } from '#shared/domain/team.ts'
import { gearFrontSvg } from '#worker/artist/figure.ts'
import { ART, placeOf } from '#worker/artist/place.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'

const saints = getTeam('New Orleans Saints')!

/** Places of a drawn face, in units of head space. */
const EYES = [-22, -20, -14, 14, 20, 22].flatMap((x) => [-12, -8, -4, 0].map((y) => ({ x, y })))
const NOSE = [-4, 0, 4].flatMap((x) => [4, 10, 14].map((y) => ({ x, y })))
const MOUTH = [-16, -8, 0, 8, 16].flatMap((x) => [34, 38, 42].map((y) => ({ x, y })))

/** Pieces that people wear over their eyes every day, and the whiskers of a cat. */
const ON_EYES_OR_NOSE: ReadonlySet<ArmorId> = new Set(['shades', 'stars', 'visor', 'cat'])
/** A mustache hangs over a mouth, and bars cross it. */
const ON_MOUTH: ReadonlySet<ArmorId> = new Set(['mustache', 'helmet', 'visor', 'cat'])

/** Returns the highest opacity of a piece's front at some places, 0 to 1. */
async function coverAt(armorId: ArmorId, places: readonly { x: number; y: number }[]): Promise<number> {
  const place = placeOf(armorId)
  const svg = gearFrontSvg(armorId, saints, place)
  if (svg === null) return 0
  const data = await decodeRgba(new TextEncoder().encode(svg), ART.widthPx, ART.heightPx)
  const alphas = places.map(({ x, y }) => {
    const [column, row] = [ART.headXPx + x * place.unitPx, place.centreYPx + y * place.unitPx].map(Math.round)
    return data[(row! * ART.widthPx + column!) * 4 + 3]! / 255
  })
  return Math.max(...alphas)
}

describe('a face under a piece', () => {
  const worn = ARMOR.map(({ id }) => id).filter((id) => id !== 'none')

  it.each(worn.filter((id) => !ON_EYES_OR_NOSE.has(id)))('shows its eyes and its nose: %s', async (id) => {
    expect(await coverAt(id, [...EYES, ...NOSE])).toBe(0)
  })

  it.each(worn.filter((id) => !ON_MOUTH.has(id)))('shows its mouth: %s', async (id) => {
    expect(await coverAt(id, MOUTH)).toBeLessThan(0.1)
  })

  it('shows its eyes through a dark visor, and its mouth below the glass', async () => {
    expect(await coverAt('visor', EYES)).toBeLessThan(0.4)
    expect(await coverAt('visor', [{ x: 0, y: 30 }])).toBe(0)
  })
})
