import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { lookAtPhoto } from '#worker/artist/look.ts'

const SIDE = 512
const face = (name: string, side = SIDE) =>
  sharp(`test/fixtures/faces/${name}.jpg`).resize(side, side, { fit: 'cover' }).toBuffer()

/** Faces side by side on a wall, each as wide as it says. */
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

describe('a look at a photo', () => {
  test('of one person finds that person', async () => {
    expect(await lookAtPhoto(readFileSync('test/fixtures/portrait.jpg'))).toEqual({ kind: 'one' })
  })

  test('of two people alike finds both, each where it is', async () => {
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

  test('of one person in front of a much smaller one finds the one in front', async () => {
    expect(await lookAtPhoto(await group(['brown-skin-long-hair', SIDE], ['bald-beard', 150]))).toEqual({ kind: 'one' })
  })

  test('of a wall finds no face', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const wall = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#8a9a9f', noise } })
    expect(await lookAtPhoto(await wall.jpeg().toBuffer())).toEqual({ kind: 'none' })
  })

  test('of what is no photo fails, and the caller decides what that means', async () => {
    await expect(lookAtPhoto(new TextEncoder().encode('no photo'))).rejects.toMatchObject({ code: 'IMAGE_UNSUPPORTED' })
  })
})
