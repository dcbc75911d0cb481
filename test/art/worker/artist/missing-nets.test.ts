import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findFaces, type NetName, segmentHead, setWeights } from '#worker/artist/vision/index.ts'
import { createWeightsLoader } from '#worker/artist/vision/served-weights.ts'
import type { Env } from '#worker/env.ts'
import { findOffenders } from '../../../support/offenders.ts'
import { takeConsole } from '../../../support/quiet.ts'
import { type Box, draw, measureShare, readPixels } from './drawn.ts'
import { portrait } from './heads.ts'

vi.setConfig({ testTimeout: 90_000 })

const FACE: Box = { left: 439, top: 231, right: 500, bottom: 429 }
const isSkin = (r: number, g: number, b: number, a: number) => a > 250 && r > 130 && r > g + 12 && g > b + 4

const served = createWeightsLoader((env as unknown as Env).ASSETS)
/** Makes one net's file unreadable. */
const without = (missing: NetName) =>
  setWeights((name) => (name === missing ? Promise.reject(new Error(`no ${missing}`)) : served(name)))
afterEach(() => setWeights(served))

describe('missing net files', () => {
  test('inks cards without the segmentation net, and logs its absence', async () => {
    without('classes')
    const card = await draw({ armor: 'none' })

    expect(card.finish).toBe('ink')
    const pixels = await readPixels(card.bytes)
    expect(measureShare(pixels, FACE, isSkin)).toBeGreaterThan(0.6)
    expect(measureShare(pixels, { left: 0, top: 0, right: 150, bottom: 440 }, (_r, _g, _b, a) => a > 0)).toBe(0)
    expect(JSON.stringify(takeConsole())).toContain('no classes')
  })

  test('fails with the missing net as the cause, and detects the face again once it loads', async () => {
    const photo = await portrait()
    const offenders = await findOffenders<NetName>(['detector', 'mesh', 'matte'], String, async (missing) => {
      without(missing)
      await expect(draw()).rejects.toThrow(`no ${missing}`)
      setWeights(served)
      const [face] = await findFaces(photo)
      expect((await segmentHead(photo, face!)).person).toHaveLength(65_536)
    })
    expect(offenders).toEqual([])
  })
})
