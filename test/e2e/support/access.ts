import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { PHONE } from './screens.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
type Rules = NonNullable<RunOptions['runOnly']>

const RULES: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that read colors: nothing else differs between the themes. */
const COLOR_RULES: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/** The width left of 1280 px at 400% zoom, also the width of the narrowest phone. */
const NARROW_PX = 320

/**
 * Returns the accessibility violations of the page in its current state: axe in both themes, and elements that overflow
 * at 320 px. Each line names a rule and an element; the page keeps its state.
 */
export async function findAccessibilityViolations(page: Page, state: string): Promise<string[]> {
  const faults: string[] = []
  for (const [colorScheme, rules] of [
    ['light', COLOR_RULES],
    ['dark', RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    faults.push(...(await axe(page, rules)).map((fault) => `${state}, ${colorScheme}: ${fault}`))
  }
  // A wide screen at that zoom has the narrow layout.
  if (page.viewportSize()!.width > PHONE.width) return faults
  const before = page.viewportSize()!
  await page.setViewportSize({ ...before, width: NARROW_PX })
  await settled(page)
  faults.push(...(await page.evaluate(findOverflows)).map((fault) => `${state}, ${NARROW_PX} px: ${fault}`))
  await page.setViewportSize(before)
  await settled(page)
  return faults
}

async function axe(page: Page, runOnly: Rules): Promise<string[]> {
  // Evaluated through DevTools: the page's CSP allows only its own scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate((only) => {
    const { axe: checker } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
    return checker.run({ runOnly: only, resultTypes: ['violations'] })
  }, runOnly)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} at ${target} ${any[0]?.message}`))
}

/** Colors and sizes are animated; a state in between proves nothing. */
async function settled(page: Page): Promise<void> {
  // A toast that is closing is translucent.
  await expect(page.locator('[data-sonner-toast][data-removed="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.race([
      Promise.all(ending.map(({ finished }) => finished.catch(() => undefined))),
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ])
  })
}

function findOverflows(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth <= clientWidth ? [] : [`the page scrolls sideways, ${scrollWidth} of ${clientWidth} px`]
}
