import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type NetName, setWeights } from '#worker/artist/vision/index.ts'
import { createWeightsLoader } from '#worker/artist/vision/served-weights.ts'
import type { Env } from '#worker/env.ts'
import { takeConsole } from '../../../support/quiet.ts'
import { type Box, draw, pixelsOf, shareOf } from './drawn.ts'

vi.setConfig({ testTimeout: 90_000 })

const FACE: Box = { left: 439, top: 231, right: 500, bottom: 429 }
const isSkin = (r: number, g: number, b: number, a: number) => a > 250 && r > 130 && r > g + 12 && g > b + 4

const served = createWeightsLoader((env as unknown as Env).ASSETS)
/** The file of one net cannot be read. */
const without = (missing: NetName) =>
  setWeights((name) => (name === missing ? Promise.reject(new Error(`no ${missing}`)) : served(name)))
afterEach(() => setWeights(served))

describe('when the file of a net cannot be read', () => {
  test('that tells hair from skin, cards are still inked, and it is logged', async () => {
    without('classes')
    const card = await draw({ armor: 'none' })

    expect(card.finish).toBe('ink')
    expect(shareOf(await pixelsOf(card.bytes), FACE, isSkin)).toBeGreaterThan(0.6)
    expect(
      shareOf(await pixelsOf(card.bytes), { left: 0, top: 0, right: 150, bottom: 440 }, (_r, _g, _b, a) => a > 0),
    ).toBe(0)
    expect(JSON.stringify(takeConsole())).toContain('no classes')
  })

  test.each<NetName>(['detector', 'mesh', 'matte'])(
    'the artist fails with its cause, and draws again once it can be: %s',
    async (missing) => {
      without(missing)
      await expect(draw()).rejects.toThrow(`no ${missing}`)
      setWeights(served)
      expect((await draw()).finish).toBe('ink')
    },
  )
})
