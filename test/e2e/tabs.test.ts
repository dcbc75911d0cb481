import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { visitorIdOf } from './support/maker.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('two tabs, back and forward @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const viewport of [PHONE, DESK]) {
    test(`two tabs of one visitor count one vote, at ${viewport.width} px`, async () => {
      const { page, context } = await stage.open(viewport)
      const other = await context.newPage()
      const id = stage.cardIds[2]!
      for (const tab of [page, other]) {
        await arriveAt(tab, `/card/${id}`)
        await tab.getByRole('button', { name: LABELS.upvote }).waitFor()
      }
      const votes = await votesOn(page)
      // The other tab asks again once it hears of changes, which on a busy machine may be after the vote.
      const asBefore = await (await page.request.get(`${stage.url}/api/cards/${id}`)).json()
      await other.route(`**/api/cards/${id}`, (route) => route.fulfill({ json: asBefore }))
      await page.getByRole('button', { name: LABELS.upvote }).click()
      await toastSays(page, SUCCESS.voteAdded)
      await other.unroute(`**/api/cards/${id}`)
      await other.getByRole('button', { name: LABELS.upvote }).click()
      await toastSays(other, FAILURE.vote)
      const visitor = await visitorIdOf({ context })
      assert.equal(stage.store.rows('select at from votes where card = ? and voter = ?', id, visitor).length, 1)
      await other.getByRole('button', { name: /^Voted/ }).waitFor()
      await other.locator('.tally-tally b', { hasText: new RegExp(`^${votes + 1}$`) }).waitFor()
      await context.close()
    })

    test(`going back and forward shows each page again, and what was typed, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await stage.open(viewport)
      await arriveAt(page, '/')
      await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
      await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
      await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
      await page.locator('a[href^="/card/"]').first().click()
      await page.getByRole('button', { name: LABELS.upvote }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
      await page.goBack()
      assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
      await page.goForward()
      await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
      await page.goForward()
      await page.getByRole('button', { name: LABELS.upvote }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }
})

const votesOn = async (page: Page) => Number(await page.locator('.tally-tally b').innerText())
