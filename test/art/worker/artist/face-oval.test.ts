import { expect, test, vi } from 'vitest'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { measureShare, painted, readPixels } from './drawn.ts'
import { changed, laidOn, part, portrait, repainted, toJpeg } from './heads.ts'

vi.setConfig({ testTimeout: 180_000 })

const HEAD = { left: 200, top: 0, right: 800, bottom: 640 }
const isBluish = (r: number, _g: number, b: number, a: number) => a > 250 && b > r + 20
const SIZE = { widthPx: 760, heightPx: 420 } as const

/** Two heads: a large one unchanged, and to its right a smaller one with blue skin and hair. */
async function twoHeads(): Promise<Uint8Array> {
  const photo = await portrait()
  const large = changed(photo, { scale: 1.6 }).picture
  const wall: Picture = { data: new Uint8ClampedArray(SIZE.widthPx * SIZE.heightPx * 4).fill(176), ...SIZE }
  const left = laidOn(wall, part(large, 190, 0, 350, 380), 20, 20)
  const blue = repainted(part(photo, 115, 0, 220, 240), (_x, _y, [r, g, b]) => [b, g, r])
  return toJpeg(laidOn(left, blue, 500, 100))
}

function drawWithOval(photo: Uint8Array, face: FaceOval | null, armor: ArmorId = 'none') {
  const team = getTeam('Kansas City Chiefs')!
  const prompt = buildPrompt({ nickname: 'Ace', number: '', team, armor: getArmor(armor)!, face })
  return createArtist().draw({ prompt, photos: [photo] })
}

const RIGHT: FaceOval = { cx: 610 / SIZE.widthPx, cy: 208 / SIZE.heightPx, s: 105 / SIZE.widthPx, roll: 0.05 }

test("draws the head inside the visitor's oval, and the larger head without an oval", async () => {
  const photo = await twoHeads()
  const drawn = async (face: FaceOval | null) => {
    const { bytes, finish } = await drawWithOval(photo, face)
    return { finish, blue: measureShare(await readPixels(bytes), HEAD, isBluish) }
  }
  const [found, pointedAt] = [await drawn(null), await drawn(RIGHT)]

  expect([found.finish, pointedAt.finish]).not.toContain('faceless')
  expect(found.blue).toBeLessThan(0.02)
  expect(pointedAt.blue).toBeGreaterThan(0.15)
})

test('inks a head for an oval that is a third too large and tilted', async () => {
  const drawn = await drawWithOval(portraitBytes(), { cx: 0.44, cy: 0.21, s: 0.28, roll: 0.35 })
  expect(drawn).toMatchObject({ finish: 'ink', notices: [] })
})

test('draws a faceless head for an oval on a wall, with a notice', async () => {
  const wall = await painted(400, 400, (x, y) => [120 + (x >> 3), 120 + (y >> 3), 150])
  const drawn = await drawWithOval(wall, { cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }, 'duck')
  expect(drawn).toMatchObject({ finish: 'faceless', notices: ['no-face'] })
})
