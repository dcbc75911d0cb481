import type { BrowserContext, Page } from '@playwright/test'
import type { CreatedLeague, JoinedLeague } from '#shared/contracts/league.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, button, waitForHydration } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { createVisitor, makeDraft, type Visitor } from './support/visitor.ts'

const LEAGUE = { name: 'Sunday Night Gridiron', season: '2026', team: 'Green Bay Packers' }

/** Joins a league and seats a card through the API. */
async function takeSeat(visitor: Visitor, code: string, teamName: string): Promise<void> {
  const joined = await visitor.post(`/api/leagues/${code}/seats`, { teamName })
  const { seat } = (await joined.json()) as JoinedLeague
  const { card } = await makeDraft(visitor, { nickname: teamName })
  expect((await visitor.post(`/api/cards/${card.id}/share`, {})).status).toBe(200)
  expect((await visitor.post(`/api/leagues/${code}/seats/${seat}/card`, { cardId: card.id })).status).toBe(200)
}

/** Gives a browser a visitor's cookie. */
async function become(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url }])
}

const round = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Rounds' })
    .getByRole('listitem')
    .nth(number - 1)

test('shows two members their duel, even after a reload and a lost connection, and shares the result', async ({
  openTab,
  site,
}) => {
  test.setTimeout(300_000)
  const [first, second] = [createVisitor(site.url), createVisitor(site.url)]
  const cookies = [(await first.arrive())!, (await second.arrive())!] as const
  const { code } = (await (await first.post('/api/leagues', LEAGUE)).json()) as CreatedLeague
  await takeSeat(first, code, 'Fumble Bees')
  await takeSeat(second, code, 'Blitz Kids')
  const path = `/league/${code}`
  const [challenger, opponent] = [await openTab(PHONE), await openTab(DESK)]
  await become(challenger.context, site.url, cookies[0])
  await become(opponent.context, site.url, cookies[1])
  await arriveAt(challenger.page, path)
  await arriveAt(opponent.page, path)

  await button(challenger.page, 'Challenge Blitz Kids to a duel').click()
  await expect(challenger.page.getByText(/^Best of five/)).toBeVisible()
  expect(await findAccessibilityViolations(challenger.page, 'the sheet of a challenge')).toEqual([])
  await button(challenger.page, 'Start the duel').click()
  await challenger.page.waitForURL(/\/duels\/1$/)
  await expect(opponent.page.getByRole('main').getByText('Fumble Bees challenges you to a duel.')).toBeVisible()
  await opponent.page.getByRole('link', { name: 'Watch' }).click()
  await opponent.page.waitForURL(/\/duels\/1$/)

  await round(challenger.page, 1).waitFor({ timeout: 120_000 })
  await challenger.context.setOffline(true)
  await round(opponent.page, 1).waitFor({ timeout: 120_000 })
  await opponent.page.reload()
  await waitForHydration(opponent.page)
  await round(opponent.page, 2).waitFor({ timeout: 120_000 })
  await challenger.context.setOffline(false)

  const results = []
  for (const { page } of [challenger, opponent]) {
    await expect(page.getByText(/^Verified: /)).toBeVisible({ timeout: 120_000 })
    results.push(await page.getByRole('list', { name: 'Rounds' }).innerText())
    await expect(page.getByText('Winner')).toBeVisible()
  }
  expect(results[0]).toBe(results[1])
  expectOnlyFailedRequests(challenger)
  expect(await findAccessibilityViolations(challenger.page, 'the result of a duel')).toEqual([])

  const saving = challenger.page.waitForEvent('download')
  await challenger.page.getByRole('link', { name: 'Save the picture' }).click()
  expect((await saving).suggestedFilename()).toMatch(/duel 1\.jpg$/)
  await button(challenger.page, 'Copy the result').click()
  await expect(button(challenger.page, 'Copied')).toBeVisible()
  await arriveAt(opponent.page, path)
  await expect(opponent.page.getByRole('region', { name: 'Duels' }).getByRole('link')).toHaveCount(1)
  expect(await findAccessibilityViolations(opponent.page, 'a league with a duel')).toEqual([])

  const { page: outsider } = await openTab(PHONE)
  expect((await outsider.request.get(`${path}/duels/1`)).status()).toBe(200)
  expect((await outsider.request.get(`${path}/duels/2`)).status()).toBe(404)
})
