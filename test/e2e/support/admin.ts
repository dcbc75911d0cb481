import { expect, type Page, test } from '@playwright/test'
import type { Site } from './fixtures.ts'
import { ADMINS } from './hosts.ts'

const LINK = /\/admin\/enter\?token=[\w-]+/g

/** Signs an admin in with a mailed link and opens the reports. */
export async function signInAsAdmin(page: Page, { url }: Pick<Site, 'url'>): Promise<void> {
  // Other workers request links at the same time; two workers never share an index.
  const admin = ADMINS[test.info().parallelIndex]!
  const links = async () => (await (await fetch(`${url}/dev/outbox?to=${admin}`)).text()).match(LINK) ?? []
  const before = (await links()).length
  await page.goto('/admin')
  await page.getByLabel('Email').fill(admin)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByText('a link is on its way')).toBeVisible()
  // The mail is sent after the response. The newest comes first.
  await expect.poll(async () => (await links()).length).toBeGreaterThan(before)
  await page.goto((await links())[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
}
