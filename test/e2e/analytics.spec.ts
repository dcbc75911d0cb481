import type { Page, Request } from '@playwright/test'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { signInAsAdmin } from './support/admin.ts'
import { expect, type Site, test } from './support/fixtures.ts'
import { choosePhoto, generate } from './support/form.ts'
import { arriveAt, press, expectToast } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'

const isCounting = (request: Request) => request.url().includes('/api/analytics/')
/** The analytics script is loaded late, together with the toaster. */
const untilCounting = (page: Page) => expect(page.locator('section[aria-label^="Notifications"]')).toBeAttached()

const getSum = ({ store }: Site, sql: string) => store.rows<{ count: number | null }>(sql)[0]?.count ?? 0
/** No other test arrives through this channel. */
const affiliates = (site: Site) =>
  getSum(site, "select sum(count) as count from analytics_days where name = 'Affiliate'")
const invited = (site: Site) =>
  getSum(site, "select sum(count) as count from analytics_days where name = 'card_invited'")

test('an admin sees visitor statistics and site health', async ({ page, openTab, site }) => {
  const before = { affiliates: affiliates(site), invited: invited(site) }
  const sent = page.waitForRequest((request) => isCounting(request) && /card_voted/.test(request.postData() ?? ''))
  await arriveAt(page, `/card/${site.cardIds[0]}?utm_medium=affiliate&utm_source=paper`)
  await press(LABELS.upvote)(page)
  await expectToast(page, SUCCESS.voteAdded)
  const counted = await sent
  expect((await counted.response())!.status()).toBe(200)
  expect((await counted.allHeaders())['cookie']).toBeUndefined()
  await expect.poll(() => affiliates(site)).toBeGreaterThan(before.affiliates)

  await page.getByRole('link', { name: LABELS.makeYours, exact: true }).click()
  await expect(page.getByText("Same team and gear as Ace's card")).toBeVisible()
  await choosePhoto(page)
  await generate(page)
  await expect.poll(() => invited(site)).toBeGreaterThan(before.invited)

  const admin = await openTab()
  await signInAsAdmin(admin.page, site)
  await admin.page.getByRole('link', { name: 'Analytics' }).click()
  await expect(
    admin.page.getByRole('region', { name: 'Day by day' }).getByRole('columnheader', { name: 'Votes' }),
  ).toBeVisible()
  await expect(admin.page.getByRole('row', { name: /^Affiliate \d+$/ })).toBeVisible()
  await expect(admin.page.getByRole('row', { name: /^\/card\/:id/ })).toBeVisible()
  await expect(admin.page.getByText(/\d+ of every 100 cards were started from another card/)).toBeVisible()
  await admin.page.getByRole('link', { name: '7 days' }).click()
  await expect(admin.page.getByText('The last 7 days')).toBeVisible()

  for (const viewport of [PHONE, DESK]) {
    await admin.page.setViewportSize(viewport)
    expect(await findAccessibilityViolations(admin.page, `analytics at ${viewport.width} px`)).toEqual([])
  }
})

test('a visitor with Global Privacy Control is not counted', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const requests: Request[] = []
  page.on('request', (request) => isCounting(request) && requests.push(request))
  await page.goto('/?utm_source=paper')
  await untilCounting(page)
  await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Hall of Fame', level: 1 })).toBeVisible()
  // Events stay in storage until they are sent.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('analytics')))).toEqual([])
  await page.goto('about:blank')
  expect(requests).toEqual([])
})
