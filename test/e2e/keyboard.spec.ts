import type { Locator, Page } from '@playwright/test'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { getVisitorId } from './support/maker.ts'
import { WITH_TEAM } from './support/hall.ts'
import { uniqueName } from './support/names.ts'
import { arriveAt, expectToast } from './support/page.ts'
import { PORTRAIT } from './support/visitor.ts'

const MAX_STEPS = 80

test('a visitor makes, edits, saves and upvotes a card by keyboard in forced colors mode @smoke', async ({
  tab,
  site,
}) => {
  const { page, context } = tab
  await page.emulateMedia({ forcedColors: 'active' })
  await arriveAt(page, WITH_TEAM)
  const chooser = page.waitForEvent('filechooser')
  await enter(page, page.getByLabel('Choose a photo (not saved)'))
  await (await chooser).setFiles(PORTRAIT)
  const adjust = page.getByRole('button', { name: 'Adjust', exact: true })
  await expect(adjust, 'the button that chose the photo is gone').toBeFocused()
  await stepTo(page, page.getByLabel(LABELS.funNickname))
  const nickname = uniqueName('Captain Tab')
  await page.keyboard.type(nickname)
  await enter(page, page.getByRole('button', { name: 'Generate', exact: true }))
  const ready = page.getByRole('heading', { name: SUCCESS.cardReady })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await expect(ready, 'the news has the focus').toBeFocused()

  const readAgility = async () =>
    site.store.rows<{ agility: number }>(
      "select json_extract(stats, '$.agility') as agility from fantasy_football_cards where owner = ?",
      await getVisitorId({ context }),
    )[0]!.agility
  const rolled = await readAgility()
  const edit = page.getByRole('button', { name: 'Edit stats' })
  await enter(page, edit)
  // Forced colors mode shows a slider's focus on an element that scripts can inspect.
  await stepTo(page, page.getByRole('slider', { name: 'Agility' }))
  await page.keyboard.press(rolled === 0 ? 'ArrowRight' : 'ArrowLeft')
  await enter(page, page.getByRole('button', { name: LABELS.saveChanges }))
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(edit).toBeFocused()
  expect(Math.abs((await readAgility()) - rolled)).toBe(1)

  await enter(page, page.getByRole('button', { name: LABELS.saveToHall }))
  await expect(page.getByText(SUCCESS.cardSaved)).toBeVisible()
  await enter(page, page.getByRole('link', { name: 'See it' }))
  await enter(page, page.getByRole('link', { name: new RegExp(nickname) }).first())
  await enter(page, page.getByRole('button', { name: LABELS.upvote }))
  await expectToast(page, SUCCESS.voteAdded)
  const cards = site.store.rows(
    'select player_name, votes, visibility from fantasy_football_cards where owner = ?',
    await getVisitorId({ context }),
  )
  expect(cards.map((row) => ({ ...row }))).toEqual([{ player_name: nickname, votes: 1, visibility: 'public' }])
})

test('a visitor picks team and gear, votes in the Hall and reports a card by keyboard', async ({ tab, site }) => {
  const { page, context } = tab
  await arriveAt(page, '/')
  for (const [name, done] of [
    [/^Team Colors: /, 'Use these colors'],
    [/^Armor \/ Headgear: /, 'Wear it'],
  ] as const) {
    const field = page.getByRole('button', { name })
    const before = await field.innerText()
    await enter(page, field)
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await enter(page, page.getByRole('button', { name: done }))
    await expect(field).toBeFocused()
    await expect(field).not.toHaveText(before)
  }

  await arriveAt(page, '/hall-of-fame')
  await enter(page, page.getByRole('button', { name: /^Upvote / }).first())
  await expectToast(page, SUCCESS.voteAdded)
  const menu = page.getByRole('button', { name: /^More about / }).first()
  await enter(page, menu)
  await enter(page, page.getByRole('button', { name: 'Report this card' }))
  await stepTo(page, page.getByRole('radio').first())
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown')
  await stepTo(page, page.getByLabel(/Anything we should know/))
  await page.keyboard.type('An advertisement')
  await enter(page, page.getByRole('button', { name: 'Send report' }))
  await enter(page, page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Done' }))
  await expect(menu).toBeFocused()
  const visitor = await getVisitorId({ context })
  expect(site.store.rows('select at from votes where voter = ?', visitor)).toHaveLength(1)
  const reports = site.store.rows('select reason, detail from reports where reporter = ?', visitor)
  expect(reports.map((row) => ({ ...row }))).toEqual([{ reason: 'spam-or-other', detail: 'An advertisement' }])
})

async function enter(page: Page, target: Locator): Promise<void> {
  await stepTo(page, target)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the element has focus. Every stop on the way must have a visible focus indicator. */
async function stepTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let step = 0; step < MAX_STEPS; step++) {
    const { isThere, name, isVisible } = await target.evaluate((element) => {
      const focused = document.activeElement ?? document.body
      const parts = [focused, focused.closest('label'), focused.nextElementSibling, focused.parentElement]
      const hasRing = parts.some((part) => part !== null && getComputedStyle(part).outlineStyle !== 'none')
      const isVisible = focused === document.body || focused.closest('[tabindex="-1"]') === focused || hasRing
      return { isThere: focused === element, name: focused.outerHTML.slice(0, 120), isVisible }
    })
    if (step > 0) expect(isVisible, `a focus ring at ${name}`).toBe(true)
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never reached the element')
}
