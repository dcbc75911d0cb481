import { beforeEach, describe, expect, test } from 'vitest'
import type { DrawPodium, PodiumPage } from '#worker/render/formats/podium.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { createTestApp, noPictures, ORIGIN, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { sizeOf } from '../../support/size-of.ts'
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
/** Other cards in each test: what a data center has cached outlives one. */
const idOf = (name: string) => `${name}-${round}`

/** Cards with the names that are given, the first with the most votes. */
async function seedPodium(...names: readonly string[]) {
  for (const [i, name] of names.entries()) await seedCard({ id: idOf(name), playerName: name, votes: 50 - i })
}

const pictures = { ...noPictures, get: frontBytes }

/** An app that notes which cards it draws, by page. Its clock is moved by the test. */
function openApp() {
  const clock = { time: MIDNIGHT + 60 * MINUTE_MS }
  const asked: string[] = []
  const drawn: PodiumPage[] = []
  const drawPodium: DrawPodium = async (page) => {
    drawn.push(page)
    return Uint8Array.from(await frontBytes())
  }
  const get = async (card: { id: string }) => {
    asked.push(card.id)
    return frontBytes()
  }
  const app = createTestApp({ clock: () => clock.time, drawPodium, pictures: { ...noPictures, get } })
  return { app, clock, asked, drawn }
}

async function imageOf(app: TestApp, page: PodiumPage): Promise<string> {
  const { meta } = await readPage(await (await app.send(PAGES[page])).text())
  return meta['og:image']!.replace(ORIGIN, '')
}

beforeEach(async () => {
  round++
  await freshDatabase()
})

describe.each(['home', 'hall'] as const)('the picture of a link to the %s page', (page) => {
  test('is the built one while there are fewer than three public cards', async () => {
    await seedPodium('one', 'two')
    await seedCard({ id: 'draft', visibility: 'draft', votes: 99 })
    await seedCard({ id: 'unlisted', visibility: 'unlisted', votes: 99 })
    const { app } = openApp()
    expect(await imageOf(app, page)).toBe('/share.jpg')
    const response = await app.send(`/og/podium/${page}.0123456789.jpg`)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/share.jpg'])
  })
})

test('the picture of a link to the Hall is a real JPEG of 1200 x 630 below 300 KB of the three on the podium', async () => {
  await seedPodium('one', 'two', 'three', 'four')
  const app = createTestApp({ pictures })
  const address = await imageOf(app, 'hall')
  expect(address).toMatch(/^\/og\/podium\/hall\.[0-9a-f]{10}\.jpg$/)
  const response = await app.send(address)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cdn-cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(sizeOf(bytes)).toEqual({ width: 1200, height: 630 })
  expect(bytes.length).toBeLessThan(300_000)
  expect(markOf(bytes).source).toBe('trained')
})

describe('the podium of a day', () => {
  test('is drawn once, for concurrent requests too, and kept', async () => {
    await seedPodium('one', 'two', 'three')
    const { app, asked, drawn } = openApp()
    const address = await imageOf(app, 'hall')
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.send(address)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await app.send(address)).status).toBe(200)
    expect(drawn).toEqual(['hall'])
    expect(asked).toEqual(['one', 'two', 'three'].map(idOf))
  })

  test('stays as it was when the day began, whatever votes come, until the next', async () => {
    await seedPodium('one', 'two', 'three', 'four')
    const { app, clock } = openApp()
    const before = await imageOf(app, 'home')
    for (let i = 0; i < 9; i++)
      await run('insert into votes (card, voter, at) values (?, ?, ?)', idOf('four'), `voter-${i}`, MIDNIGHT + i)
    await seedCard({ id: 'new', votes: 900, createdAt: new Date(MIDNIGHT + 1).toISOString() })
    clock.time += 2 * MINUTE_MS
    expect(await imageOf(app, 'home')).toBe(before)
    clock.time += 24 * 60 * MINUTE_MS
    expect(await imageOf(app, 'home')).not.toBe(before)
  })

  test.each([
    ['removed', `delete from fantasy_football_cards where id = ?`],
    ['hidden', `update fantasy_football_cards set hidden_from = 'public', visibility = 'draft' where id = ?`],
    ['unlisted', `update fantasy_football_cards set visibility = 'unlisted' where id = ?`],
  ])('loses a card that is %s at once, under its earlier address too', async (_, change) => {
    await seedPodium('one', 'two', 'three', 'four')
    const { app, asked } = openApp()
    const before = await imageOf(app, 'hall')
    expect((await app.send(before)).status).toBe(200)
    asked.splice(0)
    await run(change, idOf('two'))
    const response = await app.send(before)
    const after = response.headers.get('location')
    expect([response.status, after === before]).toEqual([302, false])
    expect((await app.send(after!)).status).toBe(200)
    expect(asked).toEqual(['one', 'three', 'four'].map(idOf))
  })

  test('asks the backend once a minute for pages, and not at all for others', async () => {
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

  test('gives way to the built picture when it cannot be drawn, and the failure is logged', async () => {
    await seedPodium('one', 'two', 'three')
    const drawPodium: DrawPodium = () => Promise.reject(new Error('the renderer is out of order'))
    const app = createTestApp({ drawPodium, pictures })
    const response = await app.send(await imageOf(app, 'hall'))
    expect([response.status, response.headers.get('location')]).toEqual([302, '/share.jpg'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(takeConsole())).toContain('the renderer is out of order')
  })
})

test('an address that is not a podium’s is not there', async () => {
  const app = createTestApp()
  const statuses = []
  for (const path of ['/og/podium/door.0123456789.jpg', '/og/podium/hall.png', '/og/podium/hall'])
    statuses.push((await app.send(path)).status)
  expect(statuses).toEqual([404, 404, 404])
})
