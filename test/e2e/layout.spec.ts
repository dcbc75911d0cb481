import type { Locator, Page } from '@playwright/test'
import { FAILURE, IMPRINT, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { signInAsAdmin } from './support/admin.ts'
import { expect, test } from './support/fixtures.ts'
import { arriveAt, expectToast } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { SHIFT_MAX, takeShifts, watchShifts } from './support/shifts.ts'

const KB = 1024
/** Largest image on a list, and on a card page. */
const PICTURE_MAX = { list: 25 * KB, card: 120 * KB }

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`pages fit ${device}, load without layout shifts and have one footer`, async ({ openTab, site }) => {
    test.setTimeout(240_000)
    const { page, complaints } = await openTab(viewport, { deviceScaleFactor: 3 })
    await page.addInitScript(watchShifts)
    const pictures = collectImages(page)
    const card = `/card/${site.cardIds[3]}`
    const pages = [
      '/',
      '/hall-of-fame',
      card,
      '/contact',
      '/privacy-policy',
      '/my-cards',
      '/account',
      '/nope',
      '/rules',
    ]
    const footers: Record<string, unknown> = {}
    for (const path of pages) {
      await arriveAt(page, path)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      const { sum, lines } = await takeShifts(page)
      expect.soft(sum < SHIFT_MAX ? [] : lines, `${path} moves nothing`).toEqual([])
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
        .toBeLessThanOrEqual(0)
      footers[path] = await describeFooter(page)
      for (const { url, bytes } of await pictures.take())
        expect.soft(bytes, `${url} on ${path}`).toBeLessThanOrEqual(path === card ? PICTURE_MAX.card : PICTURE_MAX.list)
    }
    for (const path of ['/auth', '/admin']) {
      await page.goto(path)
      footers[path] = await describeFooter(page)
    }
    await signInAsAdmin(page, site)
    await page.goto('/admin')
    footers['the admin pages'] = await describeFooter(page)
    for (const [path, footer] of Object.entries(footers)) expect.soft(footer, path).toEqual(footers['/contact'])
    // Chromium itself reports the 404 page.
    expect(complaints.splice(0).filter((one) => !one.includes('404'))).toEqual([])
  })
}

test('toasts do not cover navigation, bars or sheets', async ({ openTab, site }) => {
  for (const viewport of [PHONE, DESK]) {
    const { page } = await openTab(viewport)
    await page.addInitScript(keepToasts)
    await arriveAt(page, '/')
    await page.getByRole('button', { name: 'Generate', exact: true }).click({ force: true })
    await expectToast(page, FAILURE.photoMissing)
    await expectFree(page, page.locator('.header-header a, .generate-bar-bar button, .generate-bar-bar label'))
    await page.getByRole('button', { name: LABELS.randomTeam }).click()
    await page.getByRole('button', { name: /^Armor \/ Headgear: / }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFree(page, page.locator('.sheet-head button, .sheet-footer button'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await arriveAt(page, `/card/${site.cardIds[1]}`)
    await page.getByRole('button', { name: LABELS.upvote }).first().click()
    await expectToast(page, SUCCESS.voteAdded)
    await expectFree(page, page.locator('.header-header a, .next-step-bar a, .next-step-bar button'))
  }
})

/** Portrait, landscape, small and large; the smallest is desktop at 400% zoom, minus the browser UI. */
const SIZES = [
  [390, 844],
  [320, 568],
  [740, 360],
  [768, 1024],
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
] as const

test('the first screen shows a whole card and the way to make one at every viewport size', async ({
  tab: { page },
}) => {
  for (const [width, height] of SIZES) {
    const size = `${width} x ${height}`
    await page.setViewportSize({ width, height })
    await arriveAt(page, '/')
    const card = await getBox(page.locator('.example-stage-deck'))
    const bar = await getBox(page.locator('.generate-bar-bar'))
    const action = await getBox(page.locator(`label:has-text("${LABELS.addPhoto}")`))
    expect.soft(card.y, size).toBeGreaterThanOrEqual(0)
    expect.soft(card.y + card.height, size).toBeLessThanOrEqual(height)
    expect.soft(card.width, size).toBeGreaterThanOrEqual(84)
    expect.soft(action.y + action.height, size).toBeLessThanOrEqual(height)
    const isBeside = card.x >= bar.x + bar.width
    expect.soft(isBeside || card.y + card.height <= bar.y, `${size}: the bar leaves the card in sight`).toBe(true)
    if (width >= 1600) expect.soft(card.height, size).toBeGreaterThanOrEqual(height / 2)
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), size)
      .toBeLessThanOrEqual(0)
  }
})

test('the podium shows the winner as the largest card at every width', async ({ tab: { page } }) => {
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await arriveAt(page, '/hall-of-fame')
    const pictures = page.locator('.podium-podium .card-picture-picture, .card-grid-grid .card-picture-picture')
    await expect(pictures.nth(3)).toBeVisible()
    const [first, second, third, fourth] = (await pictures.evaluateAll((all) =>
      all.map((picture) => Math.round(picture.getBoundingClientRect().width)),
    )) as [number, number, number, number]
    const label = `${width} px: ${[first, second, third, fourth].join()}`
    expect.soft(first >= 1.25 * fourth && first > second && second >= third && third >= fourth, label).toBe(true)
  }
})

