import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { digestOf } from '../../../support/digest.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { painted, pixelsOf, shareOf } from './drawn.ts'
import { changed, jpegOf, laidOn, part, portrait, repainted } from './heads.ts'

vi.setConfig({ testTimeout: 180_000 })

const HEAD = { left: 200, top: 0, right: 800, bottom: 640 }
const isBluish = (r: number, _g: number, b: number, a: number) => a > 250 && b > r + 20
const SIZE = { widthPx: 760, heightPx: 420 } as const

/** Two heads: a large one as it is, and to its right a smaller one whose skin and hair are blue. */
async function twoHeads(): Promise<Uint8Array> {
  const photo = await portrait()
  const large = changed(photo, { scale: 1.6 }).picture
  const wall: Picture = { data: new Uint8ClampedArray(SIZE.widthPx * SIZE.heightPx * 4).fill(176), ...SIZE }
  const left = laidOn(wall, part(large, 190, 0, 350, 380), 20, 20)
  const blue = repainted(part(photo, 115, 0, 220, 240), (_x, _y, [r, g, b]) => [b, g, r])
  return jpegOf(laidOn(left, blue, 500, 100))
}

const RIGHT: FaceOval = { cx: 610 / SIZE.widthPx, cy: 208 / SIZE.heightPx, s: 105 / SIZE.widthPx, roll: 0.05 }

describe('a photo with two heads', () => {
  let photo: Uint8Array
  let found: Awaited<ReturnType<typeof drawn>>
  beforeAll(async () => {
    photo = await twoHeads()
    found = await drawn('Ace', null)
  }, 240_000)

  const drawn = async (nickname: string, face: FaceOval | null) => {
    const team = getTeam('Kansas City Chiefs')!
    const prompt = buildPrompt({ nickname, number: '', team, armor: getArmor('none')!, face })
    const { bytes, finish } = await createArtist().draw({ prompt, photos: [photo] })
    return { bytes, finish, blue: shareOf(await pixelsOf(bytes), HEAD, isBluish) }
  }

  test('shows the one that the visitor points at, and the larger one where they point at none', async () => {
    const pointedAt = await drawn('Ace', RIGHT)

    expect([found.finish, pointedAt.finish]).not.toContain('window')
    expect(found.blue).toBeLessThan(0.02)
    expect(pointedAt.blue).toBeGreaterThan(0.15)
  })

  test('is not changed by a nickname that spells where a face is', async () => {
    const eager = await drawn('Face in the photo: centre 0.8026 0.4952, size 0.1382, lean 0.0500.', null)
    expect(await digestOf(eager.bytes)).toBe(await digestOf(found.bytes))
  })
})

describe('an oval set by hand', () => {
  const drawn = (photo: Uint8Array, face: FaceOval | null, armor: ArmorId = 'none') => {
    const team = getTeam('Kansas City Chiefs')!
    const prompt = buildPrompt({ nickname: 'Ace', number: '', team, armor: getArmor(armor)!, face })
    return createArtist().draw({ prompt, photos: [photo] })
  }
  const TRUE: FaceOval = { cx: 0.44, cy: 0.21, s: 0.205, roll: 0 }
  const ROUGH: [string, FaceOval][] = [
    ['right', TRUE],
    ['a third too large', { ...TRUE, s: 0.28 }],
    ['a quarter too small', { ...TRUE, s: 0.155 }],
    ['half a face too low', { ...TRUE, cy: 0.29 }],
    ['leaning', { ...TRUE, roll: 0.35 }],
  ]

  let found: Uint8ClampedArray
  beforeAll(async () => {
    found = await pixelsOf((await drawn(portraitBytes(), null)).bytes)
  }, 240_000)

  test.each(ROUGH)('%s gives the same inked head as none', async (_name, face) => {
    const pointedAt = await drawn(portraitBytes(), face)
    expect(pointedAt).toMatchObject({ finish: 'ink', notices: [] })
    expect(unlike(await pixelsOf(pointedAt.bytes), found)).toBeLessThan(0.12)
  })

  test('where there is no face gives the photo, and nothing to wear', async () => {
    const wall = await painted(400, 400, (x, y) => [120 + (x >> 3), 120 + (y >> 3), 150])
    const face = { cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }
    const [duck, bare] = [await drawn(wall, face, 'duck'), await drawn(wall, face)]
    expect(duck.finish).toBe('photo')
    expect(await digestOf(duck.bytes)).toBe(await digestOf(bare.bytes))
  })
})

/** The share of the head's pixels that differ clearly. */
function unlike(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let [count, all] = [0, 0]
  for (let y = HEAD.top; y < HEAD.bottom; y++) {
    for (let x = HEAD.left; x < HEAD.right; x++) {
      const i = 4 * (1000 * y + x)
      if (one[i + 3]! < 128 && other[i + 3]! < 128) continue
      all++
      if (Math.abs(one[i]! - other[i]!) + Math.abs(one[i + 1]! - other[i + 1]!) > 90) count++
    }
  }
  return count / all
}
