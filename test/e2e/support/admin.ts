import { expect, type Page, test } from '@playwright/test'
import type { Site } from './fixtures.ts'
import { ADMINS } from './hosts.ts'

const LINK = /\/admin\/enter\?token=[\w-]+/g

/** Signs an admin in by a mailed link, and ends at the reports. */
export async function enterAsAdmin(page: Page, { url }: Pick<Site, 'url'>): Promise<void> {
  // Another worker asks for links at the same time; two with the same index never do.
  const admin = ADMINS[test.info().parallelIndex]!
  const links = async () => (await (await fetch(`${url}/dev/outbox?to=${admin}`)).text()).match(LINK) ?? []
  const before = (await links()).length
  await page.goto('/admin')
  await page.getByLabel('Email').fill(admin)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByText('a link is on its way')).toBeVisible()
  // The mail goes out after the answer. The newest comes first.
  await expect.poll(async () => (await links()).length).toBeGreaterThan(before)
  await page.goto((await links())[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
}
