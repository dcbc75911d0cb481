import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt, untilTakenOver } from './support/mishap.ts'
import { hold, notBrowsersOwn } from './support/network.ts'
import { enterStage, type Stage } from './support/stage.ts'

const APP = '**/assets/index-*.js'
const PAGES = [
  '/',
  '/hall-of-fame',
  '/hall-of-fame?team=Green+Bay+Packers',
  '/hall-of-fame?sort=new',
  '/hall-of-fame?sort=week&team=Cleveland+Browns',
  '/contact',
  '/privacy-policy',
  '/my-cards',
  '/account',
  '/nowhere',
  '/card/nobody',
]

/** What the app's scripts wait for, as a browser may not have it. */
const BROWSERS: Readonly<Record<string, () => unknown>> = {
  'that cannot watch what it paints': () => Reflect.deleteProperty(window, 'PerformanceObserver'),
  'that does not let itself be watched': () => {
    PerformanceObserver.prototype.observe = () => {
      throw new TypeError('no such entries')
    }
  },
  'that never tells what it painted': () => {
    PerformanceObserver.prototype.observe = () => {}
  },
  'that cannot decode a picture beforehand': () => Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'),
  'that is hidden': () => Object.defineProperty(document, 'hidden', { get: () => true }),
}

describe('a page that is seen before its scripts @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const [which, make] of Object.entries(BROWSERS))
    test(`becomes the app in a browser ${which}`, async () => {
      const { page, context } = await stage.open(PHONE)
      await page.addInitScript(make)
      for (const path of ['/', `/card/${stage.cardIds[0]}`]) await arriveAt(page, path)
      await context.close()
    })

  test('is for everybody before they come', async () => {
    const faults: string[] = []
    const { page, context } = await stage.open(PHONE)
    const app = await hold(page, APP)
    for (const path of [...PAGES, `/card/${stage.cardIds[0]}`]) {
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main[data-first]').waitFor()
      faults.push(...(await accessFaults(page, `${path} before its scripts`)))
    }
    app.release()
    await context.close()
    assert.deepEqual(faults, [])
  })

  test('keeps the keyboard focus', async () => {
    const { page, context, complaints } = await stage.open(DESK)
    const app = await hold(page, APP)
    await page.goto('/', { waitUntil: 'commit' })
    const gallery = page.getByRole('link', { name: LABELS.gallery, exact: true }).first()
    await gallery.focus()
    app.release()
    await untilTakenOver(page)
    assert.ok(await gallery.evaluate((element) => element === document.activeElement))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('says when they cannot come, and loads again with what was typed before', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, '/')
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await untilKept(page, 'Gridiron Gran')

    await page.route(APP, (route) => route.abort('connectionfailed'))
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'The buttons of this page could not be loaded.' }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await accessFaults(page, 'without its scripts'), [])

    await page.unroute(APP)
    await page.getByRole('link', { name: 'Load the page again' }).click()
    await untilTakenOver(page)
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()
  })

  test('is asked for once: its files are kept for good', async () => {
    const { page, context } = await stage.open(PHONE)
    await arriveAt(page, '/')
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/assets/')),
    )
    assert.ok(files.length > 5)
    const kept = await Promise.all(files.map(async (file) => (await fetch(file)).headers.get('cache-control')))
    assert.deepEqual(new Set(kept), new Set(['public, max-age=31536000, immutable']))
    await context.close()
  })
})

/** What is typed is kept a moment later. */
const untilKept = (page: Page, words: string) =>
  page.waitForFunction((typed) => localStorage.getItem('player-form')?.includes(typed), words)
