import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { enterAsAdmin } from './support/admin.ts'
import { DESK, PHONE } from './support/browser.ts'
import { untilTakenOver } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

let stage: Stage
before(async () => {
  stage = await enterStage()
})
after(() => stage.close())

const isCounting = (request: Request) => request.url().includes('/api/analytics/')
/** What comes late is here: it brings the place for toasts along. */
const untilCounting = (page: Page) =>
  page.locator('section[aria-label^="Notifications"]').waitFor({ state: 'attached' })

/** Visits by a channel that no other journey comes by. */
const affiliates = () =>
  stage.store.rows<{ count: number }>("select count from analytics_days where name = 'Affiliate'")[0]?.count ?? 0

test('what visitors do is seen by an admin, by day and in sum @long', async () => {
  const came = affiliates() + 1
  const { page, context, complaints } = await stage.open()
  const sent = page.waitForRequest((request) => isCounting(request) && /card_voted/.test(request.postData() ?? ''))
  await page.goto(`/card/${stage.cardIds[0]}?utm_medium=affiliate&utm_source=paper`)
  await untilTakenOver(page)
  await page.getByRole('button', { name: LABELS.upvote }).click()
  await toastSays(page, SUCCESS.voteAdded)
  const counted = await sent
  assert.equal((await counted.response())!.status(), 200)
  assert.equal((await counted.allHeaders())['cookie'], undefined)
  assert.deepEqual(complaints, [])
  await context.close()

  const admin = await stage.open()
  await enterAsAdmin(admin.page, stage)
  await admin.page.getByRole('link', { name: 'Analytics' }).click()
  await admin.page.getByRole('img', { name: /^Votes by day, .* at most/ }).waitFor()
  assert.equal(affiliates(), came)
  await admin.page.getByRole('row', { name: new RegExp(`^Affiliate ${came}$`) }).waitFor()
  await admin.page.getByRole('row', { name: /^\/card\/:id/ }).waitFor()
  assert.deepEqual(await accessFaults(admin.page, 'analytics'), [])
  await admin.page.getByRole('link', { name: '7 days' }).click()
  await admin.page.getByText('The last 7 days').waitFor()
  assert.deepEqual(admin.complaints, [])
  await admin.context.close()
})

test('how the site runs is seen by an admin, after some seconds, at both sizes @long', async () => {
  const counted = () =>
    stage.store.rows<{ count: number }>(
      "select sum(count) as count from operation_counts where measure = 'requests'",
    )[0]?.count ?? 0
  const { page, context, complaints } = await stage.open()
  await enterAsAdmin(page, stage)
  for (let i = 0; counted() === 0 && i < 300; i++) await page.waitForTimeout(100)
  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('img', { name: /^Requests by day, .* at most/ }).waitFor()
  await page.getByRole('region', { name: 'Requests by day, in numbers', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Scheduled tasks' }).waitFor()
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    assert.deepEqual(await accessFaults(page, `operations at ${viewport.width} px`), [])
  }
  await page.getByRole('link', { name: '7 days' }).click()
  await page.getByText('The last 7 days').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('nothing of a visitor that asks not to be tracked is sent or kept @long', async () => {
  const { page, context } = await stage.open()
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const asked: Request[] = []
  page.on('request', (request) => isCounting(request) && asked.push(request))
  await page.goto('/?utm_source=paper')
  await untilCounting(page)
  await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
  await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
  // Longer than anything would wait before it is sent.
  await page.waitForTimeout(3_500)
  assert.deepEqual(asked, [])
  const kept = await page.evaluate(() => Object.keys(localStorage))
  assert.deepEqual(
    kept.filter((key) => key.startsWith('analytics')),
    [],
  )
  await context.close()
})
