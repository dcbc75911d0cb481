import { beforeAll, describe, expect, test, vi } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import type { Picture } from '#worker/artist/ink/picture.ts'
import { pixelsOf, shareOf } from './drawn.ts'
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
