import { randomInt } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Tab } from './fixtures.ts'

/** Requests that wait until they are released. */
export type Held = {
  /** Counts the requests so far. */
  asked: () => number
  /** Resolves when the first request has arrived. */
  arrived: Promise<void>
  /** Lets these requests continue, and all later ones. */
  release: () => void
}

/** Makes every request to `address` wait until the test releases it. */
export async function hold(page: Page, address: string | RegExp, method?: string): Promise<Held> {
  let asked = 0
  const [arrived, arrive] = gate()
  const [released, release] = gate()
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    asked++
    arrive()
    await released
    await route.continue()
  })
  return { asked: () => asked, arrived, release }
}

function gate(): [Promise<void>, () => void] {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return [opened, () => open()]
}

const SOCKET_FAILED = /^WebSocket connection to .* failed: /

/** True if a console message is the page's own: the browser itself logs each request and each socket that fails. */
export const notBrowsersOwn = (complaint: string): boolean =>
  !complaint.startsWith('Failed to load resource') && !SOCKET_FAILED.test(complaint)

/** Consoles of tabs that lost requests on purpose. The browser may log such a request after the test has ended. */
const withFailedRequests = new WeakSet<string[]>()

/** Expects that the console of a tab holds nothing but the browser's own lines about failed requests. */
export function expectOnlyFailedRequests({ complaints }: Pick<Tab, 'complaints'>): void {
  withFailedRequests.add(complaints)
  expect(unexpectedOf(complaints)).toEqual([])
}

/**
 * Returns the complaints of a console without those that its test expects. A socket may fail in any test: a page that
 * is left closes one that is still connecting.
 */
export const unexpectedOf = (complaints: string[]): string[] =>
  complaints.filter(withFailedRequests.has(complaints) ? notBrowsersOwn : (line) => !SOCKET_FAILED.test(line))

/** True if a picture is missing of a card that another journey may have removed while this one lists it. */
export const isRemovedPicture = (complaint: string, seeded: readonly string[]): boolean =>
  /^Failed to load resource: .* status of 4(?:04|10) .*\/(?:picture|storage\/[\w-]+\/cards)\//.test(complaint) &&
  !seeded.some((id) => complaint.includes(id))

/**
 * Gives a visitor an address of their own. Per network, the contact form waits 20 s and few grave reports hide a card,
 * however relaxed the limits are.
 */
export const useOwnNetwork = (context: BrowserContext): Promise<void> =>
  context.setExtraHTTPHeaders({ 'cf-connecting-ip': `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}` })
