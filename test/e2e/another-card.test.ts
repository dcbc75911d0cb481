import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt, button, press, untilTakenOver } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

const KEPT = 'A new card. Your last one is kept.'
const isShown = (page: Page) => page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

/** Where the next card is begun, with nothing left of the last one. */
async function begins(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Photo' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.equal(await page.getByRole('img', { name: 'You, as you will be sent' }).count(), 0)
}
const isAtTop = (page: Page) => page.waitForFunction(() => scrollY === 0)
/** The focus is on what the photo is given by. That is in sight, and so is the way back; on a desk the page is at its top. */
async function asksForPhoto(page: Page): Promise<void> {
  await begins(page)
  await page.waitForFunction(() => document.activeElement?.closest('.photo-step-drop') !== null)
  if (page.viewportSize()!.width >= DESK.width) await isAtTop(page)
  const focused = page.locator(':focus')
  for (const one of [focused, page.getByText(KEPT)]) {
    const { y, height } = (await one.boundingBox())!
    assert.ok(y >= 0 && y + height <= page.viewportSize()!.height, `${await one.innerText()} at ${y}`)
  }
}
const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

describe('after a card @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const viewport of [PHONE, DESK])
    test(`the next one is a press away and the last one is kept, at ${viewport.width} px`, async () => {
      const { page, context, complaints, made } = await openMakersTab(stage, 'draft', viewport)
      await arriveAt(page, `/?job=${made.jobId}`)
      await isShown(page)

      await follow(page, LABELS.generator)
      await begins(page)
      await isAtTop(page)
      await page.getByText(KEPT).waitFor()
      await page.reload()
      await untilTakenOver(page)
      await page.getByText(KEPT).waitFor()
      await press('Back to it')(page)
      await isShown(page)
      await follow(page, LABELS.gallery)
      await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
      await follow(page, LABELS.generator)
      await begins(page)
      await isAtTop(page)
      await press('Back to it')(page)
      await isShown(page)

      await scrollToEnd(page)
      await press(LABELS.makeAnother)(page)
      await asksForPhoto(page)
      await press('Back to it')(page)
      await isShown(page)

      await press(LABELS.saveToHall)(page)
      await page.getByRole('checkbox', { name: /I'm the person in the photo/ }).check()
      await press('Publish')(page)
      const published = page.getByRole('dialog', { name: 'In the Hall' })
      await published.getByRole('button', { name: LABELS.makeAnother }).click()
      await published.waitFor({ state: 'detached' })
      await asksForPhoto(page)

      await page.goto('/my-cards')
      await page.getByRole('link', { name: 'Open Gridiron Gran' }).waitFor()
      await scrollToEnd(page)
      await follow(page, LABELS.makeAnother)
      await begins(page)
      await isAtTop(page)

      const cards = stage.store.rows(
        'select id, visibility from fantasy_football_cards where owner = ?',
        made.visitorId,
      )
      assert.deepEqual(
        cards.map((row) => ({ ...row })),
        [{ id: made.id, visibility: 'public' }],
      )
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('a vote says until when it counts, asks nothing twice, and leads to a card like the one that was voted for', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    const id = stage.cardIds[3]!
    const votes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/votes')) votes.push(request.url())
    })
    await arriveAt(page, `/card/${id}`)
    await press(LABELS.upvote)(page)
    const voted = button(page, /^Voted\. Again in (24\sh|23\sh 59\smin)$/)
    await voted.waitFor()
    await voted.click({ force: true })
    const answer = page.locator('[data-sonner-toast]').filter({ hasText: 'Your vote counts.' })
    await answer.getByText(/^You can vote for this card again in (24\sh|23\sh 59\smin)\.$/).waitFor()
    assert.equal(await page.getByText('Failed to vote.').count(), 0)
    await page.reload()
    await untilTakenOver(page)
    await voted.waitFor()
    await arriveAt(page, '/hall-of-fame')
    const pill = button(page, /^Upvote Ace, \d+ votes?\. Next vote in (24\sh|23\sh 59\smin)$/)
    await pill.first().click()
    await answer.waitFor()
    assert.deepEqual(votes, [`${stage.url}/api/cards/${id}/votes`])
    const voter = (await context.cookies()).find(({ name }) => name === 'visitor')!.value.split('.')[0]!
    assert.deepEqual(
      stage.store.rows('select card from votes where voter = ?', voter).map(({ card }) => card),
      [id],
    )

    await arriveAt(page, `/card/${id}`)
    await follow(page, LABELS.nowMakeYours)
    await page.getByText('Remixing Ace, with the same setup').waitFor()
    await button(page, /^Team Colors: Green Bay Packers/).waitFor()
    await button(page, /^Armor \/ Headgear: Goggles/).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
