import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { lookAtPhoto } from '#worker/artist/look.ts'

const SIDE = 512
const face = (name: string, side = SIDE) =>
  sharp(`test/fixtures/faces/${name}.jpg`).resize(side, side, { fit: 'cover' }).toBuffer()

/** Faces side by side on a wall, each with the given side length. */
async function group(...people: readonly (readonly [name: string, side: number])[]): Promise<Uint8Array> {
  const width = people.reduce((sum, [, side]) => sum + side, 0)
  const lefts = people.map((_, i) => people.slice(0, i).reduce((sum, [, side]) => sum + side, 0))
  const placed = await Promise.all(
    people.map(async ([name, side], i) => ({ input: await face(name, side), left: lefts[i]!, top: 0 })),
  )
  const height = Math.max(...people.map(([, side]) => side))
  return sharp({ create: { width, height, channels: 3, background: '#8a9a9f' } })
    .composite(placed)
    .jpeg({ quality: 92 })
    .toBuffer()
}

describe('photo analysis', () => {
  test('finds the only person in a photo', async () => {
    expect(await lookAtPhoto(readFileSync('test/fixtures/portrait.jpg'))).toMatchObject({ kind: 'one' })
  })

  test('finds two equally large people at their positions', async () => {
    const looked = await lookAtPhoto(await group(['dark-skin', SIDE], ['fair-long-hair', SIDE]))
    if (looked.kind !== 'several') throw new Error(`found ${looked.kind}`)
    const [left, right] = looked.faces.toSorted((one, other) => one.cx - other.cx)
    expect(looked.faces).toHaveLength(2)
    expect([left!.cx, right!.cx].map((share) => Math.abs((share % 0.5) - 0.25) < 0.08)).toEqual([true, true])
    for (const { cy, s, roll } of looked.faces) {
      expect(cy > 0.3 && cy < 0.75).toBe(true)
      expect(s > 0.12 && s < 0.45).toBe(true)
      expect(Math.abs(roll)).toBeLessThan(0.3)
    }
  })

  test('ignores a much smaller person in the background', async () => {
    const looked = await lookAtPhoto(await group(['brown-skin-long-hair', SIDE], ['bald-beard', 150]))
    expect(looked).toMatchObject({ kind: 'one' })
  })

  test('distinguishes smiling from serious faces, even in a tilted photo', async () => {
    const isSmiling = async (name: string, degrees: number) => {
      const leaning = sharp(await face(name)).rotate(degrees, { background: '#8a9a9f' })
      const looked = await lookAtPhoto(await leaning.jpeg().toBuffer())
      return looked.kind === 'one' && looked.isSmiling
    }
    for (const degrees of [0, 25, -25]) {
      expect(await isSmiling('bald-beard', degrees)).toBe(true)
      expect(await isSmiling('fair-long-hair', degrees)).toBe(false)
    }
  })

  test('finds no face on a blank wall', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const wall = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#8a9a9f', noise } })
    expect(await lookAtPhoto(await wall.jpeg().toBuffer())).toEqual({ kind: 'none' })
  })

  test('rejects a file that is not a photo', async () => {
    await expect(lookAtPhoto(new TextEncoder().encode('no photo'))).rejects.toMatchObject({ code: 'IMAGE_UNSUPPORTED' })
  })
})
