import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, button, waitForHydration } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'

const LEAGUE = 'Sunday Night Gridiron'
const LAST = 4

const pick = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Draft order' })
    .getByRole('listitem')
    .nth(number - 1)
const untilOpen = (page: Page, number: number) =>
  expect(pick(page, number)).not.toContainText('Not open yet', { timeout: 120_000 })

/** Reads the draft order from its line on the league's page. */
async function readOrder(page: Page): Promise<string[]> {
  const lines = page.getByRole('region', { name: 'Draft order' }).getByRole('listitem')
  await expect(lines).toHaveCount(LAST)
  return lines.allInnerTexts()
}

test('reveals the same draft order on every screen, even after a reload and a lost connection', async ({ openTab }) => {
  test.setTimeout(300_000)
  const { page: commissioner } = await openTab(DESK)
  await arriveAt(commissioner, '/league')
  await commissioner.getByLabel('League name').fill(LEAGUE)
  await button(commissioner, 'Create league').click()
  await commissioner.waitForURL(/\/league\/[\w-]{22}$/)
  const path = new URL(commissioner.url()).pathname

  const join = async (teamName: string) => {
    const tab = await openTab(PHONE)
    await arriveAt(tab.page, path)
    await tab.page.getByLabel('Your team name').fill(teamName)
    await button(tab.page, 'Join').click()
    await tab.page.waitForURL(/\?league=/)
    await arriveAt(tab.page, path)
    return tab
  }
  const reloading = await join('Fumble Bees')
  const losing = await join('Blitz Kids')
  for (const teamName of ['Paper Tigers', 'Honey Badgers']) await (await join(teamName)).context.close()

  await expect(commissioner.getByText('4 of 16 seats')).toBeVisible()
  await button(commissioner, 'Draw the draft order').click()
  await expect(button(commissioner, 'Start the draw')).toBeVisible()
  for (const { page } of [reloading, losing]) {
    await expect(page.getByText('Sealed result')).toBeVisible()
    await expect(button(page, 'Start the draw')).toHaveCount(0)
  }
  const sealed = await reloading.page.locator('code').innerText()
  expect(await findAccessibilityViolations(commissioner, 'a prepared draw')).toEqual([])
  const { page: outsider } = await openTab(PHONE)
  await arriveAt(outsider, path)
  await expect(outsider.getByText('Sealed result')).toBeVisible()
  await expect(button(outsider, 'Start the draw')).toHaveCount(0)

  await button(commissioner, 'Start the draw').click()
  await expect(losing.page.getByText('First card in')).toBeVisible()
  await untilOpen(losing.page, LAST)
  await losing.context.setOffline(true)
  await untilOpen(reloading.page, LAST)
  expect(await findAccessibilityViolations(reloading.page, 'a running draw')).toEqual([])
  await reloading.page.reload()
  await waitForHydration(reloading.page)
  await untilOpen(reloading.page, LAST - 1)
  await losing.context.setOffline(false)
  const screens = [commissioner, reloading.page, losing.page]
  for (const page of screens) await untilOpen(page, 1)
  expectOnlyFailedRequests(losing)

  const boards = await Promise.all(
    screens.map((page) => page.getByRole('list', { name: 'Draft order' }).getByRole('listitem').allInnerTexts()),
  )
  expect(new Set(boards.map((board) => board.join())).size).toBe(1)
  const orders = []
  for (const page of screens) {
    await page.reload()
    await waitForHydration(page)
    orders.push((await readOrder(page)).join())
  }
  expect(new Set(orders).size).toBe(1)
  for (const name of ['Fumble Bees', 'Blitz Kids', 'Paper Tigers', 'Honey Badgers']) expect(orders[0]).toContain(name)

  await button(commissioner, 'Copy the order').click()
  await expect(button(commissioner, 'Copied')).toBeVisible()
  const member = losing.page
  await member.getByRole('link', { name: 'Verify' }).click()
  await expect(member.getByText(/^Verified: /)).toBeVisible()
  await expect(member.getByText(sealed)).toBeVisible()
  expect(await findAccessibilityViolations(member, 'the page that verifies a draw')).toEqual([])
  await member.getByLabel(/^Seed/).fill('00'.repeat(32))
  await expect(member.getByText(/^No match/)).toBeVisible()
  expect((await outsider.request.get(`${path}/draws/1`)).status()).toBe(200)
  expect((await outsider.request.get(`${path}/draws/2`)).status()).toBe(404)
})
