import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { expect, test, type Tab } from './support/fixtures.ts'

const send = ({ page }: Tab) => page.getByRole('button', { name: LABELS.sendMessage }).click()

test('a visitor sends a message @smoke', async ({ tab, site }) => {
  await tab.page.goto('/contact')
  await tab.page.locator('[name="name"]').fill('Ann')
  await tab.page.locator('[name="email"]').fill('ann@example.com')
  await tab.page.locator('[name="message"]').fill('Nice cards!')
  await send(tab)
  await expect(tab.page.locator('[data-sonner-toast]', { hasText: SUCCESS.messageSent })).toBeVisible()
  expect(site.store.rows('select name from contact_submissions where email = ?', 'ann@example.com')).toHaveLength(1)
})
