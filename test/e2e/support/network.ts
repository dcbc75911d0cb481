import type { Page } from 'playwright-core'

/** A request that waits until it is let go. */
export type Held = {
  /** How many have come so far. */
  asked: () => number
  /** Resolves when the first one has come. */
  arrived: Promise<void>
  /** Lets them all go on, and those to come. */
  release: () => void
}

/** Makes every request to `address` wait, as a slow network does but for as long as a test likes. */
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

/** The browser logs each request and each socket that failed by itself; there may be no other console message. */
export const notBrowsersOwn = (complaint: string): boolean =>
  !/^Failed to load resource|^WebSocket connection to .* failed: .*net::ERR/.test(complaint)
