import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { openMakersTab, visitorIdOf } from './support/maker.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { PORTRAIT } from './support/visitor.ts'

const STEPS_MAX = 80

describe('with the keyboard alone @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('a visitor in forced colors makes a card, saves it and votes for it', async () => {
    const { page, context, complaints } = await stage.open()
    await page.emulateMedia({ forcedColors: 'active' })
    await arriveAt(page, '/')
    await page.locator('h1').first().waitFor()

    const chooser = page.waitForEvent('filechooser')
    await stepTo(page, page.getByLabel('Choose a photo (not saved)'))
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(PORTRAIT)
    const crop = page.getByRole('dialog', { name: 'Fit your face' })
    await stepTo(page, crop.getByRole('button', { name: 'Use photo' }))
    await page.keyboard.press('Enter')
    await crop.waitFor({ state: 'hidden' })
    await stepTo(page, page.getByLabel(LABELS.funNickname))
    await page.keyboard.type('Captain Quack')
    await stepTo(page, page.getByRole('button', { name: 'Generate', exact: true }))
    await page.keyboard.press('Enter')
    const ready = page.getByRole('heading', { name: SUCCESS.cardReady })
    await ready.waitFor({ timeout: 60_000 })
    assert.ok(await ready.evaluate((element) => element === document.activeElement), 'the news has the focus')

    await stepTo(page, page.getByRole('button', { name: LABELS.saveToHall }))
    await page.keyboard.press('Enter')
    await stepTo(page, page.getByRole('checkbox', { name: /I'm the person in the photo/ }))
    await page.keyboard.press('Space')
    await stepTo(page, page.getByRole('button', { name: 'Publish' }))
    await page.keyboard.press('Enter')
    await toastSays(page, SUCCESS.cardSaved)
    await page.keyboard.press('Escape')
    await stepTo(page, page.getByRole('link', { name: 'See its page' }))
    await page.keyboard.press('Enter')
    await stepTo(page, page.getByRole('button', { name: LABELS.upvote }))
    await page.keyboard.press('Enter')
    await toastSays(page, SUCCESS.voteAdded)

    const rows = stage.store.rows(
      'select player_name, votes, visibility from fantasy_football_cards where owner = ?',
      await visitorIdOf({ context }),
    )
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ player_name: 'Captain Quack', votes: 1, visibility: 'public' }],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a maker edits the stats and shows the code, and each sheet gives the focus back', async () => {
    const { page, context, complaints, made } = await openMakersTab(stage, 'draft')
    // Elsewhere a slider shows its focus on the thumb, which no script can ask about.
    await page.emulateMedia({ forcedColors: 'active' })
    await arriveAt(page, `/?job=${made.jobId}`)
    const agility = () =>
      stage.store.rows(
        "select json_extract(stats, '$.agility') as it from fantasy_football_cards where id = ?",
        made.id,
      )
    const rolled = agility()[0]!['it'] as number

    const edit = page.getByRole('button', { name: 'Edit stats' })
    await enter(page, edit)
    await stepTo(page, page.getByRole('slider', { name: 'Agility' }))
    await page.keyboard.press('ArrowLeft')
    await enter(page, page.getByRole('button', { name: LABELS.saveChanges }))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await hasFocus(edit)
    assert.equal(agility()[0]!['it'], rolled - 1)

    const more = page.getByRole('button', { name: 'More', exact: true })
    await enter(page, more)
    await enter(page, page.getByRole('button', { name: /^QR code/ }))
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(more)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a visitor picks a team and gear, votes in the Hall and reports a card', async () => {
    const { page, context, complaints } = await stage.open()
    await arriveAt(page, '/')
    for (const [name, done] of [
      [/^Team Colors: /, 'Use these colors'],
      [/^Armor \/ Headgear: /, 'Wear it'],
    ] as const) {
      const field = page.getByRole('button', { name })
      const before = await field.innerText()
      await enter(page, field)
      await page.locator('[role="radiogroup"] input:focus').waitFor({ state: 'attached' })
      await page.keyboard.press('ArrowDown')
      await enter(page, page.getByRole('button', { name: done }))
      await hasFocus(field)
      assert.notEqual(await field.innerText(), before)
    }

    await arriveAt(page, '/hall-of-fame')
    await enter(page, page.getByRole('button', { name: /^Upvote / }).first())
    await toastSays(page, SUCCESS.voteAdded)
    const menu = page.getByRole('button', { name: /^More about / }).first()
    await enter(page, menu)
    await enter(page, page.getByRole('button', { name: 'Report this card' }))
    await stepTo(page, page.getByRole('radio').first())
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown')
    await stepTo(page, page.getByLabel(/Anything we should know/))
    await page.keyboard.type('An advertisement')
    await enter(page, page.getByRole('button', { name: 'Send report' }))
    await enter(page, page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Done' }))
    await hasFocus(menu)
    const visitor = await visitorIdOf({ context })
    assert.equal(stage.store.rows('select at from votes where voter = ?', visitor).length, 1)
    assert.deepEqual(
      stage.store.rows('select reason, detail from reports where reporter = ?', visitor).map((row) => ({ ...row })),
      [{ reason: 'spam-or-other', detail: 'An advertisement' }],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

async function enter(page: Page, target: Locator): Promise<void> {
  await stepTo(page, target)
  await page.keyboard.press('Enter')
}

/** A sheet that closes gives the focus back to what opened it. */
const hasFocus = async (target: Locator) => {
  const handle = await target.elementHandle()
  await target.page().waitForFunction((element) => element === document.activeElement, handle)
}

/** Tabs on until the element has the focus, as a keyboard user would: every stop has a visible focus. */
async function stepTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let step = 0; step < STEPS_MAX; step++) {
    const { isThere, name, isSeen } = await target.evaluate((element) => {
      const focused = document.activeElement ?? document.body
      const parts = [focused, focused.closest('label'), focused.nextElementSibling, focused.parentElement]
      const isRinged = parts.some((part) => part !== null && getComputedStyle(part).outlineStyle !== 'none')
      const canBeSeen = focused === document.body || focused.closest('[tabindex="-1"]') === focused || isRinged
      return { isThere: focused === element, name: focused.outerHTML.slice(0, 120), isSeen: canBeSeen }
    })
    if (step > 0) assert.ok(isSeen, `no ring at ${name}`)
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  assert.fail('Tab never got there')
}
