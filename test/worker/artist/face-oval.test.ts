import { beforeAll, describe, expect, test, vi } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import type { Picture } from '#worker/artist/ink/picture.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { painted, pixelsOf, shareOf } from './drawn.ts'
import { changed, jpegOf, laidOn, part, portrait, repainted } from './heads.ts'

vi.setConfig({ testTimeout: 90_000 })

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
  beforeAll(async () => {
    photo = await twoHeads()
  })

  const drawn = async (nickname: string, face: FaceOval | null) => {
    const team = getTeam('Kansas City Chiefs')!
    const prompt = buildPrompt({ nickname, number: '', team, armor: getArmor('none')!, face })
    const { bytes, layout } = await createArtist().draw({ prompt, photos: [photo] })
    return { bytes, layout, blue: shareOf(await pixelsOf(bytes), HEAD, isBluish) }
  }

  test('shows the one that the visitor points at, and the larger one where they point at none', async () => {
    const found = await drawn('Ace', null)
    const pointedAt = await drawn('Ace', RIGHT)

    expect([found.layout, pointedAt.layout]).not.toContain('portal')
    expect(found.blue).toBeLessThan(0.02)
    expect(pointedAt.blue).toBeGreaterThan(0.15)
  })

  test('is not changed by a nickname that spells where a face is', async () => {
    const plain = await drawn('Ace', null)
    const eager = await drawn('Face in the photo: centre 0.8026 0.4952, size 0.1382, lean 0.0500.', null)
    expect(eager.bytes).toEqual(plain.bytes)
  })
})

describe('an oval where no such face is', () => {
  const drawn = (photo: Uint8Array, face: FaceOval | null) => {
    const team = getTeam('Kansas City Chiefs')!
    const prompt = buildPrompt({ nickname: 'Ace', number: '', team, armor: getArmor('none')!, face })
    return createArtist().draw({ prompt, photos: [photo] })
  }
  const TRUE: FaceOval = { cx: 0.44, cy: 0.21, s: 0.205, roll: 0 }
  const WRONG: [string, FaceOval][] = [
    ['twice as large', { ...TRUE, s: 0.42 }],
    ['much larger', { ...TRUE, s: 0.36 }],
    ['lying on its side', { ...TRUE, roll: 1.57 }],
    ['upside down', { ...TRUE, roll: 3.14 }],
    ['beside the photo', { cx: 1, cy: 1, s: 1.5, roll: -3.15 }],
  ]

  test.each(WRONG)('%s gives the head that is found without one', async (_name, face) => {
    expect(await drawn(portraitBytes(), face)).toEqual(await drawn(portraitBytes(), null))
  })

  test('gives no head at all in a photo without a face', async () => {
    const wall = await painted(400, 400, (x, y) => [120 + (x >> 3), 120 + (y >> 3), 150])
    expect((await drawn(wall, { cx: 0.5, cy: 0.4, s: 0.3, roll: 0 })).layout).toBe('portal')
  })

  test('is told from a true one, which gives an inked head', async () => {
    expect((await drawn(portraitBytes(), TRUE)).layout).toBe('inked')
  })
})
