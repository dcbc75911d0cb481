import type { Request } from '@playwright/test'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { signInAsAdmin } from './support/admin.ts'
import { expect, type Site, test } from './support/fixtures.ts'
import { arriveAt, press, expectToast } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'

const isCounting = (request: Request) => request.url().includes('/api/analytics/')

/** No other test arrives through this channel. */
const affiliates = ({ store }: Site) =>
  store.rows<{ count: number | null }>("select sum(count) as count from analytics_days where name = 'Affiliate'")[0]
    ?.count ?? 0

test('an admin sees visitor statistics and site health', async ({ page, openTab, site }) => {
  const before = affiliates(site)
  const sent = page.waitForRequest((request) => isCounting(request) && /card_voted/.test(request.postData() ?? ''))
  await arriveAt(page, `/card/${site.cardIds[0]}?utm_medium=affiliate&utm_source=paper`)
  await press(LABELS.upvote)(page)
  await expectToast(page, SUCCESS.voteAdded)
  const counted = await sent
  expect((await counted.response())!.status()).toBe(200)
  expect((await counted.allHeaders())['cookie']).toBeUndefined()
  await expect.poll(() => affiliates(site)).toBeGreaterThan(before)

  const admin = await openTab()
  await signInAsAdmin(admin.page, site)
  await admin.page.getByRole('link', { name: 'Analytics' }).click()
  await expect(
    admin.page.getByRole('region', { name: 'Day by day' }).getByRole('columnheader', { name: 'Votes' }),
  ).toBeVisible()
  await expect(admin.page.getByRole('row', { name: /^Affiliate \d+$/ })).toBeVisible()
  await expect(admin.page.getByRole('row', { name: /^\/card\/:id/ })).toBeVisible()
  await admin.page.getByRole('link', { name: '7 days' }).click()
  await expect(admin.page.getByText('The last 7 days')).toBeVisible()

  for (const viewport of [PHONE, DESK]) {
    await admin.page.setViewportSize(viewport)
    expect(await findAccessibilityViolations(admin.page, `analytics at ${viewport.width} px`)).toEqual([])
  }
})
