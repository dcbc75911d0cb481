import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { createTestApp, ORIGIN } from '../../../support/app.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { portraitBytes } from '../../../support/portrait.ts'

vi.setConfig({ testTimeout: 90_000 })
beforeEach(freshDatabase)

const CARD = { width: 1000, height: 1400 } as const
/** The lit cheek and the eye above it: skin in both finishes. */
const CHEEK = { left: 424, top: 280, right: 515, bottom: 402 } as const

/** The stored card of a generation with a finish. */
async function cardWith(finish: string): Promise<Uint8ClampedArray> {
  const visitor = createTestApp().visitor()
  const response = await visitor.form('/api/generations', {
    nickname: 'Ace',
    number: '12',
    team: 'Green Bay Packers',
    armor: 'none',
    finish,
    photo: new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }),
  })
  const { id } = (await response.json()) as Generation
  const { imageUrl } = await vi.waitFor(
    async () => {
      const generation = (await (await visitor.send(`/api/generations/${id}`)).json()) as Generation
      expect(generation.state).toBe('ready')
      return generation.card!
    },
    { timeout: 40_000, interval: 100 },
  )
  const file = (await testEnv().FILES.get(imageUrl.slice(`${ORIGIN}/storage/fantasy-cards/`.length)))!
  return decodeRgba(new Uint8Array(await file.arrayBuffer()), CARD.width, CARD.height)
}

/** The roughness of the cheek beside strokes and edges: paint is smooth, a photo has its texture. */
function roughnessOf(pixels: Uint8ClampedArray): number {
  const steps: number[] = []
  for (let y: number = CHEEK.top; y < CHEEK.bottom; y += 2) {
    for (let x: number = CHEEK.left; x < CHEEK.right; x += 2) {
      const at = 4 * (y * CARD.width + x) + 1
      steps.push(Math.abs(2 * pixels[at]! - pixels[at - 8]! - pixels[at + 8]!))
    }
  }
  return steps.sort((one, other) => one - other)[Math.floor(0.75 * steps.length)]!
}

/** The share of pixels of the cheek in which two cards differ. */
const differ = (one: Uint8ClampedArray, other: Uint8ClampedArray): number => {
  let [count, all] = [0, 0]
  for (let y: number = CHEEK.top; y < CHEEK.bottom; y++) {
    for (let x: number = CHEEK.left; x < CHEEK.right; x++, all++) {
      const at = 4 * (y * CARD.width + x) + 1
      if (Math.abs(one[at]! - other[at]!) > 8) count++
    }
  }
  return count / all
}

describe('the finish that a visitor asks for', () => {
  test('is the one the stored card has: a painted face, or the photo itself', async () => {
    const [ink, photo] = [await cardWith('ink'), await cardWith('photo')]

    expect(roughnessOf(photo)).toBeGreaterThan(1.2 * roughnessOf(ink))
    expect(differ(ink, photo)).toBeGreaterThan(0.4)
  })
})
