import type { Page } from '@playwright/test'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { cardsOn, EMPTY_TEAM, makeDolphin, teamFilter } from './support/hall.ts'
import { arriveAt, untilPainted, untilTakenOver } from './support/page.ts'
import { expectOnlyFailedRequests, hold, notBrowsersOwn } from './support/network.ts'
import { DESK, PHONE } from './support/screens.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { PORTRAIT } from './support/visitor.ts'

const APP = '**/assets/index-*.js'

/** Opens a page as it is seen while its scripts are on their way. */
async function openBeforeScripts(page: Page, path: string) {
  const app = await hold(page, APP)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('#root[data-served] main').waitFor()
  return {
    startScripts: async () => {
      app.release()
      await untilTakenOver(page)
    },
  }
}

test('a form keeps what was typed before its scripts, with focus and caret @smoke', async ({ tab: { page } }) => {
  const { startScripts } = await openBeforeScripts(page, '/contact')
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Message').pressSequentially('Hello there')
  await page.keyboard.press('ArrowLeft')
  await startScripts()
  await expect(page.getByLabel('Name')).toHaveValue('Ann')
  await page.keyboard.type('!')
  await expect(page.getByLabel('Message')).toHaveValue('Hello ther!e')
})

test('the focus stays on links and on the photo field when the scripts start', async ({ openTab }) => {
  const { page } = await openTab(DESK)
  const { startScripts } = await openBeforeScripts(page, '/')
  const gallery = page.getByRole('link', { name: LABELS.gallery, exact: true }).first()
  await gallery.focus()
  await startScripts()
  await expect(gallery).toBeFocused()
  await page.unroute(APP)
  const second = await openBeforeScripts(page, '/')
  const field = page.getByLabel('Choose a photo (not saved)')
  await field.focus()
  await second.startScripts()
  await expect(field).toBeFocused()
})

test('a vote pressed before the scripts counts', async ({ tab: { page }, site }) => {
  const { startScripts } = await openBeforeScripts(page, `/card/${site.cardIds[2]}`)
  await page.getByRole('button', { name: LABELS.upvote }).click()
  await expect(page.getByText(/Voted\. Vote again in 24/)).toBeVisible()
  await startScripts()
  await expect(page.getByRole('main').getByRole('link', { name: LABELS.makeYours })).toBeVisible()
})

for (const when of ['before the scripts', 'while the scripts start'] as const)
  test(`a photo chosen ${when} is used @smoke`, async ({ tab: { page } }) => {
    const { startScripts } = await openBeforeScripts(page, '/')
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('.generate-bar-bar').getByText(LABELS.addPhoto).click(),
    ])
    if (when === 'before the scripts') await picker.setFiles(PORTRAIT)
    await startScripts()
    if (when !== 'before the scripts') await picker.setFiles(PORTRAIT)
    await page.locator('.stage-stage').getByText('with your face', { exact: false }).waitFor({ state: 'attached' })
  })

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`the team filter works before the scripts and moves nothing on ${device}`, async ({ openTab, site }) => {
    const dolphin = await makeDolphin(site)
    const { page } = await openTab(viewport)
    await page.addInitScript(watchShifts)
    const { startScripts } = await openBeforeScripts(page, '/hall-of-fame')
    await untilPainted(page)
    await teamFilter(page).click()
    await page.getByRole('link', { name: /^Miami Dolphins · [1-9]/ }).click()
    await page.waitForURL('/hall-of-fame?team=Miami+Dolphins', { waitUntil: 'commit' })
    await page.locator('#root[data-served] main #team-filter[aria-label="Team: Miami Dolphins"]').waitFor()
    await untilPainted(page)
    const cards = await cardsOn(page)
    expect(cards).toContain(dolphin)
    expect(cards.filter((id) => site.cardIds.includes(id))).toEqual([])
    await teamFilter(page).focus()
    await takeShifts(page)
    await startScripts()
    const button = page.getByLabel('Team: Miami Dolphins')
    await expect(button).toBeFocused()
    expect((await takeShifts(page)).lines).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Team' })).toBeVisible()
  })

  test(`each board is painted as it stays on ${device}`, async ({ openTab }) => {
    for (const [path, board, team] of [
      ['/hall-of-fame?team=Green+Bay+Packers', 'All time', 'Green Bay Packers'],
      ['/hall-of-fame?sort=new', 'New', LABELS.allTeams],
      ['/hall-of-fame?sort=week&team=Cleveland+Browns', 'This week', EMPTY_TEAM],
    ] as const) {
      const { page } = await openTab(viewport)
      await page.addInitScript(watchShifts)
      const { startScripts } = await openBeforeScripts(page, path)
      await untilPainted(page)
      await expect(page.locator('nav[aria-label="Boards"] [aria-current]')).toHaveText(board)
      await expect(teamFilter(page)).toHaveAttribute('aria-label', `Team: ${team}`)
      await expect(page.getByText(LABELS.emptyFilter)).toBeVisible({ visible: team === EMPTY_TEAM })
      const painted = await boardBoxes(page)
      await takeShifts(page)
      await startScripts()
      // Other journeys add cards at the end of a list, so only the first places are compared.
      expect((await boardBoxes(page)).slice(0, 2)).toEqual(painted.slice(0, 2))
      expect((await takeShifts(page)).lines).toEqual([])
    }
  })
}

