import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DESK, launchBrowser, openTab, PHONE } from './support/browser.ts'
import { type Server, startServer } from './support/server.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

const KB = 1024
const TILE_MAX_BYTES = 25 * KB
const HERO_MAX_BYTES = 120 * KB
const REQUESTS_MAX = 12
/** No layout shift, but for a rounded pixel when a face of letters comes late. */
const SHIFT_MAX = 0.001
/** More pages at once would have their faces of letters late. */
const PAGES_AT_ONCE = 2
/** Files that are asked for after the first paint; icons are pictures. */
const NOT_COUNTED = /drop-zone|photo|toaster|\.(svg|ico|png)$/
/** Long enough for everything that comes after the first paint. */
const AFTERWARDS_MS = 4_000
/** Of many colors and much detail: what is heavy as a file. */
const CARDS = [
  { team: 'Green Bay Packers', armor: 'duck' },
  { team: 'Miami Dolphins', armor: 'popcorn' },
  { team: 'Los Angeles Rams', armor: 'beanie' },
  { team: 'Las Vegas Raiders', armor: 'knight' },
]
/** With a podium, of one team, without places, and without cards. */
const HALLS = [
  '/hall-of-fame',
  '/hall-of-fame?team=Miami+Dolphins',
  '/hall-of-fame?sort=new',
  '/hall-of-fame?sort=week&team=Cleveland+Browns',
]
const SCREENS = [
  ['a phone', PHONE, 1],
  ['a phone of many pixels', PHONE, 3],
  ['a desk', DESK, 1],
  ['a desk of many pixels', DESK, 3],
] as const

/** What loads, and whether it moves what is there already. */
describe('a first visit @long', () => {
  let browser: Browser
  let server: Server
  let cardId: string

  before(async () => {
    server = await startServer({ env: { LIMITS: 'relaxed' } })
    browser = await launchBrowser()
    for (const fields of CARDS) {
      const visitor = createVisitor(server.url)
      await visitor.arrive()
      cardId = (await makePublicCard(visitor, fields)).id
    }
  })
  after(async () => {
    await browser.close()
    await server.close()
  })

  /** Opens a page and waits for all that comes. */
  async function visit(path: string, [, viewport, density]: (typeof SCREENS)[number]) {
    const tab = await openTab(browser, server.url, viewport, { deviceScaleFactor: density })
    await tab.page.addInitScript(watchShifts)
    const weigh = weighPictures(tab.page)
    await tab.page.goto(path)
    await tab.page.locator('h1').first().waitFor()
    await tab.page.waitForTimeout(AFTERWARDS_MS)
    const answer = { moved: await takeShifts(tab.page), weights: await weigh(), complaints: tab.complaints }
    await tab.context.close()
    return answer
  }

  for (const screen of SCREENS)
    test(`moves nothing on ${screen[0]}, and gets light pictures`, async () => {
      const others = ['/', `/card/${cardId}`, '/contact', '/privacy-policy', '/my-cards']
      const paths = [...HALLS, ...others]
      const visits: Awaited<ReturnType<typeof visit>>[] = []
      for (let i = 0; i < paths.length; i += PAGES_AT_ONCE)
        visits.push(...(await Promise.all(paths.slice(i, i + PAGES_AT_ONCE).map((path) => visit(path, screen)))))
      assert.deepEqual(
        visits.flatMap(({ moved }, i) =>
          moved.sum < SHIFT_MAX ? [] : moved.lines.map((shift) => `${paths[i]}: ${shift}`),
        ),
        [],
      )
      for (const [i, { weights, complaints }] of visits.entries()) {
        const isCard = paths[i]!.startsWith('/card/')
        const least = isCard || HALLS.includes(paths[i]!) ? 1 : 0
        assert.ok(weights.length >= least, `no picture at ${paths[i]}`)
        const limit = isCard ? HERO_MAX_BYTES : TILE_MAX_BYTES
        for (const { url, bytes } of weights) assert.ok(bytes <= limit, `${bytes} bytes at ${paths[i]}: ${url}`)
        assert.deepEqual(complaints, [], paths[i])
      }
    })

  test(`asks for at most ${REQUESTS_MAX} things that are not pictures before the generator can be used`, async () => {
    const { page, context } = await openTab(browser, server.url, PHONE)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() !== 'image' && !NOT_COUNTED.test(pathname)) asked.push(pathname)
    })
    await page.goto('/')
    await page.locator('main:not([data-first]) h1').first().waitFor()
    await context.close()
    assert.ok(asked.length <= REQUESTS_MAX, `${asked.length}: ${asked.join(' ')}`)
  })

  test('shows every page before any script has run, and the privacy policy whole without any', async () => {
    const { page, context } = await openTab(browser, server.url, PHONE, { javaScriptEnabled: false })
    for (const path of ['/', ...HALLS, `/card/${cardId}`, '/contact', '/my-cards', '/nowhere', '/card/nobody']) {
      await page.goto(path)
      assert.equal(await page.locator('h1').filter({ visible: true }).count(), 1, path)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).waitFor()
    }
    await page.goto('/privacy-policy')
    for (const words of ['Contact messages', 'Delete your cards', 'Shown without consent?'])
      await page.getByText(words).first().waitFor()
    await context.close()
  })
})

/** @returns what a page's cards weigh, as far as they were fetched */
function weighPictures(page: Page) {
  const bodies: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (/\/(picture|storage|files)\//.test(response.url()) && response.ok())
      bodies.push(response.body().then(({ length }) => ({ url: response.url(), bytes: length })))
  })
  return () => Promise.all(bodies)
}
