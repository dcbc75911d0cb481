import { describe, expect, test, vi } from 'vitest'
import { findFaces } from '#worker/artist/vision/index.ts'
import sharp, { type Sharp } from 'sharp'
import { portrait, toPicture } from './photos.ts'

vi.setConfig({ testTimeout: 60_000 })

const BACKDROP = { background: '#b5aca8' }

const findFace = async (photo: Sharp) => (await findFaces(await toPicture(photo)))[0]?.pose ?? null

describe('face detection', () => {
  const there = { x: 225, y: 108, unitPx: 1.06, roll: 0.05 }
  test.each<[string, () => Sharp, Partial<typeof there>]>([
    ['as it is', portrait, {}],
    ['mirrored', () => portrait().flop(), { x: 287, roll: -0.05 }],
    ['in a dark photo', () => portrait().linear(0.35), {}],
    ['in black and white', () => portrait().modulate({ saturation: 0 }), {}],
    ['out of focus', () => portrait().blur(2), {}],
    ['in a small photo', () => portrait().resize(256), { x: 112.5, y: 54, unitPx: 0.53 }],
    ['tilted to one side', () => portrait().rotate(10, BACKDROP), { x: 292, y: 145, roll: 0.22 }],
    ['tilted to the other side', () => portrait().rotate(-10, BACKDROP), { x: 240, y: 157, roll: -0.125 }],
  ])('finds a face %s', async (_name, photo, differs) => {
    const expected = { ...there, ...differs }
    const face = await findFace(photo())
    expect(face).not.toBeNull()
    expect(Math.hypot(face!.x - expected.x, face!.y - expected.y)).toBeLessThan(6 * expected.unitPx)
    expect(face!.unitPx / expected.unitPx).toBeGreaterThan(0.9)
    expect(face!.unitPx / expected.unitPx).toBeLessThan(1.1)
    expect(Math.abs(face!.roll - expected.roll)).toBeLessThan(0.08)
  })

  test('takes the bigger one of two faces', async () => {
    const near = await portrait().extract({ left: 120, top: 0, width: 220, height: 240 }).resize(440, 480).toBuffer()
    const far = await portrait().extract({ left: 120, top: 0, width: 220, height: 240 }).toBuffer()
    const together = sharp({ create: { width: 900, height: 500, channels: 3, background: '#8899aa' } })
      .composite([
        { input: far, left: 20, top: 120 },
        { input: near, left: 440, top: 10 },
      ])
      .png()
    const face = await findFace(sharp(await together.toBuffer()))
    expect(face!.x).toBeGreaterThan(600)
    expect(face!.unitPx).toBeGreaterThan(1.8)
  })

  test('finds a face at the same place every time, whatever was searched in between', async () => {
    const first = await findFace(portrait())
    await findFace(portrait().flop())
    expect(await findFace(portrait())).toEqual(first)
  })
})

describe('pictures without a face', () => {
  test.each<[string, () => Sharp]>([
    ['below the head', () => portrait().extract({ left: 0, top: 250, width: 512, height: 262 })],
    ['on a plain wall', () => sharp({ create: { width: 300, height: 400, channels: 3, background: '#ccaa88' } })],
    [
      'in noise',
      () => {
        let seed = 1
        const grain = Uint8Array.from({ length: 300 * 300 * 3 }, () => (seed = (seed * 48_271) % 0x7fff_ffff) % 256)
        return sharp(grain, { raw: { width: 300, height: 300, channels: 3 } })
      },
    ],
  ])('finds no face %s', async (_name, photo) => {
    expect(await findFace(photo())).toBeNull()
  })
})
