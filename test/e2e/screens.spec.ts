import { expect, test } from './support/fixtures.ts'
import { arriveAt } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'

for (const viewport of [PHONE, DESK])
  test(`every screen opens and fits at ${viewport.width} px @smoke`, async ({ openTab, site }) => {
    const { page } = await openTab(viewport)
    const card = `/card/${site.cardIds[0]}`
    for (const path of ['/', '/hall-of-fame', card, '/contact', '/privacy-policy', '/my-cards', '/account', '/rules']) {
      await arriveAt(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
  })
