import { expect, type Page } from '@playwright/test'

/** Opens a page of the site and waits until React has hydrated it. */
export async function arriveAt(page: Page, path: string): Promise<void> {
  await waitForSheetExit(page)
  await page.goto(path)
  await waitForHydration(page)
}

/** Waits until the history entry of a closed sheet is gone: its history.back() would abort the next navigation. */
export const waitForSheetExit = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[role="dialog"]') !== null || !history.state?.usr?.over)

/** Waits until React has hydrated the page. */
export const waitForHydration = (page: Page) => page.locator('#root:not([data-served]) h1').first().waitFor()

/** Waits until the server-rendered HTML is on screen with its styles and fonts. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.locator('#root[data-served] main').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.evaluate(() => document.fonts.ready)
}

/** Finds a button by its full accessible name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Returns a function that clicks the button with that name. */
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click()

/** Follows the first link with that name. */
export const followLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

export const expectToast = (page: Page, words: string) =>
  expect(page.locator('[data-sonner-toast]', { hasText: words }).first()).toBeVisible()

export const expectAlert = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
