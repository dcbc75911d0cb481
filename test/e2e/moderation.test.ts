import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { enterAsAdmin } from './support/admin.ts'
import { DESK, PHONE } from './support/browser.ts'
import { pictureOf } from './support/handed-on.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt, button, press } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { serviceOf } from './support/service.ts'
import { enterOwnStage, type Stage } from './support/stage.ts'

/** A removed photo is refused, and every other card from it hidden: all journeys use the same one. */
describe('a reported card @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterOwnStage()
  })
  after(() => stage.close())

  /** As a stranger gets its page and its picture. */
  const statusesOf = async (id: string, picture: string) =>
    Promise.all([`/card/${id}`, `/download/${id}/card`, picture].map(async (path) => (await ask(path)).status))
  const ask = (path: string) => fetch(new URL(path, stage.url))
  const storedOf = (id: string) => {
    const sql = 'select visibility, hidden_from from fantasy_football_cards where id = ?'
    return stage.store.rows(sql, id).map((row) => ({ ...row }))
  }
  const reportsOf = (id: string) =>
    stage.store.rows('select reason, detail from reports where card = ?', id).map((row) => ({ ...row }))
  const inHall = (page: Page, id: string) => page.locator(`main a[href="/card/${id}"]`).first()

  /** Reports the card whose page is open, up to the words of thanks. */
  async function report(page: Page, reason: string, words: string) {
    await press(LABELS.reportCard)(page)
    await page.getByRole('radio', { name: reason }).check()
    await page.getByLabel(/^Anything we should know/).fill(words)
    await press('Send report')(page)
    await page.getByRole('dialog', { name: 'Thank you' }).getByText('has arrived').waitFor()
  }

  test('for a grave reason keeps its reporter’s thank-you, and is hidden from everybody but its maker', async () => {
    const maker = await openMakersTab(stage, 'public', PHONE, { nickname: 'Grave Dave' })
    const { id } = maker.made
    const stranger = await stage.open(DESK)
    await arriveAt(stranger.page, '/hall-of-fame')
    await inHall(stranger.page, id).waitFor()

    const { page, context, complaints } = await stage.open(PHONE)
    await arriveAt(page, `/card/${id}`)
    await report(page, 'Nudity or sex', 'Look at the number.')
    assert.deepEqual(reportsOf(id), [{ reason: 'nudity', detail: 'Look at the number.' }])
    assert.deepEqual(storedOf(id), [{ visibility: 'draft', hidden_from: 'public' }])
    // A Hall that was open by then has heard of it, and so has the page behind the dialog.
    await inHall(stranger.page, id).waitFor({ state: 'detached' })
    const thanks = page.getByRole('dialog', { name: 'Thank you' })
    assert.ok(await thanks.isVisible())
    assert.equal(await page.getByText(LABELS.cardNotFound).count(), 0)
    await thanks.getByRole('button', { name: 'Done' }).click()
    const told = page.getByRole('heading', { name: 'Hidden while we look', level: 1 })
    await told.waitFor()
    assert.ok((await told.boundingBox())!.y >= 0, 'its heading is in sight')
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()

    assert.equal((await stranger.page.goto(`/card/${id}`))!.status(), 404)
    await stranger.page.getByRole('heading', { name: LABELS.cardNotFound, level: 1 }).waitFor()
    assert.deepEqual(stranger.complaints.filter(notBrowsersOwn), [])
    await stranger.context.close()

    await arriveAt(maker.page, `/card/${id}`)
    await maker.page.getByRole('heading', { name: 'Hidden after reports' }).waitFor()
    assert.deepEqual(maker.complaints.filter(notBrowsersOwn), [])
    await maker.context.close()
  })

  test('is removed by an admin who is asked first, can undo it for a minute, and then is gone for everybody', async () => {
    const maker = await openMakersTab(stage, 'public', PHONE, { nickname: 'Spam Sam', armor: 'none' })
    const { id } = maker.made
    const { url: picture } = await pictureOf(stage, id)
    const reporter = await stage.open(PHONE)
    await arriveAt(reporter.page, `/card/${id}`)
    await press(LABELS.upvote)(reporter.page)
    await button(reporter.page, /^Voted/).waitFor()
    await report(reporter.page, 'Spam or something else', 'It advertises a shop.')
    assert.deepEqual(await statusesOf(id, picture), [200, 200, 200], 'one such report hides nothing')

    const { page, context, complaints } = await stage.open(DESK)
    await enterAsAdmin(page, stage)
    const entry = page.getByRole('article', { name: 'Spam Sam' })
    const whole =
      'still public · 1 report · Spam or other No advertising, and nothing that is no card. It advertises a shop.'
    const said = await entry.innerText()
    for (const part of whole.split(' · ')) assert.ok(said.replaceAll(/\s+/g, ' ').includes(part), `${part}: ${said}`)
    assert.deepEqual(await accessFaults(page, 'the reports'), [])
    const [enlarged] = await Promise.all([
      page.waitForEvent('popup'),
      entry.getByRole('link', { name: 'The reported card of Spam Sam, large in a new tab' }).click(),
    ])
    await enlarged.waitForFunction(() => document.images[0]?.naturalWidth === 1000)
    await enlarged.close()

    const askWhetherSure = async () => {
      await entry.getByRole('button', { name: 'Remove it...' }).click()
      await page.getByRole('heading', { name: 'Remove this card?' }).waitFor()
      await page.getByText('It advertises a shop.').waitFor()
    }
    await askWhetherSure()
    const box = (await page.getByRole('img', { name: 'The reported card of Spam Sam' }).boundingBox())!
    assert.ok(box.width >= 300, `large enough to be judged: ${box.width}`)
    assert.deepEqual(await accessFaults(page, 'the question'), [])
    await page.getByRole('link', { name: 'Back to the reports' }).click()
    await entry.waitFor()
    assert.deepEqual(storedOf(id), [{ visibility: 'public', hidden_from: null }], 'nothing has happened')

    await askWhetherSure()
    await press('Remove it for good')(page)
    await page.getByText(/Spam Sam is removed\. Nobody but its maker sees it now/).waitFor()
    assert.equal(await entry.count(), 0)
    assert.deepEqual(await accessFaults(page, 'a removal that can be undone'), [])
    assert.deepEqual(await statusesOf(id, picture), [404, 404, 404])
    await press('Undo: bring Spam Sam back')(page)
    await entry.waitFor()
    assert.deepEqual(await statusesOf(id, picture), [200, 200, 200])
    assert.deepEqual(storedOf(id), [{ visibility: 'public', hidden_from: null }])

    await askWhetherSure()
    await press('Remove it for good')(page)
    await page.getByText(/Spam Sam is removed\./).waitFor()
    await serviceOf(stage).db.sql('update held_removals set due_at = 0 where card = ?', [id])
    await page.reload()
    await page.getByRole('heading', { name: 'Refused pictures' }).waitFor()
    await page.getByText(id).waitFor()
    assert.equal(await page.getByText(/Spam Sam is removed\./).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()

    assert.deepEqual(await statusesOf(id, picture), [410, 410, 410])
    assert.deepEqual([storedOf(id), reportsOf(id)], [[], []])
    assert.deepEqual(stage.store.rows('select 1 from votes where card = ?', id), [])
    assert.ok(!stage.store.files().some((key) => picture.endsWith(key)), 'its picture is deleted')
    for (const tab of [maker, reporter]) {
      assert.equal((await tab.page.goto(`/card/${id}`))!.status(), 410)
      await tab.page.getByText('This card has been removed. Its page will not come back.').waitFor()
      assert.deepEqual(tab.complaints.filter(notBrowsersOwn), [])
      await tab.context.close()
    }
  })
})
