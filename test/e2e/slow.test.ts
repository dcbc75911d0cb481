import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { MAKER_MISHAPS } from './support/maker-mishaps.ts'
import { arriveAt, openFor } from './support/mishap.ts'
import { hold } from './support/network.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { VISITOR_MISHAPS } from './support/visitor-mishaps.ts'

/** What the faces of the letters move when they arrive; anything else that moves is more. */
const SHIFT_MAX = 0.02

describe('on a slow network @long', { concurrency: 2 }, () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  for (const mishap of [...VISITOR_MISHAPS, ...MAKER_MISHAPS].filter(({ mayRepeat }) => !mayRepeat))
    test(`${mishap.what} is asked for once, however often it is pressed`, async () => {
      const { page, context, complaints, made } = await openFor(mishap, stage)
      await mishap.prepare?.(page, made)
      const [method, path] = mishap.request
      const answer = await hold(page, path, method)
      await rememberPressed(page)
      await mishap.press(page)
      await answer.arrived
      await pressRemembered(page)
      assert.equal(answer.asked(), 1)
      answer.release()
      await mishap.succeeds(page)
      assert.equal(mishap.stored(stage.store, made), mishap.after)
      assert.deepEqual(complaints, [])
      await context.close()
    })

  for (const viewport of [PHONE, DESK])
    test(`what comes late takes the room that was kept for it, at ${viewport.width} px`, async () => {
      const { page, context } = await stage.open(viewport)
      await page.addInitScript(watchShifts)
      await arriveAt(page, '/contact')
      const lists = await hold(page, '**/api/cards?list=**')
      await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
      await page.getByRole('status').filter({ hasText: LABELS.loadingGallery }).first().waitFor()
      await takeShifts(page)
      lists.release()
      await page.locator('.leaderboard-board a[href^="/card/"] img').first().waitFor()
      const inTheHall = await takeShifts(page)

      const card = await hold(page, /\/api\/cards\/\w{32}$/)
      // One that no other journey takes away.
      await page.locator(`a[href="/card/${stage.cardIds[0]}"]`).first().click()
      await page.getByText(LABELS.loadingCard).waitFor()
      await takeShifts(page)
      card.release()
      await page.getByRole('button', { name: LABELS.upvote }).waitFor()
      const onItsPage = await takeShifts(page)
      for (const { sum, lines } of [inTheHall, onItsPage]) assert.ok(sum <= SHIFT_MAX, lines.join('\n'))
      await context.close()
    })
})

type Remembering = { pressed?: HTMLElement | null }

/** Keeps what is pressed next, so that it can be pressed again however it has changed. */
const rememberPressed = (page: Page) =>
  page.evaluate(() => {
    const press = ({ target }: Event) => Object.assign(window, { pressed: (target as Element).closest('button, a') })
    document.addEventListener('click', press, { capture: true, once: true })
  })

const pressRemembered = (page: Page) =>
  page.evaluate(() => {
    const { pressed } = window as Remembering
    if (pressed?.isConnected) pressed.click()
  })
