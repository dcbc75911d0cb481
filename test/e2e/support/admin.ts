import type { Page } from 'playwright-core'
import { ADMIN, type Stage } from './stage.ts'

const LINK = /\/admin\/enter\?token=[\w-]+/g

/** Signs the site's admin in by a mailed link, and ends at the reports. */
export async function enterAsAdmin(page: Page, { url }: Pick<Stage, 'url'>): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Email').fill(ADMIN)
  const links = async () => (await (await fetch(`${url}/dev/outbox?to=${ADMIN}`)).text()).match(LINK) ?? []
  const before = (await links()).length
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('a link is on its way').waitFor()
  // Newest first; it is mailed after the answer.
  let link: string | undefined
  for (let i = 0; link === undefined && i < 50; i++) {
    const now = await links()
    if (now.length > before) link = now[0]
    else await page.waitForTimeout(100)
  }
  await page.goto(link!)
  await page.getByRole('button', { name: 'Come in' }).click()
}
