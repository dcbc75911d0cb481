import type { Page } from 'playwright-core'
import { ERRORS } from '#shared/client/errors.ts'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { PHONE, type Tab } from './browser.ts'
import { type Made, openMakersTab, visitorIdOf } from './maker.ts'
import type { Stage } from './stage.ts'
import type { Store } from './store.ts'

/** How a request fails, and in which words that is said where no others are promised. */
export const FAULTS = {
  'no connection': AUTH_FAILURE.NETWORK_ERROR,
  'a broken server': ERRORS.INTERNAL.message,
} as const
export type Fault = keyof typeof FAULTS

/** One thing a visitor does that needs the server, and what they see and keep when it fails. */
export type Mishap = {
  what: string
  /** Whose tab it is: the maker's of a card, or any visitor's. */
  visitor: 'maker of a draft' | 'maker of a public card' | 'any'
  at: (made: Made) => string
  /** The request that fails. */
  request: [method: string, path: RegExp]
  /** Asking twice for it does no harm. */
  mayRepeat?: true
  /** Opens what has to be open and types what has to be typed. */
  prepare?: (page: Page, made: Made) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
  /** Where the failure is said. */
  says: (page: Page, words: string, fault: Fault) => Promise<unknown>
  /** What was typed and chosen is still there. */
  keeps?: (page: Page, made: Made) => Promise<unknown>
  stored: (store: Store, made: Made) => unknown
  before: unknown
  succeeds: (page: Page) => Promise<unknown>
  after: unknown
}

/** A button by the whole of what it is called. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
export const alertSays = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor()

/** A column of the card's row as it is stored, or null when there is no such row. */
export const column =
  (sql: string) =>
  (store: Store, { id }: Made) =>
    store.rows(`select ${sql} as it from fantasy_football_cards where id = ?`, id)[0]?.['it'] ?? null

/** How many rows there are of a visitor, or of a card and a visitor. */
export const countOf =
  (rows: string) =>
  (store: Store, { id, visitorId }: Made) =>
    store.rows(`select count(*) as it from ${rows}`, ...(rows.includes('card =') ? [id] : []), visitorId)[0]!['it']

/** The tab of a visitor to whom it may happen, where it may happen. */
export async function openFor({ visitor, at }: Mishap, stage: Stage, viewport = PHONE): Promise<Tab & { made: Made }> {
  if (visitor !== 'any') {
    const tab = await openMakersTab(stage, visitor === 'maker of a draft' ? 'draft' : 'public', viewport)
    await arriveAt(tab.page, at(tab.made))
    return tab
  }
  const tab = await stage.open(viewport)
  const made = { id: stage.cardIds[1]!, jobId: '', visitorId: '' }
  await arriveAt(tab.page, at(made))
  return { ...tab, made: { ...made, visitorId: await visitorIdOf(tab) } }
}

export async function arriveAt(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilTakenOver(page)
}

/** What the server has sent is on the screen, in its styles and faces of letters. */
export async function untilPainted(page: Page): Promise<void> {
  await page.locator('main[data-first]').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.evaluate(() => document.fonts.ready)
}

/** The page's own script stands in for what the server has sent to be seen before it. */
export const untilTakenOver = (page: Page) => page.locator('main:not([data-first]) h1').first().waitFor()