test('an open list of teams stays open and scrolled when the scripts start', async ({ tab: { page } }) => {
  const { startScripts } = await openBeforeScripts(page, '/hall-of-fame')
  await untilPainted(page)
  await teamFilter(page).click()
  const team = page.getByRole('link', { name: /^Washington Commanders · / })
  await team.focus()
  const list = page.locator('.team-filter-teams')
  const scrolled = await list.evaluate((element) => element.scrollTop)
  expect(scrolled).toBeGreaterThan(0)
  expect(await accessFaults(page, 'the teams before the scripts')).toEqual([])
  await startScripts()
  await expect(team).toBeFocused()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(scrolled)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Team: Washington Commanders')).toBeFocused()
  expect(await page.evaluate(() => 'isSamePage' in window), 'the app changed the list itself').toBe(true)
})

test('an address for a job or a remix is painted as such', async ({ tab, site }) => {
  const { page } = tab
  await openBeforeScripts(page, '/?job=0123456789abcdef0123456789abcdef')
  await expect(page.locator('#root[data-served] main .pack-pack')).toBeVisible()
  await page.unroute(APP)
  const { startScripts } = await openBeforeScripts(page, `/?remix=${site.cardIds[0]}`)
  await expect(page.locator('#root[data-served] main').getByText(/^Same team and gear /)).toBeVisible()
  const figure = page.locator('.stage-stage img.card-preview-bust')
  await expect(figure).toHaveAttribute('src', /green-bay-packers\/duck\.svg$/)
  await startScripts()
  await expect(figure).toHaveAttribute('src', /green-bay-packers\/duck\.svg$/)
  // There is no such job.
  expectOnlyFailedRequests(tab)
})

test('every page is accessible before its scripts', async ({ tab, site }) => {
  test.setTimeout(240_000)
  const { page, complaints } = tab
  await hold(page, APP)
  const PAGES = [
    '/',
    '/hall-of-fame',
    '/hall-of-fame?sort=week&team=Cleveland+Browns',
    '/contact',
    '/privacy-policy',
    '/my-cards',
    '/account',
    '/nowhere',
    `/card/${site.cardIds[0]}`,
  ]
  for (const path of PAGES) {
    await page.goto(path, { waitUntil: 'commit' })
    await untilPainted(page)
    expect.soft(await accessFaults(page, `${path} before its scripts`)).toEqual([])
  }
  expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
})

test('a button pressed before the scripts acts once they have started', async ({ tab: { page }, site }) => {
  const { startScripts } = await openBeforeScripts(page, `/card/${site.cardIds[2]}`)
  await page.getByRole('button', { name: 'Flip to the back' }).click()
  await startScripts()
  await expect(page.getByRole('button', { name: 'Flip to the front' })).toBeVisible()
})

/** APIs that the start of the app waits for, and that a browser may lack. */
const BROWSERS: Readonly<Record<string, () => unknown>> = {
  'has no PerformanceObserver': () => Reflect.deleteProperty(window, 'PerformanceObserver'),
  'never reports a paint': () => {
    PerformanceObserver.prototype.observe = () => {}
  },
  'cannot decode a picture beforehand': () => Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'),
  'is hidden': () => Object.defineProperty(document, 'hidden', { get: () => true }),
}

test('the app starts in a browser that lacks what its start waits for', async ({ openTab, site }) => {
  for (const make of Object.values(BROWSERS)) {
    const { page } = await openTab()
    await page.addInitScript(make)
    await arriveAt(page, '/')
    await arriveAt(page, `/card/${site.cardIds[0]}`)
  }
})

test('a page whose scripts cannot load says so, and loads again with what was typed', async ({ tab }) => {
  const { page, complaints } = tab
  await arriveAt(page, '/')
  await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
  await page.waitForFunction(() => localStorage.getItem('player-form')?.includes('Gridiron Gran'))
  await page.route(APP, (route) => route.abort('connectionfailed'))
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  expect(await accessFaults(page, 'without its scripts')).toEqual([])
  await page.unroute(APP)
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await untilTakenOver(page)
  await expect(page.getByLabel(LABELS.funNickname)).toHaveValue('Gridiron Gran')
  expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
})

/** The places of the cards of a board of the Hall. */
const boardBoxes = (page: Page) =>
  page.locator('.leaderboard-board').evaluate((board) =>
    [board.querySelector('#team-filter')!, ...board.querySelectorAll(':is(.podium-podium, .card-grid-grid) li')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      },
    ),
  )
