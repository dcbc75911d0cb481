import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { LIVE } from '#shared/domain/later-messages.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, launchBrowser, openTab, PHONE, type Tab } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { type Server, startServer } from './support/server.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

/** How soon a vote of one is seen by another. */
const SEEN_WITHIN_MS = 1_000
/** Longer than a page waits before it asks by itself. */
const ASKED_WITHIN_MS = 25_000

describe('what one visitor does, on the page of another @long', () => {
  let server: Server
  let browser: Browser
  let cardId: string

  before(async () => {
    // One socket fills a gateway: each page is on a gateway of its own.
    server = await startServer({ env: { LIMITS: 'relaxed', REALTIME_SOCKETS_PER_GATEWAY: '1' } })
    browser = await launchBrowser()
    const maker = createVisitor(server.url)
    await maker.arrive()
    cardId = (await makePublicCard(maker, { nickname: 'Ace' })).id
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  /** Tabs of two visitors, once each knows of the other. */
  async function twoVisitors(path: string): Promise<[Tab, Tab]> {
    const tabs = [await openTab(browser, server.url, PHONE), await openTab(browser, server.url, DESK)] as [Tab, Tab]
    for (const { page } of tabs) await arriveAt(page, path)
    for (const { page } of tabs) await page.getByText(LIVE.fans(2)).waitFor()
    return tabs
  }
  /** Another visitor votes, without a page. */
  async function vote(): Promise<void> {
    const voter = createVisitor(server.url)
    await voter.arrive()
    const { votes } = (await (await voter.send(`/api/cards/${cardId}`)).json()) as { votes: number }
    assert.equal((await voter.post(`/api/cards/${cardId}/votes`, { votes: votes + 1 })).status, 200)
  }

  test('a vote on a card’s page counts on the other within a second, from gateway to gateway', async () => {
    const [one, other] = await twoVisitors(`/card/${cardId}`)
    const before = await votesOn(other.page)
    await one.page.getByRole('button', { name: LABELS.upvote }).click()
    await toastSays(one.page, SUCCESS.voteAdded)
    await untilVotes(other.page, '.tally-tally b', before + 1, SEEN_WITHIN_MS)
    for (const { context, complaints } of [one, other]) {
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('in the Hall a number changes where it stands, and nothing changes while paused', async () => {
    const [one, other] = await twoVisitors('/hall-of-fame')
    const shown = '.leaderboard-board .vote-pill-vote [aria-hidden]:not(svg)'
    const before = Number(await other.page.locator(shown).first().innerText())
    const pause = one.page.getByRole('switch', { name: LIVE.live + LIVE.updates })
    await pause.click()
    // One alone is not counted.
    await other.page.getByText(LIVE.fans(2)).waitFor({ state: 'hidden' })
    await vote()
    await untilVotes(other.page, shown, before + 1, SEEN_WITHIN_MS)
    assert.equal(Number(await one.page.locator(shown).first().innerText()), before)
    await one.page.reload()
    await one.page.locator(shown).first().waitFor()
    // The HTML shows the switch as it is by default, until scripts know what this browser remembers.
    await pause.and(one.page.getByRole('switch', { checked: false })).waitFor()
    await pause.click()
    await one.page.getByText(LIVE.fans(2)).waitFor()
    await vote()
    await untilVotes(one.page, shown, before + 2, SEEN_WITHIN_MS)
    for (const { context } of [one, other]) await context.close()
  })

  test('a page that gets no socket asks now and then, and says nothing of it', async () => {
    const { page, context, complaints } = await openTab(browser, server.url, PHONE)
    await page.routeWebSocket(/project_id/, (socket) => void socket.close())
    await page.clock.install()
    await arriveAt(page, `/card/${cardId}`)
    const before = await votesOn(page)
    await page.getByRole('switch', { name: LIVE.live + LIVE.updates }).waitFor()
    await page.clock.runFor(5_000)
    await vote()
    await page.clock.runFor(ASKED_WITHIN_MS)
    await untilVotes(page, '.tally-tally b', before + 1, ASKED_WITHIN_MS)
    assert.equal(await page.getByText(/fans? here/).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

const votesOn = async (page: Page) => Number(await page.locator('.tally-tally b').innerText())

async function untilVotes(page: Page, selector: string, votes: number, timeout: number): Promise<void> {
  await page
    .locator(selector)
    .filter({ hasText: String(votes) })
    .first()
    .waitFor({ timeout })
}
