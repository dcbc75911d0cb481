import { expect, inject, test } from 'vitest'
import type { ArmorId } from '#shared/domain/armor.ts'
import { draw } from './drawn.ts'

const GEARS: readonly ArmorId[] = ['none', 'goggles']

test('draws the same cards concurrently as one by one', { timeout: 180_000 }, async () => {
  const photos = inject('faces')
    .slice(0, 2)
    .map((base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
  const orders = photos.map((photo, i) => ({ photo, armor: GEARS[i]! }))
  expect(orders).toHaveLength(2)
  const drawOne = ({ photo, armor }: (typeof orders)[number]) => draw({ armor }, [photo])

  const alone = []
  for (const order of orders) alone.push(await drawOne(order))
  const together = await Promise.all(orders.map(drawOne))
  for (const [i, { bytes, ...details }] of together.entries()) {
    const { bytes: expected, ...expectedDetails } = alone[i]!
    expect(details).toEqual(expectedDetails)
    expect(Buffer.from(bytes).equals(expected)).toBe(true)
  }
  expect(new Set(alone.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(2)
})
