import { FACE_OFF_PAIRS_PER_DAY } from '#shared/domain/face-off.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { arriveAt, waitForHydration } from './support/page.ts'
import { PHONE } from './support/screens.ts'

test('lets a visitor pick by tap and key until no pair is left @smoke', async ({ openTab }) => {
  const { page } = await openTab(PHONE)
  await arriveAt(page, '/hall-of-fame')
  await page.getByRole('link', { name: /^Face-Off/ }).click()
  await expect(page.getByText('10 pairs left today')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'a pair of Face-Off')).toEqual([])
  const cards = page.getByRole('button', { name: /^Pick / })
  await expect(cards).toHaveCount(2)
  await cards.first().click()
  await expect(page.getByText('9 pairs left today')).toBeVisible()
  await expect(page.getByText(/^You picked /)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('8 pairs left today')).toBeVisible()
  const token = () => page.locator('input[name=token]').inputValue()
  const before = await token()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText('8 pairs left today')).toBeVisible()
  expect(await token()).toBe(before)
  // A Hall with few cards has fewer than ten pairs.
  const end = page.getByRole('heading', { name: /^(That's it for today|No pair left)$/ })
  for (let picks = 2; picks < FACE_OFF_PAIRS_PER_DAY && !(await end.isVisible()); picks++) {
    const shown = await token()
    await cards.last().focus()
    await page.keyboard.press('Enter')
    await expect(page.locator(`input[value="${shown}"]`)).toHaveCount(0)
  }
  await expect(end).toBeVisible()
  expect(await findAccessibilityViolations(page, 'Face-Off at the end of a day')).toEqual([])
})
