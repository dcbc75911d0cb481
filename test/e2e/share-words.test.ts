import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { overallOf, type Stats } from '#shared/domain/stats.ts'
import { accessFaults } from './support/access.ts'
import { PHONE } from './support/browser.ts'
import { haveShareSheet, whatSheetGot } from './support/handed-on.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt, button, press } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('the words that go with a card @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const overall = (id: string) => {
    const [row] = stage.store.rows<{ stats: string }>('select stats from fantasy_football_cards where id = ?', id)
    return overallOf(JSON.parse(row!.stats) as Stats)
  }
  const choices = (page: Page) => page.getByRole('dialog').getByRole('group', { name: 'Message' })
  const textsOf = async (page: Page) => {
    await choices(page).waitFor()
    return choices(page).locator('label').allInnerTexts()
  }
  const choose = (page: Page, text: string) => choices(page).getByRole('radio', { name: text }).check()
  const close = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const handed = async (page: Page) =>
    (await page.evaluate(whatSheetGot)).map(({ title, text, url }) => ({ title, text, url }))
  /** Where the links of the row and of the sheet would lead: to the words and the card. */
  const link = async (page: Page, name: RegExp) =>
    Object.fromEntries(new URL((await page.getByRole('link', { name }).getAttribute('href'))!).searchParams)

  test('are three of one’s own, and the chosen ones are shared, on the card’s page and after publishing', async () => {
    const { page, context, complaints, made } = await openMakersTab(stage, 'draft', PHONE)
    await page.addInitScript(haveShareSheet)
    await arriveAt(page, `/?job=${made.jobId}`)
    const url = `${stage.url}/card/${made.id}`
    const texts = [
      'Gridiron Gran: my fantasy football card. Vote me into the Top 100!',
      `Gridiron Gran: my fantasy football card. Beat my ${overall(made.id)}!`,
      'Gridiron Gran: my fantasy football card. Make yours!',
    ] as const

    await press(LABELS.saveToHall)(page)
    await page.getByRole('checkbox', { name: /I'm the person in the photo/ }).check()
    await press('Publish')(page)
    const published = page.getByRole('dialog', { name: 'In the Hall' })
    await published.waitFor()
    assert.deepEqual(await textsOf(page), texts)
    assert.ok(await choices(page).getByRole('radio', { name: texts[0] }).isChecked())
    const [share, others] = [published.getByRole('button', { name: 'Share' }), published.getByRole('button')]
    const tops = await others.evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().top]))
    const { y } = (await share.boundingBox())!
    const above = tops.filter(([name, top]) => Number(top) < y && name !== '').map(([name]) => name)
    assert.deepEqual(above, [], 'sharing comes first')
    await choose(page, texts[1])
    assert.deepEqual(await accessFaults(page, 'the words after publishing'), [])
    await share.click()
    assert.deepEqual(await handed(page), [{ title: 'Gridiron Gran', text: texts[1], url }])

    await arriveAt(page, `/card/${made.id}`)
    await press('More')(page)
    assert.deepEqual(await textsOf(page), texts)
    await choose(page, texts[2])
    assert.deepEqual(await link(page, /^WhatsApp/), { text: `${texts[2]} ${url}` })
    await close(page)
    assert.deepEqual(await link(page, /^Post on X/), { text: texts[2], url })
    await press('Share')(page)
    assert.deepEqual(await handed(page), [{ title: 'Gridiron Gran', text: texts[2], url }])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('speak of another’s card as another’s', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    await page.addInitScript(haveShareSheet)
    const id = stage.cardIds[0]!
    const url = `${stage.url}/card/${id}`
    await arriveAt(page, `/card/${id}`)
    await button(page, LABELS.upvote).waitFor()
    const texts = [
      'Ace for the Top 100 of fantasy football cards. Vote!',
      `Ace has ${overall(id)}. Can your card beat that?`,
      'Seen Ace? Make a fantasy football card like it!',
    ] as const
    await press('Share')(page)
    await press('More')(page)
    assert.deepEqual(await textsOf(page), texts)
    await choose(page, texts[2])
    await close(page)
    await press('Share')(page)
    assert.deepEqual(await handed(page), [
      { title: 'Ace', text: texts[0], url },
      { title: 'Ace', text: texts[2], url },
    ])
    assert.deepEqual(await link(page, /^Post on X/), { text: texts[2], url })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('are not copied where there is no share sheet: the link alone is, without what only its maker may have', async () => {
    const { page, context, complaints, made } = await openMakersTab(stage, 'public', PHONE)
    await arriveAt(page, `/card/${made.id}?utm_source=paper`)
    for (const name of ['Share', LABELS.copyLink]) {
      await press(name)(page)
      await button(page, 'Copied').waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${stage.url}/card/${made.id}`)
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await button(page, 'Copied').waitFor({ state: 'detached' })
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
