import type { Page } from '@playwright/test'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { FAILURE, LABELS } from '#shared/domain/messages.ts'
import { expect, type Site, type Tab, test } from './support/fixtures.ts'
import { expectFinishedCard, fillForm, generateButton, holdsForm } from './support/form.ts'
import { toPicture } from './support/handed-on.ts'
import { getVisitorId, type Made, openMakersTab } from './support/maker.ts'
import { expectOnlyFailedRequests, holdRequests, useOwnNetwork } from './support/network.ts'
import { arriveAt, followLink, expectToast } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'
import { MAKER_WRITES, VISITOR_WRITES, type Write } from './support/writes.ts'

/** Late fonts shift the layout this much. */
const SHIFT_MAX = 0.02

test('starting a card survives a lost connection and a lost response, and draws one card', async ({ tab, site }) => {
  const { page } = tab
  await arriveAt(page, '/')
  await fillForm(page)
  const visitor = await getVisitorId(tab)
  const started = () => site.store.rows('select 1 from generations where visitor = ?', visitor).length
  const request: Write['request'] = ['POST', /\/api\/generations$/]
  const losing = await loseRequests(page, request)
  await generateButton(page).click()
  await expectToast(page, FAILURE.generate(AUTH_FAILURE.NETWORK_ERROR))
  await holdsForm(page)
  expect(started()).toBe(0)
  await losing.end()

  const statuses = await loseResponses(page, request)
  await generateButton(page).click()
  await expectFinishedCard(page)
  expect(statuses).toEqual([202])
  expect(started()).toBe(1)
  expectOnlyFailedRequests(tab)
})

test('a visitor loses no input when a write fails, and a retry writes once', async ({ tab, site }) => {
  const maker = createVisitor(site.url)
  await maker.arrive()
  const { id } = await makePublicCard(maker)
  await useOwnNetwork(tab.context)
  await arriveAt(tab.page, '/')
  const made = { id, jobId: '', visitorId: await getVisitorId(tab) }
  for (const write of VISITOR_WRITES) await test.step(write.what, () => failTwiceThenSucceed(tab, site, write, made))
})

test('a maker loses no input when a write fails, a retry writes once, and a deleted card is gone for everyone', async ({
  openTab,
  site,
}) => {
  const tab = await openMakersTab({ url: site.url, open: openTab }, 'draft', PHONE)
  const { id } = tab.made
  let picture = ''
  for (const write of MAKER_WRITES) {
    if (write.what === 'deleting a card') picture = (await toPicture(site, id)).url
    await test.step(write.what, () => failTwiceThenSucceed(tab, site, write, tab.made))
  }

  expect(site.store.rows('select 1 from removed_cards where id = ?', id)).toHaveLength(1)
  expect(site.store.files().filter((key) => picture.endsWith(key))).toEqual([])
  for (const { page, complaints } of [tab, await openTab(DESK)]) {
    const response = await page.goto(`/card/${id}`)
    expect(response!.status()).toBe(410)
    await expect(page.getByRole('heading', { name: LABELS.cardNotFound, level: 1 })).toBeVisible()
    await expect(page.getByText(NO_CARD.removed)).toBeVisible()
    for (const file of [`/download/${id}/card`, picture]) expect((await page.request.get(file)).status()).toBe(410)
    expectOnlyFailedRequests({ complaints })
  }
})

test('late cards fill their reserved space without a layout shift', async ({ page, site }) => {
  await page.addInitScript(watchShifts)
  await arriveAt(page, '/contact')
  const lists = await holdRequests(page, '**/api/cards?list=**')
  await followLink(page, LABELS.gallery)
  await expect(page.getByRole('status').filter({ hasText: LABELS.loadingGallery }).first()).toBeVisible()
  await takeShifts(page)
  lists.release()
  await expect(page.locator('.leaderboard-board a[href^="/card/"] img').first()).toBeVisible()
  const inTheHall = await takeShifts(page)

  const card = await holdRequests(page, /\/api\/cards\/\w{32}$/)
  await page.locator(`a[href="/card/${site.cardIds[0]}"]`).first().click()
  await expect(page.getByText(LABELS.loadingCard)).toBeVisible()
  await takeShifts(page)
  card.release()
  await expect(page.getByRole('button', { name: LABELS.upvote })).toBeVisible()
  const onItsPage = await takeShifts(page)
  for (const { sum, lines } of [inTheHall, onItsPage]) expect(sum, lines.join('\n')).toBeLessThanOrEqual(SHIFT_MAX)
})

/** Does a write whose request is lost, then one whose response is lost, and then one that succeeds. */
async function failTwiceThenSucceed(tab: Pick<Tab, 'page' | 'complaints'>, site: Site, write: Write, made: Made) {
  const { page } = tab
  const stored = () => write.stored(site.store, made)
  const tellsAndKeeps = async () => {
    await write.saysFailure(page)
    await write.keeps?.(page, made)
    // A toast stays open while hovered.
    await page.mouse.move(0, 0)
  }
  await arriveAt(page, write.at(made))
  await write.prepare?.(page, made)
  expect(stored()).toBe(write.before)

  const losing = await loseRequests(page, write.request)
  await write.press(page)
  await losing.lost
  await tellsAndKeeps()
  expect(stored()).toBe(write.before)
  await losing.end()

  const statuses = await loseResponses(page, write.request)
  await write.press(page)
  await expect.poll(() => statuses.length).toBeGreaterThan(0)
  await tellsAndKeeps()
  expect(Math.max(...statuses)).toBeLessThan(300)
  expect(stored()).toBe(write.after)
  await page.unrouteAll({ behavior: 'wait' })

  await write.press(page)
  await write.succeeds(page)
  expect(stored()).toBe(write.after)
  expectOnlyFailedRequests(tab)
}

/** Drops the connection before one kind of request arrives, until `end`. */
async function loseRequests(page: Page, [method, path]: Write['request']) {
  await page.route(path, (route) =>
    route.request().method() === method ? route.abort('connectionfailed') : route.fallback(),
  )
  const lost = page.waitForEvent('requestfailed', (request) => path.test(new URL(request.url()).pathname))
  return { lost, end: () => page.unroute(path) }
}

/** Delivers one kind of request, and drops the connection before its response arrives. */
async function loseResponses(page: Page, [method, path]: Write['request']): Promise<number[]> {
  const statuses: number[] = []
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    statuses.push((await route.fetch({ maxRetries: 2 })).status())
    return route.abort('connectionfailed')
  })
  return statuses
}
