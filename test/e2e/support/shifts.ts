import type { Page } from '@playwright/test'

/** A late font may shift text by a fraction of a pixel. */
export const SHIFT_MAX = 0.001

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

type StoredShift = { value: number; isExpected: boolean; line: string }

/** Records layout shifts; must run before anything else on the page. */
export function watchShifts() {
  const stored: StoredShift[] = []
  Object.assign(window, { shifts: stored })
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      const what = shift.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? 'gone')
        return `${name} from ${from.x},${from.y},${from.height} to ${to.x},${to.y},${to.height}`
      })
      const line = `${shift.value.toFixed(4)} ${what.join('; ')}`
      stored.push({ value: shift.value, isExpected: shift.hadRecentInput, line })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Takes the layout shifts since the last call: their sum, and one line for each.
 *
 * @param evenExpected also counts shifts within half a second after a click, which are allowed
 */
export async function takeShifts(page: Page, evenExpected = false): Promise<{ sum: number; lines: string[] }> {
  const stored = await page.evaluate(() => (window as unknown as { shifts: StoredShift[] }).shifts.splice(0))
  const counted = stored.filter(({ isExpected }) => evenExpected || !isExpected)
  return { sum: counted.reduce((sum, { value }) => sum + value, 0), lines: counted.map(({ line }) => line) }
}
