import { randomInt } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Tab } from './fixtures.ts'

/** Requests that wait until they are released. */
export type Held = {
  /** Counts the requests so far. */
  requests: () => number
  /** Resolves when the first request has arrived. */
  arrived: Promise<void>
  /** Releases these requests and all later ones. */
  release: () => void
}

/** Holds every request to `address` until the test releases it. */
export async function holdRequests(page: Page, address: string | RegExp, method?: string): Promise<Held> {
  let requests = 0
  const [arrived, arrive] = gate()
  const [released, release] = gate()
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    requests++
    arrive()
    await released
    await route.continue()
  })
  return { requests: () => requests, arrived, release }
}

function gate(): [Promise<void>, () => void] {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return [opened, () => open()]
}

const SOCKET_FAILED = /^WebSocket connection to .* failed: /

/** True for the page's own console messages: the browser itself logs every failed request and socket. */
export const notBrowsersOwn = (complaint: string): boolean =>
  !complaint.startsWith('Failed to load resource') && !SOCKET_FAILED.test(complaint)

/** Consoles of tabs that lost requests on purpose. The browser may log such a request after the test has ended. */
const withFailedRequests = new WeakSet<string[]>()

/** Expects a tab's console to hold only the browser's own messages about failed requests. */
export function expectOnlyFailedRequests({ complaints }: Pick<Tab, 'complaints'>): void {
  withFailedRequests.add(complaints)
  expect(filterUnexpected(complaints)).toEqual([])
}

/**
 * Returns the console messages that the test does not expect. A socket may fail in any test: a page that is left closes
 * a socket that is still connecting.
 */
export const filterUnexpected = (complaints: string[]): string[] =>
  complaints.filter(withFailedRequests.has(complaints) ? notBrowsersOwn : (line) => !SOCKET_FAILED.test(line))

/** True for a missing image of a card that another test may have removed while this one lists it. */
export const isRemovedPicture = (complaint: string, seeded: readonly string[]): boolean =>
  /^Failed to load resource: .* status of 4(?:04|10) .*\/(?:picture|storage\/[\w-]+\/cards)\//.test(complaint) &&
  !seeded.some((id) => complaint.includes(id))

/**
 * Gives a visitor their own IP address. Per network, the contact form has a 20 s cooldown and few severe reports hide a
 * card, however relaxed the limits are.
 */
export const useOwnNetwork = (context: BrowserContext): Promise<void> =>
  context.setExtraHTTPHeaders({ 'cf-connecting-ip': `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}` })
