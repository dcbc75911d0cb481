import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LABELS, LIVE, SUCCESS } from '#shared/domain/messages.ts'
import type { OpenTab, Site, Tab } from '../support/fixtures.ts'
import { arriveAt, press, expectToast } from '../support/page.ts'
import { DESK, PHONE } from '../support/screens.ts'
import { expect, test } from '../support/stand-ins.ts'
import { createVisitor, makePublicCard, PORTRAIT } from '../support/visitor.ts'
import { uniqueName } from '../support/names.ts'

/** Longer than the polling interval of a page without a socket. */
const ASKS_WITHIN_MS = 25_000

test.beforeEach(({ ai }) => {
  // A real engine would return a portrait.
  ai.respond = () => Response.json({ created: 1, data: [{ b64_json: readFileSync(PORTRAIT, 'base64') }] })
})

async function makeCard({ url }: Site, nickname: string): Promise<string> {
  const maker = createVisitor(url)
  await maker.arrive()
  return (await makePublicCard(maker, { nickname })).id
}

/** Opens a page for two visitors and waits until each sees the other. Each socket uses its own gateway. */
async function openForTwo(openTab: OpenTab, path: string): Promise<[Tab, Tab]> {
  const tabs = [await openTab(PHONE), await openTab(DESK)] as [Tab, Tab]
  for (const { page } of tabs) await arriveAt(page, path)
  for (const { page } of tabs) await expect(page.getByText(LIVE.fans(2))).toBeVisible()
  return tabs
}

/** Votes for a card over HTTP as another visitor. */
async function vote({ url }: Site, cardId: string): Promise<void> {
  const voter = createVisitor(url)
  await voter.arrive()
  const { votes } = (await (await voter.send(`/api/cards/${cardId}`)).json()) as { votes: number }
  expect((await voter.post(`/api/cards/${cardId}/votes`, { votes: votes + 1 })).status).toBe(200)
}

const tally = (page: Page) => page.locator('.scoreboard-cell:first-child b')
const pauseSwitch = (page: Page) => page.getByRole('button', { name: new RegExp(LIVE.pause) })

test("a vote shows up immediately on another visitor's page, across gateways", async ({ openTab, site }) => {
  const cardId = await makeCard(site, 'Ace')
  const [one, other] = await openForTwo(openTab, `/card/${cardId}`)
  await expect(tally(other.page)).toHaveText('0')
  await press(LABELS.upvote)(one.page)
  await expectToast(one.page, SUCCESS.voteAdded)
  await expect(tally(other.page)).toHaveText('1')
})

test('the Hall updates a vote count in place, and nothing while paused', async ({ openTab, site }) => {
  const name = uniqueName('Hall Pat')
  const cardId = await makeCard(site, name)
  const [one, other] = await openForTwo(openTab, '/hall-of-fame?sort=new')
  const shows = (page: Page, votes: string) =>
    expect(page.getByRole('button', { name: new RegExp(`^Upvote ${name}, ${votes}\\b`) })).toBeVisible()
  await pauseSwitch(one.page).click()
  // A single visitor is not shown a viewer count.
  await expect(other.page.getByText(LIVE.fans(2))).toBeHidden()
  await vote(site, cardId)
  await shows(other.page, '1 vote')
  await shows(one.page, '0 votes')

  await one.page.reload()
  // The server renders the switch in its default state, until scripts know what this browser has stored.
  await expect(pauseSwitch(one.page)).toHaveAttribute('aria-pressed', 'true')
  await pauseSwitch(one.page).click()
  await expect(one.page.getByText(LIVE.fans(2))).toBeVisible()
  await vote(site, cardId)
  await shows(one.page, '2 votes')
})

test('a page without a socket polls occasionally and shows no error', async ({ page, site }) => {
  const cardId = await makeCard(site, 'Ask Al')
  await page.routeWebSocket(/project_id/, (socket) => void socket.close())
  await page.clock.install()
  await arriveAt(page, `/card/${cardId}`)
  await expect(tally(page)).toHaveText('0')
  await expect(pauseSwitch(page)).toBeVisible()
  await page.clock.runFor(5_000)
  await vote(site, cardId)
  await page.clock.runFor(ASKS_WITHIN_MS)
  await expect(tally(page)).toHaveText('1')
  await expect(page.getByText(/fans? here/)).toHaveCount(0)
})
