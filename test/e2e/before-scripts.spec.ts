import type { Page } from '@playwright/test'
import { LABELS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { EMPTY_TEAM, teamFilter } from './support/hall.ts'
import { arriveAt, followLink, waitForPaint, waitForHydration } from './support/page.ts'
import { holdRequests, notBrowsersOwn } from './support/network.ts'
import { DESK, PHONE } from './support/screens.ts'
import { SHIFT_MAX, takeShifts, watchShifts } from './support/shifts.ts'
import { PORTRAIT } from './support/visitor.ts'

const APP = '**/assets/index-*.js'

/** Opens a page in its state before its scripts have loaded. */
async function openBeforeScripts(page: Page, path: string) {
  const app = await holdRequests(page, APP)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('#root[data-served] main').waitFor()
  return {
    startScripts: async () => {
      app.release()
      await waitForHydration(page)
    },
  }
}

test('a form keeps input, focus and caret from before hydration @smoke', async ({ tab: { page } }) => {
  const { startScripts } = await openBeforeScripts(page, '/contact')
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Message').pressSequentially('Hello there')
  await page.keyboard.press('ArrowLeft')
  await startScripts()
  await expect(page.getByLabel('Name')).toHaveValue('Ann')
  await page.keyboard.type('!')
  await expect(page.getByLabel('Message')).toHaveValue('Hello ther!e')
})

test('Back before hydration of a reloaded page opens the previous page', async ({ tab: { page } }) => {
  await arriveAt(page, '/hall-of-fame')
  await followLink(page, 'New')
  await expect(page).toHaveURL('/hall-of-fame?sort=new')
  const app = await holdRequests(page, APP)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('#root[data-served] main').waitFor()
  await page.goBack({ waitUntil: 'commit' })
  app.release()
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: LABELS.top100 })).toBeVisible()
})

test('a vote and a button clicked before hydration take effect', async ({ tab: { page }, site }) => {
  const { startScripts } = await openBeforeScripts(page, `/card/${site.cardIds[2]}`)
  await page.getByRole('button', { name: LABELS.upvote }).click()
  await expect(page.getByText(/Voted\. Vote again in 24/)).toBeVisible()
  await page.getByRole('button', { name: 'Flip to the back' }).click()
  await startScripts()
  await expect(page.getByRole('button', { name: 'Flip to the front' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: LABELS.makeYours })).toBeVisible()
})

test('a photo chosen before the scripts, or while they start, is used @smoke', async ({ openTab }) => {
  for (const isEarly of [true, false]) {
    const { page } = await openTab()
    const { startScripts } = await openBeforeScripts(page, '/')
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('.generate-bar-bar').getByText(LABELS.addPhoto).click(),
    ])
    if (isEarly) await picker.setFiles(PORTRAIT)
    await startScripts()
    if (!isEarly) await picker.setFiles(PORTRAIT)
    await page.locator('.stage-stage').getByText('with your face', { exact: false }).waitFor({ state: 'attached' })
  }
})

test('the team filter works before hydration, and an open team list stays open and scrolled through it', async ({
  openTab,
}) => {
  const { page } = await openTab(PHONE)
  await page.addInitScript(watchShifts)
  await openBeforeScripts(page, '/hall-of-fame')
  await waitForPaint(page)
  await teamFilter(page).click()
  await page.getByRole('link', { name: /^Green Bay Packers · [1-9]/ }).click()
  await page.waitForURL('/hall-of-fame?team=Green+Bay+Packers', { waitUntil: 'commit' })
  await page.locator('#root[data-served] main #team-filter[aria-label="Team: Green Bay Packers"]').waitFor()
  await waitForPaint(page)
  await page.unroute(APP)

  const { startScripts } = await openBeforeScripts(page, page.url())
  await waitForPaint(page)
  await teamFilter(page).click()
  const team = page.getByRole('link', { name: /^Washington Commanders · / })
  await team.focus()
  const list = page.locator('.team-filter-teams')
  const scrolled = await list.evaluate((element) => element.scrollTop)
  expect(scrolled).toBeGreaterThan(0)
  expect(await findAccessibilityViolations(page, 'the teams before the scripts')).toEqual([])
  await takeShifts(page)
  await startScripts()
  expect((await takeShifts(page)).lines).toEqual([])
  await expect(team).toBeFocused()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(scrolled)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Team: Washington Commanders')).toBeFocused()
  expect(await page.evaluate(() => 'isSamePage' in window), 'the app changed the list itself').toBe(true)
})

test('each board renders as it stays after hydration', async ({ openTab }) => {
  for (const [viewport, path, board, team] of [
    [PHONE, '/hall-of-fame?team=Green+Bay+Packers', 'All time', 'Green Bay Packers'],
    [DESK, '/hall-of-fame?sort=new', 'New', LABELS.allTeams],
    [PHONE, '/hall-of-fame?sort=week&team=Cleveland+Browns', 'This week', EMPTY_TEAM],
  ] as const) {
    const { page } = await openTab(viewport)
    await page.addInitScript(watchShifts)
    const { startScripts } = await openBeforeScripts(page, path)
    await waitForPaint(page)
    await expect(page.locator('nav[aria-label="Boards"] [aria-current]')).toHaveText(board)
    await expect(teamFilter(page)).toHaveAttribute('aria-label', `Team: ${team}`)
    await expect(page.getByText(LABELS.emptyFilter)).toBeVisible({ visible: team === EMPTY_TEAM })
    const painted = await boardBoxes(page)
    await takeShifts(page)
    await startScripts()
    // Other tests append cards to the end of a list, so only the first positions are compared.
    expect((await boardBoxes(page)).slice(0, 2)).toEqual(painted.slice(0, 2))
    const { sum, lines } = await takeShifts(page)
    expect(sum < SHIFT_MAX ? [] : lines).toEqual([])
  }
})

/** APIs that startup waits for, but that a browser may lack. */
const BROWSERS: Readonly<Record<string, () => unknown>> = {
  'has no PerformanceObserver': () => Reflect.deleteProperty(window, 'PerformanceObserver'),
  'never reports a paint': () => {
    PerformanceObserver.prototype.observe = () => {}
  },
  'cannot predecode images': () => Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'),
  'is hidden': () => Object.defineProperty(document, 'hidden', { get: () => true }),
}

test('the app starts in browsers without the APIs that its startup waits for', async ({ openTab, site }) => {
  for (const make of Object.values(BROWSERS)) {
    const { page } = await openTab()
    await page.addInitScript(make)
    await arriveAt(page, `/card/${site.cardIds[0]}`)
  }
})

test('a page whose scripts fail to load explains it, and keeps typed input through a reload', async ({ tab }) => {
  const { page, complaints } = tab
  await arriveAt(page, '/')
  await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
  await page.waitForFunction(() => localStorage.getItem('player-form')?.includes('Gridiron Gran'))
  await page.route(APP, (route) => route.abort('connectionfailed'))
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'load completely' })).toBeVisible()
  expect(await findAccessibilityViolations(page, 'without its scripts')).toEqual([])
  await page.unroute(APP)
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await waitForHydration(page)
  await expect(page.getByLabel(LABELS.funNickname)).toHaveValue('Gridiron Gran')
  expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
})

/** The positions of the cards on a Hall board. */
const boardBoxes = (page: Page) =>
  page.locator('.leaderboard-board').evaluate((board) =>
    [board.querySelector('#team-filter')!, ...board.querySelectorAll(':is(.podium-podium, .card-grid-grid) li')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      },
    ),
  )
