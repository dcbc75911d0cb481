import { beforeEach, describe, expect, test } from 'vitest'
import { readCardFacts } from '#worker/edge/cards/card-record.ts'
import type { Env } from '#worker/env.ts'
import { FORMAT_NAMES, FORMATS, getExtension } from '#worker/render/formats/format.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { readXmp } from '#worker/graphics/metadata/metadata.ts'
import { createTestApp, getVisitorId, ORIGIN } from '../../support/app.ts'
import { filesBelow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { getImageSize } from '../../support/image-size.ts'
import { createCountingRenderer, failToDraw, getAddress, storeCardWithFront } from './pictured-cards.ts'

beforeEach(freshDatabase)

const toBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describe('the share image of a public card', () => {
  test('redirects the unversioned URL of the share image to the versioned one', async () => {
    await storeCardWithFront()
    const response = await createTestApp().send('/og/c1.jpg')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^\/og\/c1\.[0-9a-f]{10}\.jpg$/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('serves a 1200 x 630 JPEG below 300 KB that is immutable, cookieless, and credits its maker', async () => {
    await storeCardWithFront({ playerName: 'Ace & <Co>' })
    const app = createTestApp()
    const response = await app.send(await getAddress(app))
    const bytes = await toBytes(response)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cdn-cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(getImageSize(bytes)).toEqual(FORMATS.share)
    expect(bytes.length).toBeLessThan(300_000)
    expect(readXmp(bytes)).toContain('Ace &amp; &lt;Co&gt; #12 | Fantasy Football Card')
    expect(readArtMetadata(bytes).source).toBe('trained')
  })

  test('draws the share image once, then serves the stored one', async () => {
    await storeCardWithFront()
    const { drawn, drawFormat } = createCountingRenderer()
    const app = createTestApp({ drawFormat })
    const address = await getAddress(app)
    const first = await toBytes(await app.send(address))
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg', `cards/c1/${address.slice(7, 17)}/share.jpg`])
    expect(await toBytes(await app.send(address))).toEqual(first)
    expect(drawn).toEqual(['share'])
  })

  test('draws the share image once for all concurrent requests (coalescing)', async () => {
    await storeCardWithFront()
    const { drawn, drawFormat } = createCountingRenderer()
    const app = createTestApp({ drawFormat })
    const address = await getAddress(app)
    const responses = await Promise.all(Array.from({ length: 8 }, () => app.send(address)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(drawn).toEqual(['share'])
  })

  test('gives a changed card’s image a new URL, and redirects the old one to it', async () => {
    await storeCardWithFront()
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    const before = await getAddress(app)
    await testEnv().DB.prepare("update fantasy_football_cards set player_name = 'Queen'").run()
    const after = await getAddress(app)
    expect(after).not.toBe(before)
    expect(await getAddress(app, before)).toBe(after)
    expect(await getAddress(app, '/og/c1.ffffffffff.jpg')).toBe(after)
  })

  test('puts the share image into the card page’s meta tags', async () => {
    await storeCardWithFront()
    const app = createTestApp()
    const html = await (await app.send('/card/c1')).text()
    expect(html).toContain(`<meta property="og:image" content="${ORIGIN}${await getAddress(app)}" />`)
  })
})

describe('the other image formats', () => {
  test('serves the other formats with the type of their URL and provenance metadata', async () => {
    await storeCardWithFront()
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    const offenders = []
    for (const format of FORMAT_NAMES.filter((name) => name !== 'share')) {
      const extension = getExtension(format)
      const address = await getAddress(app, `/picture/c1.${format}.${extension}`)
      expect(address).toMatch(new RegExp(`^/picture/c1\\.[0-9a-f]{10}\\.${format}\\.${extension}$`))
      const response = await app.send(address)
      const type = response.headers.get('content-type')
      const { source } = readArtMetadata(await toBytes(response))
      const expected = extension === 'webp' ? 'image/webp' : 'image/jpeg'
      if (type !== expected || source !== 'trained') offenders.push({ format, type, source })
    }
    expect(offenders).toEqual([])
  })

  test('deletes older JPEG thumbnails with their card, and redirects their URLs to the current ones', async () => {
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    const maker = app.visitor()
    await storeCardWithFront({ owner: getVisitorId(await maker.arrive()) })
    const today = await getAddress(app, '/picture/c1.thumb-256.webp')
    expect(await getAddress(app, today.replace('.webp', '.jpg'))).toBe(today)
    await app.send(today)
    const folder = `cards/c1/${today.split('.')[1]}`
    await testEnv().FILES.put(`${folder}/thumb-256.jpg`, 'as it was stored then')
    expect(await filesBelow(folder)).toEqual([`${folder}/thumb-256.jpg`, `${folder}/thumb-256.webp`])
    expect((await maker.send('/api/cards/c1', { method: 'DELETE' })).status).toBe(204)
    expect(await filesBelow(folder)).toEqual([])
  })
})

test('returns 404 for a URL that is not exactly an image’s', async () => {
  await storeCardWithFront()
  const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
  const paths = [
    '/og/nobody.jpg',
    '/og/c1.png',
    '/og/c1',
    '/og/.jpg',
    '/og/c1.0.0.jpg',
    '/picture/c1.jpg',
    '/picture/c1.share.jpg',
    '/picture/c1.story.webp',
    '/picture/c1.thumb-256.png',
    '/picture/c1.poster.jpg',
    '/picture/c1.0000000000.toString.jpg',
    "/og/'%20or%201=1.jpg",
  ]
  const found = []
  for (const path of paths) if ((await app.send(path)).status !== 404) found.push(path)
  expect(found).toEqual([])
})

describe('drawing failures', () => {
  const expectFallback = (response: Response) =>
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      302,
      '/share.jpg',
      'no-store',
    ])

  test('falls back to the site’s own image, uncached, and logs the failure', async () => {
    await storeCardWithFront()
    const app = createTestApp({ drawFormat: failToDraw })
    expectFallback(await app.send(await getAddress(app), { redirect: 'manual' }))
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
    expect(JSON.stringify(takeConsole())).toContain('the renderer is out of order')
  })

  test('serves the real image as soon as it can be drawn again', async () => {
    await storeCardWithFront()
    let order = failToDraw
    const app = createTestApp({ drawFormat: (...given) => order(...given) })
    const address = await getAddress(app)
    await app.send(address, { redirect: 'manual' })
    takeConsole()
    order = createCountingRenderer().drawFormat
    expect((await app.send(address)).headers.get('cache-control')).toContain('immutable')
  })

  test('falls back to the site’s own image for a card whose front is missing', async () => {
    await seedCard({ id: 'c1' })
    const app = createTestApp()
    expectFallback(await app.send(await getAddress(app), { redirect: 'manual' }))
    expect(takeConsole()).toHaveLength(1)
  })

  test('falls back to the site’s own image when the database fails', async () => {
    const env: Env = { ...testEnv(), DB: { prepare: () => fail(), batch: () => fail() } as unknown as D1Database }
    expectFallback(await createTestApp({}, env).send('/og/c1.jpg', { redirect: 'manual' }))
    expect(takeConsole().length).toBeGreaterThan(0)
  })
})

function fail(): never {
  throw new Error('no database')
}

test('draws a card without stats without a tier and numbers', async () => {
  await storeCardWithFront()
  await testEnv().DB.prepare('update fantasy_football_cards set stats = null').run()
  const { drawn, drawFormat } = createCountingRenderer()
  const app = createTestApp({ drawFormat })
  const facts = await readCardFacts(app.services.edge.backend.service(ORIGIN), 'c1')
  expect(facts).toMatchObject({ stats: null, tier: null, playerName: 'Ace' })
  expect((await app.send(await getAddress(app))).status).toBe(200)
  expect(drawn).toEqual(['share'])
})
