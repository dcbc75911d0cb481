import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { launchBrowser, openTab } from './support/browser.ts'
import { toastSays } from './support/path.ts'
import { type Server, startServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

describe('when something fails', () => {
  let browser: Browser
  let server: Server
  let cardId: string

  before(async () => {
    server = await startServer({ env: { LIMITS: 'relaxed' } })
    browser = await launchBrowser()
  })
  beforeEach(async () => {
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    cardId = (await makePublicCard(visitor)).id
  })
  after(async () => {
    await browser.close()
    await server.close()
  })

  const votes = () =>
    openStore(server.dataDir).rows<{ votes: number }>(
      'select votes from fantasy_football_cards where id = ?',
      cardId,
    )[0]!.votes

  test('a vote that never arrived is taken back, and counts the next time', async () => {
    const { page, context } = await openTab(browser, server.url)
    await page.goto(`/card/${cardId}`)
    await page.route('**/votes', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await toastSays(page, FAILURE.vote)
    assert.equal(votes(), 0)
    await page.unroute('**/votes')
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await toastSays(page, SUCCESS.voteAdded)
    assert.equal(votes(), 1)
    await context.close()
  })

  test('two tabs of one visitor count one vote', async () => {
    const { page, context } = await openTab(browser, server.url)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(`/card/${cardId}`)
      await tab.getByRole('button', { name: LABELS.upvote }).waitFor()
    }
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await toastSays(page, SUCCESS.voteAdded)
    await other.getByRole('button', { name: LABELS.upvote }).click()
    await toastSays(other, FAILURE.vote)
    assert.equal(votes(), 1)
    await context.close()
  })

  test('going back and forward shows each page again, and what was typed', async () => {
    const { page, context, complaints } = await openTab(browser, server.url)
    await page.goto('/')
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
    await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
    await page.goBack()
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    await page.goForward()
    await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
