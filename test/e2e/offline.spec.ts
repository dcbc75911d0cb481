import type { Page } from '@playwright/test'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { HALL_WORDS } from '#shared/domain/hall-words.ts'
import { FAILURE, LABELS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { expectFinishedCard, fillForm, generate, generateButton, holdsChoices, holdsForm } from './support/form.ts'
import { getVisitorId } from './support/maker.ts'
import { expectOnlyFailedRequests, notBrowsersOwn } from './support/network.ts'
import { arriveAt, expectToast, waitForHydration } from './support/page.ts'

const NOTICE = "You're offline."

test('an offline visitor keeps the form, and continues once the network is back @smoke', async ({ tab, site }) => {
  const { page, context } = tab
  await arriveAt(page, '/')
  await fillForm(page)
  await expect(generateButton(page)).toBeEnabled()
  // The toaster is loaded when the page is idle; toasts would otherwise wait for the network too.
  await page.locator('section[aria-label^="Notifications"]').waitFor({ state: 'attached' })
  await context.setOffline(true)
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expect(page.getByText("We'll be ready when you're back online")).toBeVisible()
  await expect(generateButton(page)).toBeDisabled()
  await generateButton(page).click({ force: true })
  await expectToast(page, FAILURE.generate(AUTH_FAILURE.NETWORK_ERROR))
  await holdsForm(page)

  // The toast covers the footer. The idle page has loaded the screens of the menu, but not this one.
  await page.getByRole('link', { name: 'Rules', exact: true }).first().press('Enter')
  const notHere = page.getByRole('alert').filter({ hasText: "You're offline." })
  await expect(notHere).toBeVisible()
  await page.goBack()
  await holdsChoices(page)
  await page.goForward()
  await expect(notHere).toBeVisible()
  // React logs errors that the screen's error boundary catches.
  for (const line of tab.complaints.splice(0).filter(notBrowsersOwn)) expect(line).toContain(AUTH_FAILURE.NETWORK_ERROR)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: LABELS.hallRules })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(NOTICE)).toBeHidden()
  await holdsChoices(page)

  const generations = async () =>
    site.store.rows('select 1 from generations where visitor = ?', await getVisitorId(tab)).length
  expect(await generations()).toBe(0)
  await holdsForm(page)
  await generateButton(page).click()
  await page.waitForURL(/job=[0-9a-f]{32}/)
  await expect(page.getByText('You can leave. Your card will be here when you get back.')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('No connection. Still trying.')).toBeVisible()
  await context.setOffline(false)
  await expectFinishedCard(page)
  expect(await generations()).toBe(1)
  expectOnlyFailedRequests(tab)
})

test('the Gallery shows its last list while offline', async ({ tab, site }) => {
  const { page, context } = tab
  await arriveAt(page, '/hall-of-fame')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hall-list'))).toContain(site.cardIds[0]!)
  await arriveAt(page, '/')
  // The idle page prefetches the Hall.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /hall-screen-[^/]*\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
  await expect(page.getByText(HALL_WORDS.keptList)).toBeVisible()
  await expect(page.locator(`a[href="/card/${site.cardIds[0]}"]`).first()).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByText(HALL_WORDS.keptList)).toBeHidden()
  for (const line of tab.complaints.splice(0).filter(notBrowsersOwn)) expect(line).toContain('Could not load')
})

test('a page of an older build draws its card, and loads the new build for a missing screen', async ({ tab }) => {
  const { page } = tab
  await arriveAt(page, '/')
  await fillForm(page)
  // The page loads the API response parser when idle, and can submit the form only then.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => /\/assets\/responses-/.test(entry.name) && (entry as PerformanceResourceTiming).responseEnd > 0),
  )
  const seen = await deployUnder(page)
  await generate(page)
  await page.getByRole('link', { name: 'Hall of Fame', exact: true }).first().click()
  await page.waitForFunction(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation!.type === 'reload'
  })
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'Hall of Fame', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/hall-of-fame')
  expect(seen.loaded).toBe(1)
  expect(seen.missing).toBeGreaterThan(0)
  await page
    .getByRole('link', { name: /Fantasy Football Cards, home/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Team Colors: Green Bay Packers' })).toBeVisible()
  expect(seen.loaded).toBe(1)
  expectOnlyFailedRequests(tab)
})

/**
 * Removes the open page's assets from the server, like a deployment, until the page is reloaded. A missing asset reloads
 * the page, which would abort an upload, so it is reported only once the form has arrived.
 */
async function deployUnder(page: Page) {
  const seen = { missing: 0, loaded: 0 }
  const arrived = page.waitForResponse('**/api/generations')
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.resourceType() === 'document' && request.frame() === page.mainFrame()) seen.loaded++
    if (seen.loaded > 0 || !new URL(request.url()).pathname.startsWith('/assets/')) return route.fallback()
    seen.missing++
    await arrived
    return route.fulfill({ status: 404, body: '' })
  })
  return seen
}
