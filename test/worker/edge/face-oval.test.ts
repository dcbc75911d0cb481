import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { decodeRgba } from '#worker/render/engine.ts'
import { createTestApp, ORIGIN, type TestApp, type TestVisitor } from '../../support/app.ts'
import { filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'

vi.setConfig({ testTimeout: 90_000 })

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

/** A place on the wall beside the head, of the size of a head. */
const WALL = '{"cx":0.66,"cy":0.2,"s":0.2}'

const post = (visitor: TestVisitor, fields: Record<string, string>) =>
  visitor.form('/api/generations', {
    nickname: 'Ace',
    number: '12',
    team: 'Green Bay Packers',
    armor: 'none',
    photo: new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }),
    ...fields,
  })

/** The head of a finished card, at a quarter of its size. */
async function headOf(fields: Record<string, string>): Promise<Uint8ClampedArray> {
  const visitor = app.visitor()
  const { id } = (await (await post(visitor, fields)).json()) as Generation
  const card = await vi.waitFor(
    async () => {
      const generation = (await (await visitor.send(`/api/generations/${id}`)).json()) as Generation
      expect(generation.state).toBe('ready')
      return generation.card!
    },
    { timeout: 30_000, interval: 100 },
  )
  const path = card.imageUrl.slice(`${ORIGIN}/storage/fantasy-cards/`.length)
  const pixels = await decodeRgba(
    new Uint8Array(await (await testEnv().FILES.get(path))!.arrayBuffer()),
    SMALL.w,
    SMALL.h,
  )
  return pixels.slice(SMALL.w * HEAD.top * 4, SMALL.w * HEAD.bottom * 4)
}

const SMALL = { w: 250, h: 350 } as const
const HEAD = { top: 40, bottom: 150 } as const

const meanDifference = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length

describe('a photo that comes with the oval of its face', () => {
  test.each(['{"cx":0.5', '{"cx":3,"cy":0.2,"s":0.2}', ''])('is refused when the oval is %j', async (face) => {
    const response = await post(app.visitor(), { face })
    expect(response.status).toBe(400)
    const { code, details } = (await response.json()) as { code: string; details: { path: string }[] }
    expect([code, details[0]?.path.split('.')[0]]).toEqual(['VALIDATION_ERROR', 'face'])
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  test('shows what is in the oval, whatever face there is elsewhere', async () => {
    const found = await headOf({})
    const again = await headOf({})
    const pointedAt = await headOf({ face: WALL })

    expect(meanDifference(found, pointedAt)).toBeGreaterThan(3 * meanDifference(found, again))
    await vi.waitFor(async () => expect(await filesBelow('player-photos/')).toEqual([]), { timeout: 10_000 })
  })
})
