import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { choosePhoto, fillForm, generateButton } from './support/form.ts'
import { arriveAt, untilTakenOver } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

/**
 * A new version is deployed while a page is open: what the page has not fetched yet is gone from the server, until the
 * page is loaded again and is the new version's. The API goes on answering both.
 *
 * @returns how many of its own files the page asked for in vain, and how often it was loaded again
 */
async function deployUnder(page: Page) {
  const seen = { missing: 0, loaded: 0 }
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.resourceType() === 'document' && request.frame() === page.mainFrame()) seen.loaded++
    const isGone = seen.loaded === 0 && new URL(request.url()).pathname.startsWith('/assets/')
    if (!isGone) return route.fallback()
    seen.missing++
    return route.fulfill({ status: 404, body: '' })
  })
  return seen
}

describe('a page of the version before, while a new one is deployed @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('makes its card: the API answers it, and what it lacks is fetched by loading it again', async () => {
    const { page, context } = await stage.open()
    await arriveAt(page, '/')
    await fillForm(page)
    await untilAnswersCanBeRead(page)
    await deployUnder(page)
    await generateButton(page).click()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
    await context.close()
  })

  test('goes to a screen that it has not fetched, once, and the form holds what was typed', async () => {
    const { page, context } = await stage.open()
    await arriveAt(page, '/')
    await fillForm(page)
    const seen = await deployUnder(page)
    await page.getByRole('link', { name: 'Hall of Fame' }).first().click()
    await untilLoadedAgain(page)
    await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
    await untilTakenOver(page)
    assert.deepEqual([seen.loaded, seen.missing > 0, new URL(page.url()).pathname], [1, true, '/hall-of-fame'])
    await page
      .getByRole('link', { name: /Fantasy Football Cards, home/ })
      .first()
      .click()
    await page.getByLabel(LABELS.funNickname).waitFor()
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    assert.equal(await page.getByLabel(LABELS.jerseyNumber).inputValue(), '81')
    await page.getByRole('button', { name: 'Team Colors: Green Bay Packers' }).waitFor()
    await page.getByRole('button', { name: 'Armor / Headgear: Duck' }).waitFor()
    assert.equal(seen.loaded, 1)
    // The photo is kept nowhere, on purpose: it is asked for again, and the card can be made.
    await choosePhoto(page)
    assert.equal(await generateButton(page).getAttribute('aria-disabled'), 'false')
    await context.close()
  })

  test('that lacks a sheet of the form is loaded again, and asks for nothing that was typed', async () => {
    const { page, context } = await stage.open()
    await arriveAt(page, '/')
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    const seen = await deployUnder(page)
    await page.evaluate(() => globalThis.dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
    await untilLoadedAgain(page)
    await page.getByLabel(LABELS.funNickname).waitFor()
    await assertHolds(page, 'Gridiron Gran')
    assert.equal(seen.loaded, 1)
    await context.close()
  })
})

/** What reads the API's answers is fetched when the page is idle, and a card is asked for only once it is there. */
async function untilAnswersCanBeRead(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => /\/assets\/answers-/.test(entry.name) && (entry as PerformanceResourceTiming).responseEnd > 0),
  )
}

/** The page has noticed that its build is gone, and the new one's page is here. */
async function untilLoadedAgain(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      sessionStorage.getItem('reloaded-for-new-build') !== null &&
      performance
        .getEntriesByType('navigation')
        .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
  )
}

async function assertHolds(page: Page, nickname: string): Promise<void> {
  await page.waitForFunction(
    ([label, value]) =>
      [...document.querySelectorAll('input')].some(
        (input) => input.value === value && input.labels?.[0]?.textContent?.includes(label!) === true,
      ),
    [LABELS.funNickname, nickname],
  )
}
