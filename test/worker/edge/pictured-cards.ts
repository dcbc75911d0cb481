import { expect } from 'vitest'
import { render } from '#worker/graphics/engine.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCard, type SeedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { drawSmall } from '../../support/stub-artist.ts'

const SIZE = { width: 1000, height: 1400 }

/** A front in one color, whose metadata names a trained model. */
async function drawFront(): Promise<Uint8Array<ArrayBuffer>> {
  const scene = { type: 'container', style: { ...SIZE, backgroundColor: '#c03020' } } as const
  return withMetadata(await render(scene, { ...SIZE, format: 'jpeg', quality: 80 }), {
    title: 'Ace',
    source: 'trained',
  })
}

let front: Promise<Uint8Array<ArrayBuffer>> | undefined
export const frontBytes = () => (front ??= drawFront())

/** Stores a card with its front. @returns the URL of the image */
export async function storeCardWithFront(seed: Partial<SeedCard> = {}): Promise<string> {
  const imageUrl = await seedCard({ id: 'c1', ...seed })
  const jpeg = await frontBytes()
  await testEnv().FILES.put('cards/c1/1.jpg', jpeg, { httpMetadata: { contentType: 'image/jpeg' } })
  return imageUrl
}

export const failToDraw: DrawFormat = () => Promise.reject(new Error('the renderer is out of order'))

/** Returns a stub renderer of formats, and the formats it was called with. */
export function createCountingRenderer() {
  const drawn: string[] = []
  const drawFormat: DrawFormat = async (format, ...given) => {
    drawn.push(format)
    return drawSmall(format, ...given)
  }
  return { drawn, drawFormat }
}

/** Returns the current versioned URL of an image. */
export async function getAddress(app: TestApp, path = '/og/c1.jpg'): Promise<string> {
  const response = await app.send(path)
  expect(response.status).toBe(302)
  return response.headers.get('location')!
}
