import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { fillForm, generateButton } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('toasts @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  /** Nothing of a toast lies over any of these. */
  async function leavesFree(page: Page, controls: Locator) {
    const toast = (await page.locator('[data-sonner-toast]').last().boundingBox())!
    const { width, height } = page.viewportSize()!
    assert.ok(toast.x >= 0 && toast.x + toast.width <= width && toast.y + toast.height <= height, 'on the screen')
    const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()))
    const shown = boxes.filter((box) => box !== null)
    assert.ok(shown.length > 0, 'something to be left free')
    for (const { x, y, width, height } of shown)
      assert.ok(
        x >= toast.x + toast.width || x + width <= toast.x || y >= toast.y + toast.height || y + height <= toast.y,
        `${JSON.stringify({ x, y, width, height })} under ${JSON.stringify(toast)}`,
      )
  }

  for (const viewport of [PHONE, DESK])
    test(`leave navigation, bars and sheets free at ${viewport.width} px`, async () => {
      const { page, context } = await stage.open(viewport)
      await arriveAt(page, '/')
      await page.getByRole('button', { name: 'Generate', exact: true }).click({ force: true })
      await toastSays(page, FAILURE.photoMissing)
      await leavesFree(page, page.locator('.header-header a, .generate-bar-bar button, .generate-bar-bar label'))

      await page.getByRole('button', { name: LABELS.randomTeam }).click()
      await page.getByRole('button', { name: /^Armor \/ Headgear: / }).click()
      await page.getByRole('dialog').waitFor()
      await leavesFree(page, page.locator('.sheet-head button, .sheet-footer button'))
      await page.keyboard.press('Escape')

      await arriveAt(page, `/card/${stage.cardIds[0]}`)
      await page.getByRole('button', { name: LABELS.upvote }).first().click()
      await toastSays(page, SUCCESS.voteAdded)
      await leavesFree(page, page.locator('.header-header a, .card-detail-bar a, .card-detail-bar button'))
      await context.close()
    })

  for (const viewport of [PHONE, DESK])
    test(`that says a card is ready leaves the buttons of its pack free, at ${viewport.width} px`, async () => {
      const { page, context } = await stage.open(viewport, { reducedMotion: 'no-preference' })
      await arriveAt(page, '/')
      await fillForm(page)
      await generateButton(page).click()
      await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
      await toastSays(page, SUCCESS.cardReady)
      await leavesFree(page, page.locator('header a, [data-edge="pack"] button'))
      await context.close()
    })
})
