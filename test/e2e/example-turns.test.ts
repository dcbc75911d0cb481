import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt, button } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** What moves by itself stops by then (WCAG 2.2, 2.2.2). */
const STOPS_MS = 5_000
const A_WHILE_MS = 20_000
const SWITCH = 'Turn the cards'
/** Three half turns: the third shows the first card again. */
const OWN_TURNS = 540

describe('the examples of the first screen @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  /** How far they are turned, in degrees. */
  const turned = (page: Page) =>
    page
      .locator('.example-stage-deck')
      .evaluate((deck: HTMLElement) => Number(/\d+/.exec(deck.style.transform)?.[0] ?? 0))
  const isTurning = (page: Page, pressed: boolean) => page.getByRole('button', { name: SWITCH, pressed }).waitFor()

  /** The page's timers stand still until they are told to run, and every picture is there. */
  async function open(viewport: typeof PHONE, reducedMotion: 'reduce' | 'no-preference') {
    const tab = await stage.open(viewport, { reducedMotion })
    await tab.page.clock.install()
    await arriveAt(tab.page, '/')
    await tab.page.waitForLoadState('networkidle')
    return tab
  }
  const stays = async (page: Page) => {
    const rest = await turned(page)
    await page.clock.runFor(A_WHILE_MS)
    assert.equal(await turned(page), rest)
  }

  for (const viewport of [PHONE, DESK])
    test(`turn by themselves, stop within five seconds and then obey their switch, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await open(viewport, 'no-preference')
      await page.clock.runFor(STOPS_MS)
      await isTurning(page, false)
      assert.equal(await turned(page), OWN_TURNS)
      await stays(page)
      await button(page, SWITCH).click()
      await isTurning(page, true)
      await page.clock.runFor(A_WHILE_MS)
      assert.ok((await turned(page)) > 2 * OWN_TURNS, 'they go on until they are stopped')
      await button(page, SWITCH).click()
      await isTurning(page, false)
      await stays(page)
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('can be stopped before they have turned three times', async () => {
    const { page, context, complaints } = await open(PHONE, 'no-preference')
    await isTurning(page, true)
    await button(page, SWITCH).click()
    await isTurning(page, false)
    await stays(page)
    assert.ok((await turned(page)) < OWN_TURNS)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('stand still where motion is to be reduced, until they are asked to turn', async () => {
    const { page, context, complaints } = await open(PHONE, 'reduce')
    await isTurning(page, false)
    await stays(page)
    assert.equal(await turned(page), 0)
    await button(page, SWITCH).click()
    await isTurning(page, true)
    // As soon as the other pictures are there.
    for (let i = 0; i < 100 && (await turned(page)) === 0; i++) {
      await page.waitForTimeout(100)
      await page.clock.runFor(STOPS_MS)
    }
    assert.ok((await turned(page)) > 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
