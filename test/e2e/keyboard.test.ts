import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { launchBrowser, openTab, PHONE } from './support/browser.ts'
import { toastSays } from './support/path.ts'
import { type Server, startServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { PORTRAIT } from './support/visitor.ts'

const STEPS_MAX = 80

describe('with the keyboard alone', () => {
  let browser: Browser
  let server: Server

  before(async () => {
    server = await startServer()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await server.close()
  })

  test('a visitor in forced colors makes a card, saves it and votes for it', async () => {
    const { page, context, complaints } = await openTab(browser, server.url, PHONE)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/')
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

    const rows = openStore(server.dataDir).rows('select player_name, votes, visibility from fantasy_football_cards')
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ player_name: 'Captain Quack', votes: 1, visibility: 'public' }],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

/** Tabs on until the element has the focus, as somebody would who sees where it is: every stop shows itself. */
async function stepTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
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
