import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

type Kept = { value: number; isExpected: boolean; line: string }

/** Notes whatever moves on a page; to be run before anything else on it. */
export function watchShifts() {
  const kept: Kept[] = []
  Object.assign(window, { shifts: kept })
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      const what = shift.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? 'gone')
        return `${name} from ${from.x},${from.y},${from.height} to ${to.x},${to.y},${to.height}`
      })
      const line = `${shift.value.toFixed(4)} ${what.join('; ')}`
      kept.push({ value: shift.value, isExpected: shift.hadRecentInput, line })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Takes the layout shifts since the last call: their sum, and one line for each.
 *
 * @param evenExpected counts what moves within half a second after a press too, which a layout may
 */
export async function takeShifts(page: Page, evenExpected = false): Promise<{ sum: number; lines: string[] }> {
  const kept = await page.evaluate(() => (window as unknown as { shifts: Kept[] }).shifts.splice(0))
  const counted = kept.filter(({ isExpected }) => evenExpected || !isExpected)
  return { sum: counted.reduce((sum, { value }) => sum + value, 0), lines: counted.map(({ line }) => line) }
}
