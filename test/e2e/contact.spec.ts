import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { useOwnNetwork } from './support/network.ts'
import { arriveAt, expectToast } from './support/page.ts'
import { newEmail } from './support/sign-in.ts'

test('a contact message reaches the admin, and a rate-limited second message keeps its text @smoke', async ({
  page,
  context,
  site,
}) => {
  await useOwnNetwork(context)
  const [email, message] = [newEmail(), page.locator('[name="message"]')]
  const stored = () => site.store.rows('select name, message from contact_submissions where email = ?', email)
  await arriveAt(page, '/contact')
  await page.locator('[name="name"]').fill('Ann')
  await page.locator('[name="email"]').fill(email)
  await message.fill('Nice cards!')
  await page.getByRole('button', { name: LABELS.sendMessage }).click()
  await expectToast(page, SUCCESS.messageSent)
  await expect(message).toHaveValue('')
  expect(stored()).toEqual([{ name: 'Ann', message: 'Nice cards!' }])

  const reference = (await page.getByText(/^Your reference number is [0-9A-F]{8}/).innerText()).match(/[0-9A-F]{8}/)![0]
  await expect
    .poll(async () => (await fetch(`${site.url}/dev/outbox?to=admin@example.com`)).text())
    .toContain(reference)

  await page.locator('[name="name"]').fill('Ann')
  await page.locator('[name="email"]').fill(email)
  await message.fill('One more thing')
  // The button is only aria-disabled and styled so: a click explains why.
  await page.getByRole('button', { name: /^Send again in/ }).click({ force: true })
  await expectToast(page, FAILURE.contactTooSoon)
  await expect(message).toHaveValue('One more thing')
  expect(stored()).toHaveLength(1)
})
