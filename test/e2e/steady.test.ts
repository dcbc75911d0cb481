import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DESK, launchBrowser, openTab, PHONE } from './support/browser.ts'
import { type Server, startServer } from './support/server.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

const KB = 1024
const TILE_MAX_BYTES = 25 * KB
const HERO_MAX_BYTES = 120 * KB
const REQUESTS_MAX = 12
/** What the faces of the letters move when they arrive; anything else that moves is more. */
const SHIFT_MAX = 0.02
/** Files that are asked for after the first paint; icons are pictures. */
const NOT_COUNTED = /drop-zone|toaster|\.(svg|ico|png)$/
/** Long enough for everything that comes after the first paint. */
const AFTERWARDS_MS = 4_000

/** What loads, and whether it moves what is there already. */
describe('a first visit', () => {
  let browser: Browser
  let server: Server
  let cardId: string

  before(async () => {
    server = await startServer({ env: { LIMITS: 'relaxed' } })
    browser = await launchBrowser()
    for (const armor of ['duck', 'helmet', 'none', 'goggles']) {
      const visitor = createVisitor(server.url)
      await visitor.arrive()
      cardId = (await makePublicCard(visitor, { armor })).id
    }
  })
  after(async () => {
    await browser.close()
    await server.close()
  })

  for (const [device, viewport] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const) {
    test(`moves nothing on any screen of ${device}`, async () => {
      const moved: string[] = []
      for (const path of ['/', '/hall-of-fame', `/card/${cardId}`, '/contact', '/privacy-policy', '/my-cards']) {
        const { page, context, complaints } = await openTab(browser, server.url, viewport)
        await page.addInitScript(watchShifts)
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        await page.waitForTimeout(AFTERWARDS_MS)
        const shifts = await shiftsOf(page)
        const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
        if (sum > SHIFT_MAX) moved.push(...shifts.map((shift) => `${path}: ${shift}`))
        assert.deepEqual(complaints, [], path)
        await context.close()
      }
      assert.deepEqual(moved, [])
    })
  }

  test(`asks for at most ${REQUESTS_MAX} things that are not pictures before the generator can be used`, async () => {
    const { page, context } = await openTab(browser, server.url, PHONE)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() !== 'image' && !NOT_COUNTED.test(pathname)) asked.push(pathname)
    })
    await page.goto('/')
    await page.locator('h1').first().waitFor()
    await context.close()
    assert.ok(asked.length <= REQUESTS_MAX, `${asked.length}: ${asked.join(' ')}`)
  })

  test('gets light pictures: tiles, and the one large card of its page', async () => {
    const { page, context } = await openTab(browser, server.url, PHONE)
    const sizes = new Map<string, number>()
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'image' || !response.ok()) return
      const bytes = await response.body().catch(() => null)
      if (bytes) sizes.set(response.url(), bytes.length)
    })
    const heaviest = async (selector: string) => {
      await page.waitForLoadState('networkidle')
      const sources = await page
        .locator(selector)
        .evaluateAll((images) =>
          images.map((image) => (image as HTMLImageElement).currentSrc).filter((url) => url !== ''),
        )
      const known = sources.flatMap((source) => sizes.get(source) ?? [])
      assert.ok(known.length > 0, `no picture at ${selector}`)
      return Math.max(...known)
    }
    await page.goto('/hall-of-fame')
    await page.locator('a[href^="/card/"] img').first().waitFor()
    const tile = await heaviest('a[href^="/card/"] img')
    assert.ok(tile <= TILE_MAX_BYTES, `a tile of ${tile} bytes`)
    await page.goto(`/card/${cardId}`)
    await page.locator('.stage img').first().waitFor()
    const hero = await heaviest('.stage img')
    assert.ok(hero <= HERO_MAX_BYTES, `a hero of ${hero} bytes`)
    await context.close()
  })
})

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

function watchShifts() {
  const kept: string[] = []
  Object.assign(window, { shifts: kept })
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      const what = shift.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? 'gone')
        return `${name} from ${from.y},${from.height} to ${to.y},${to.height}`
      })
      kept.push(`${shift.value.toFixed(4)} ${what.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
