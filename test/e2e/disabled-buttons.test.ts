import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK } from './support/browser.ts'
import { lookOf } from './support/contrast.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt } from './support/mishap.ts'
import { hold } from './support/network.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** WCAG 2, 1.4.3: text of this size. */
const READABLE = 4.5

describe('the pointer on a button that waits @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  /** Leaves its look as it is, whose words can be read, in both themes. */
  async function leavesAsItIs(page: Page, waiting: Locator): Promise<void> {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.mouse.move(1, 1)
      const before = await lookOf(waiting)
      await waiting.hover({ force: true })
      assert.ok(await waiting.evaluate((element) => element.matches(':hover')))
      const hovered = await lookOf(waiting)
      assert.deepEqual(hovered, before, colorScheme)
      assert.ok(hovered.contrast >= READABLE, `${colorScheme}: ${JSON.stringify(hovered)}`)
    }
  }

  /** A button that can be pressed answers the pointer: the comparison above could tell. */
  async function answers(page: Page, ready: Locator): Promise<void> {
    await page.mouse.move(1, 1)
    const before = await lookOf(ready)
    await ready.hover()
    const hovered = await lookOf(ready)
    assert.notEqual(hovered.background, before.background)
    assert.ok(hovered.contrast >= READABLE)
  }

  test('leaves *Generate* as it is while something is missing', async () => {
    const { page, context } = await stage.open(DESK)
    await arriveAt(page, '/')
    await leavesAsItIs(page, button(page, 'Generate'))
    await context.close()
  })

  test('leaves *Voting...* as it is', async () => {
    const { page, context } = await stage.open(DESK)
    await arriveAt(page, `/card/${stage.cardIds[0]}`)
    await answers(page, button(page, LABELS.upvote).first())
    const vote = await hold(page, /\/votes$/, 'POST')
    await button(page, LABELS.upvote).first().click()
    await leavesAsItIs(page, button(page, LABELS.voting).first())
    vote.release()
    await toastSays(page, SUCCESS.voteAdded)
    await context.close()
  })

  test('leaves *Send again in* as it is', async () => {
    const { page, context } = await stage.open(DESK)
    await arriveAt(page, '/contact')
    for (const [field, value] of [
      ['name', 'Ann'],
      ['email', 'hovering@example.com'],
      ['message', 'Nice cards!'],
    ] as const)
      await page.locator(`[name="${field}"]`).fill(value)
    await button(page, LABELS.sendMessage).click()
    await toastSays(page, SUCCESS.messageSent)
    await leavesAsItIs(page, button(page, /^Send again in/))
    await context.close()
  })

  test('leaves *Saving...* and *Publishing...* as they are', async () => {
    const { page, context, made } = await openMakersTab(stage, 'draft', DESK)
    await arriveAt(page, `/?job=${made.jobId}`)
    await button(page, /^Edit stats/i).click()
    const saving = await hold(page, /\/stats$/)
    await button(page, LABELS.saveChanges).click()
    await leavesAsItIs(page, button(page, 'Saving...'))
    saving.release()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const publishing = await hold(page, '**/api/cards', 'POST')
    await button(page, LABELS.saveToHall).first().click()
    await page.getByRole('checkbox').check()
    await button(page, 'Publish').click()
    await leavesAsItIs(page, button(page, 'Publishing...'))
    publishing.release()
    await page.getByRole('dialog', { name: 'In the Hall' }).waitFor()
    await context.close()
  })
})
