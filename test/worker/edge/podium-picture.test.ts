import { beforeEach, describe, expect, test } from 'vitest'
import type { PodiumPage } from '#worker/render/formats/format.ts'
import type { DrawPodium } from '#worker/render/formats/podium.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { createTestApp, noPictures, ORIGIN, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getImageSize } from '../../support/image-size.ts'
import { readPage } from '../../support/page.ts'
import { takeConsole } from '../../support/quiet.ts'
import { frontBytes } from './pictured-cards.ts'

const MIDNIGHT = Date.parse('2026-11-21T00:00:00.000Z')
const MINUTE_MS = 60_000
const PAGES: Readonly<Record<PodiumPage, string>> = { home: '/', hall: '/hall-of-fame' }

const run = (sql: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .run()

let round = 0
/** Makes card ids unique per test, because the data center cache outlives a test. */
const getId = (name: string) => `${name}-${round}`

/** Inserts cards with the given names, in descending order of votes. */
async function seedPodium(...names: readonly string[]) {
  for (const [i, name] of names.entries()) await seedCard({ id: getId(name), playerName: name, votes: 50 - i })
}

const pictures = { ...noPictures, get: frontBytes }

/** An app that records which cards it draws, by page. The test moves its clock. */
function openApp() {
  const clock = { time: MIDNIGHT + 60 * MINUTE_MS }
  const requests: string[] = []
  const drawn: PodiumPage[] = []
  const drawPodium: DrawPodium = async (page) => {
    drawn.push(page)
    return Uint8Array.from(await frontBytes())
  }
  const get = async (card: { id: string }) => {
    requests.push(card.id)
    return frontBytes()
  }
  const app = createTestApp({ clock: () => clock.time, drawPodium, pictures: { ...noPictures, get } })
  return { app, clock, requests, drawn }
}

async function getImage(app: TestApp, page: PodiumPage): Promise<string> {
  const { meta } = await readPage(await (await app.send(PAGES[page])).text())
  return meta['og:image']!.replace(ORIGIN, '')
}

beforeEach(async () => {
  round++
  await freshDatabase()
})

describe.each(['home', 'hall'] as const)('the link preview image of the %s page', (page) => {
  test('serves the built-in image while there are fewer than three public cards', async () => {
    await seedPodium('one', 'two')
    await seedCard({ id: 'draft', visibility: 'draft', votes: 99 })
    await seedCard({ id: 'unlisted', visibility: 'unlisted', votes: 99 })
    const { app } = openApp()
    expect(await getImage(app, page)).toBe('/share.jpg')
    const response = await app.send(`/og/podium/${page}.0123456789.jpg`)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/share.jpg'])
  })
})

test('draws the podium as a 1200 x 630 JPEG below 300 KB for links to the Hall', async () => {
  await seedPodium('one', 'two', 'three', 'four')
  const app = createTestApp({ pictures })
  const address = await getImage(app, 'hall')
  expect(address).toMatch(/^\/og\/podium\/hall\.[0-9a-f]{10}\.jpg$/)
  const response = await app.send(address)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cdn-cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(getImageSize(bytes)).toEqual({ width: 1200, height: 630 })
  expect(bytes.length).toBeLessThan(300_000)
  expect(readArtMetadata(bytes).source).toBe('trained')
})

describe('the daily podium', () => {
  test('draws the podium once for concurrent requests, and stores it', async () => {
    await seedPodium('one', 'two', 'three')
    const { app, requests, drawn } = openApp()
    const address = await getImage(app, 'hall')
    const responses = await Promise.all(Array.from({ length: 4 }, () => app.send(address)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await app.send(address)).status).toBe(200)
    expect(drawn).toEqual(['hall'])
    expect(requests).toEqual(['one', 'two', 'three'].map(getId))
  })

  test('keeps the podium of a day until the next, regardless of votes', async () => {
    await seedPodium('one', 'two', 'three', 'four')
    const { app, clock } = openApp()
    const before = await getImage(app, 'home')
    for (let i = 0; i < 9; i++)
      await run('insert into votes (card, voter, at) values (?, ?, ?)', getId('four'), `voter-${i}`, MIDNIGHT + i)
    await seedCard({ id: 'new', votes: 900, createdAt: new Date(MIDNIGHT + 1).toISOString() })
    clock.time += 2 * MINUTE_MS
    expect(await getImage(app, 'home')).toBe(before)
    clock.time += 24 * 60 * MINUTE_MS
    expect(await getImage(app, 'home')).not.toBe(before)
  })

  test.each([
    ['removed', `delete from fantasy_football_cards where id = ?`],
    ['hidden', `update fantasy_football_cards set hidden_from = 'public', visibility = 'draft' where id = ?`],
    ['unlisted', `update fantasy_football_cards set visibility = 'unlisted' where id = ?`],
  ])('removes a card that is %s from the podium at once, also at its earlier URL', async (_, change) => {
    await seedPodium('one', 'two', 'three', 'four')
    const { app, requests } = openApp()
    const before = await getImage(app, 'hall')
    expect((await app.send(before)).status).toBe(200)
    requests.splice(0)
    await run(change, getId('two'))
    const response = await app.send(before)
    const after = response.headers.get('location')
    expect([response.status, after === before]).toEqual([302, false])
    expect((await app.send(after!)).status).toBe(200)
    expect(requests).toEqual(['one', 'three', 'four'].map(getId))
  })

  test('reads the podium at most once a minute for pages, and not at all for other requests', async () => {
    await seedPodium('one', 'two', 'three')
    const clock = { time: MIDNIGHT }
    let batches = 0
    const watchBackend = async (request: Request) => {
      if ((await request.text()).includes('vote_tallies t')) batches++
    }
    const app = createTestApp({ clock: () => clock.time, watchBackend: (request) => void watchBackend(request) })
    for (const path of ['/', '/hall-of-fame', '/', '/contact']) await (await app.send(path)).text()
    expect(batches).toBe(1)
    clock.time += MINUTE_MS
    await (await app.send('/')).text()
    expect(batches).toBe(2)
  })

  test('falls back to the built-in image when the podium cannot be drawn, and logs the failure', async () => {
    await seedPodium('one', 'two', 'three')
    const drawPodium: DrawPodium = () => Promise.reject(new Error('the renderer is out of order'))
    const app = createTestApp({ drawPodium, pictures })
    const response = await app.send(await getImage(app, 'hall'))
    expect([response.status, response.headers.get('location')]).toEqual([302, '/share.jpg'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(takeConsole())).toContain('the renderer is out of order')
  })
})

test('returns 404 for a URL that is not a podium’s', async () => {
  const app = createTestApp()
  const statuses = []
  for (const path of ['/og/podium/door.0123456789.jpg', '/og/podium/hall.png', '/og/podium/hall'])
    statuses.push((await app.send(path)).status)
  expect(statuses).toEqual([404, 404, 404])
})
