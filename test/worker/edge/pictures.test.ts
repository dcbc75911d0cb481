import { beforeEach, describe, expect, test } from 'vitest'
import { readCardFacts } from '#worker/edge/cards/card-record.ts'
import type { Env } from '#worker/env.ts'
import { extensionOf, FORMAT_NAMES, FORMATS } from '#worker/render/formats/format.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { xmpOf } from '#worker/graphics/metadata/metadata.ts'
import { createTestApp, idOf, ORIGIN } from '../../support/app.ts'
import { filesBelow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { sizeOf } from '../../support/size-of.ts'
import { addressOf, counting, failing, picturedCard } from './pictured-cards.ts'

beforeEach(freshDatabase)

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describe('the share picture of a public card', () => {
  test('is found without its version by way of the one with it', async () => {
    await picturedCard()
    const response = await createTestApp().send('/og/c1.jpg')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^\/og\/c1\.[0-9a-f]{10}\.jpg$/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('is a JPEG of 1200 x 630 below 300 KB that may be kept for ever, gives no cookie and names its maker', async () => {
    await picturedCard({ playerName: 'Ace & <Co>' })
    const app = createTestApp()
    const response = await app.send(await addressOf(app))
    const bytes = await bytesOf(response)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cdn-cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(sizeOf(bytes)).toEqual(FORMATS.share)
    expect(bytes.length).toBeLessThan(300_000)
    expect(xmpOf(bytes)).toContain('Ace &amp; &lt;Co&gt; #12 | Fantasy Football Card')
    expect(markOf(bytes).source).toBe('trained')
  })

  test('is drawn once, then kept', async () => {
    await picturedCard()
    const { drawn, drawFormat } = counting()
    const app = createTestApp({ drawFormat })
    const address = await addressOf(app)
    const first = await bytesOf(await app.send(address))
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg', `cards/c1/${address.slice(7, 17)}/share.jpg`])
    expect(await bytesOf(await app.send(address))).toEqual(first)
    expect(drawn).toEqual(['share'])
  })

  test('is drawn once for all concurrent requests (coalescing)', async () => {
    await picturedCard()
    const { drawn, drawFormat } = counting()
    const app = createTestApp({ drawFormat })
    const address = await addressOf(app)
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.send(address)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(drawn).toEqual(['share'])
  })

  test('has another address when the card shows something else, and the old one leads to it', async () => {
    await picturedCard()
    const app = createTestApp({ drawFormat: counting().drawFormat })
    const before = await addressOf(app)
    await testEnv().DB.prepare("update fantasy_football_cards set player_name = 'Queen'").run()
    const after = await addressOf(app)
    expect(after).not.toBe(before)
    expect(await addressOf(app, before)).toBe(after)
    expect(await addressOf(app, '/og/c1.ffffffffff.jpg')).toBe(after)
  })

  test('is what the card’s page tells crawlers', async () => {
    await picturedCard()
    const app = createTestApp()
    const html = await (await app.send('/card/c1')).text()
    expect(html).toContain(`<meta property="og:image" content="${ORIGIN}${await addressOf(app)}" />`)
  })
})

describe('the other pictures', () => {
  test('are of the type that their addresses say, and say how they were made', async () => {
    await picturedCard()
    const app = createTestApp({ drawFormat: counting().drawFormat })
    const offenders = []
    for (const format of FORMAT_NAMES.filter((name) => name !== 'share')) {
      const extension = extensionOf(format)
      const address = await addressOf(app, `/picture/c1.${format}.${extension}`)
      expect(address).toMatch(new RegExp(`^/picture/c1\\.[0-9a-f]{10}\\.${format}\\.${extension}$`))
      const response = await app.send(address)
      const type = response.headers.get('content-type')
      const { source } = markOf(await bytesOf(response))
      const expected = extension === 'webp' ? 'image/webp' : 'image/jpeg'
      if (type !== expected || source !== 'trained') offenders.push({ format, type, source })
    }
    expect(offenders).toEqual([])
  })

  test('of the time when copies were JPEGs are gone with their card, and their addresses lead to today’s', async () => {
    const app = createTestApp({ drawFormat: counting().drawFormat })
    const maker = app.visitor()
    await picturedCard({ owner: idOf(await maker.arrive()) })
    const today = await addressOf(app, '/picture/c1.thumb-256.webp')
    expect(await addressOf(app, today.replace('.webp', '.jpg'))).toBe(today)
    await app.send(today)
    const folder = `cards/c1/${today.split('.')[1]}`
    await testEnv().FILES.put(`${folder}/thumb-256.jpg`, 'as it was stored then')
    expect(await filesBelow(folder)).toEqual([`${folder}/thumb-256.jpg`, `${folder}/thumb-256.webp`])
    expect((await maker.send('/api/cards/c1', { method: 'DELETE' })).status).toBe(204)
    expect(await filesBelow(folder)).toEqual([])
  })
})

test('an address that is not exactly a picture’s is not there', async () => {
  await picturedCard()
  const app = createTestApp({ drawFormat: counting().drawFormat })
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

describe('when something is out of order', () => {
  const isStandIn = (response: Response) =>
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      302,
      '/share.jpg',
      'no-store',
    ])

  test('the site’s own picture stands in, is not cached, and the failure is logged', async () => {
    await picturedCard()
    const app = createTestApp({ drawFormat: failing })
    isStandIn(await app.send(await addressOf(app), { redirect: 'manual' }))
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
    expect(JSON.stringify(takeConsole())).toContain('the renderer is out of order')
  })

  test('the real picture is back as soon as it can be drawn', async () => {
    await picturedCard()
    let order = failing
    const app = createTestApp({ drawFormat: (...given) => order(...given) })
    const address = await addressOf(app)
    await app.send(address, { redirect: 'manual' })
    takeConsole()
    order = counting().drawFormat
    expect((await app.send(address)).headers.get('cache-control')).toContain('immutable')
  })

  test('it stands in for a card whose front is lost, too', async () => {
    await seedCard({ id: 'c1' })
    const app = createTestApp()
    isStandIn(await app.send(await addressOf(app), { redirect: 'manual' }))
    expect(takeConsole()).toHaveLength(1)
  })

  test('a database that does not answer costs the picture, never the answer', async () => {
    const env: Env = { ...testEnv(), DB: { prepare: () => fail(), batch: () => fail() } as unknown as D1Database }
    isStandIn(await createTestApp({}, env).send('/og/c1.jpg', { redirect: 'manual' }))
    expect(takeConsole().length).toBeGreaterThan(0)
  })
})

function fail(): never {
  throw new Error('no database')
}

test('a card without stats has no tier and no numbers to show', async () => {
  await picturedCard()
  await testEnv().DB.prepare('update fantasy_football_cards set stats = null').run()
  const { drawn, drawFormat } = counting()
  const app = createTestApp({ drawFormat })
  const facts = await readCardFacts(app.services.edge.backend.service(ORIGIN), 'c1')
  expect(facts).toMatchObject({ stats: null, tier: null, playerName: 'Ace' })
  expect((await app.send(await addressOf(app))).status).toBe(200)
  expect(drawn).toEqual(['share'])
})
