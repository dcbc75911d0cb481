import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { enterAsAdmin } from './support/admin.ts'
import { PHONE } from './support/browser.ts'
import { choosePhoto, generateButton } from './support/form.ts'
import { openMakersTab, visitorIdOf } from './support/maker.ts'
import { arriveAt, button, press } from './support/mishap.ts'
import { enterOwnStage, type Stage } from './support/stage.ts'

/** A server of its own: each card of other journeys would change the share. */
describe('a card that came of another one @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterOwnStage()
  })
  after(() => stage.close())

  const counted = () =>
    stage.store.rows("select name, sum(count) as count from analytics_days where measure = 'deeds' group by name")
  const invited = () => Number(counted().find(({ name }) => name === 'card_invited')?.['count'] ?? 0)

  async function makesIt(page: Page): Promise<void> {
    await choosePhoto(page)
    await generateButton(page).click()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
  }

  test('is counted by day without a person, one’s own is not, and an admin sees the share', async () => {
    const maker = await openMakersTab(stage, 'public', PHONE)
    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, `/card/${maker.made.id}`)
    await press(LABELS.upvote)(page)
    await button(page, /^Voted/).waitFor()
    await page.getByRole('link', { name: LABELS.nowMakeYours, exact: true }).click()
    await page.getByText('Remixing Gridiron Gran, with the same setup').waitFor()
    assert.equal(new URL(page.url()).search, `?from=${maker.made.id}`)
    assert.equal(invited(), 0, 'a visit alone is no card')
    await makesIt(page)
    assert.equal(invited(), 1)

    await arriveAt(maker.page, `/?from=${maker.made.id}`)
    await makesIt(maker.page)
    assert.equal(invited(), 1, 'a card like one’s own came of nobody else’s')
    const kept = JSON.stringify(stage.store.rows('select * from analytics_days'))
    for (const id of [maker.made.id, maker.made.visitorId, await visitorIdOf({ context })])
      assert.ok(!kept.includes(id), 'neither whose card it is nor which other card it came of')

    const admin = await stage.open(PHONE)
    await enterAsAdmin(admin.page, stage)
    await admin.page.getByRole('link', { name: 'Analytics' }).click()
    await admin.page.getByText('Of 100 cards made, 33 came of another card: begun from its page.').waitFor()
    await admin.page.getByRole('img', { name: /^After another card by day, .*: 1 in all, at most 1 on / }).waitFor()
    for (const tab of [admin, maker, { context, complaints }]) {
      assert.deepEqual(tab.complaints, [])
      await tab.context.close()
    }
  })
})