test('the print style shows the card, its name and its stats, and no controls', async ({ page, site }) => {
  await arriveAt(page, `/card/${site.cardIds[0]}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.stat-rows-stats')).toBeVisible()
  await expect(page.locator('button, main a').filter({ visible: true })).toHaveCount(0)
})

const getBox = async (locator: Locator) => (await locator.first().boundingBox())!

/** Keeps toasts open for a minute, so that a slow machine can measure them. */
function keepToasts(): void {
  const start = window.setTimeout.bind(window)
  const slowly = (handler: () => void, ms = 0) => start(handler, ms >= 1_500 && ms <= 4_000 ? 60_000 : ms)
  Object.assign(window, { setTimeout: slowly })
}

/** Expects the newest toast to be on screen without covering any of these elements. */
async function expectFree(page: Page, controls: Locator): Promise<void> {
  // Hovering waits until the toast has stopped moving.
  const newest = page.locator('[data-sonner-toast][data-front="true"]')
  await newest.hover()
  const toast = await getBox(newest)
  const viewport = page.viewportSize()!
  const isOnScreen =
    toast.x >= 0 && toast.x + toast.width <= viewport.width && toast.y >= 0 && toast.y + toast.height <= viewport.height
  expect(isOnScreen, JSON.stringify(toast)).toBe(true)
  const boxes = (await Promise.all((await controls.all()).map((control) => control.boundingBox()))).filter(
    (box) => box !== null,
  )
  expect(boxes.length).toBeGreaterThan(0)
  const covered = boxes.filter(
    ({ x, y, width, height }) =>
      x < toast.x + toast.width && x + width > toast.x && y < toast.y + toast.height && y + height > toast.y,
  )
  expect(covered, `under ${JSON.stringify(toast)}`).toEqual([])
}

/** The position, colors and font of a footer, which are the same on every page. */
async function describeFooter(page: Page) {
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText(IMPRINT)).toBeVisible()
  const names = await footer.locator('nav').locator('a, button').allInnerTexts()
  expect(names).toEqual(expect.arrayContaining(['Rules', LABELS.contactUs, LABELS.privacy]))
  return footer.evaluate((element) => {
    const { left, right, bottom } = element.getBoundingClientRect()
    const { backgroundColor, fontFamily } = getComputedStyle(element)
    const words = element.querySelector('p')!
    return {
      left,
      right: right - document.documentElement.clientWidth,
      // A sticky bar may need space below it.
      isLast: bottom + scrollY >= document.documentElement.scrollHeight - 100,
      isAtBottom: bottom >= innerHeight - 100,
      backgroundColor,
      fontFamily,
      words: [words.getBoundingClientRect().left, getComputedStyle(words).fontSize],
      mark: document.querySelector('header a')!.getBoundingClientRect().left,
    }
  })
}

/** Records the sizes of card images. */
function collectImages(page: Page) {
  let bodies: Promise<{ url: string; bytes: number } | null>[] = []
  page.on('response', (response) => {
    if (!/\/(picture|storage|files)\//.test(response.url()) || !response.ok()) return
    bodies.push(
      response.body().then(
        ({ length }) => ({ url: response.url(), bytes: length }),
        // Navigation drops unread response bodies.
        () => null,
      ),
    )
  })
  return {
    take: async () => {
      const taken = await Promise.all(bodies)
      bodies = []
      return taken.filter((one) => one !== null)
    },
  }
}
