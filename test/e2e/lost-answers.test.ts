import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DESK, PHONE } from './support/browser.ts'
import { MAKER_MISHAPS } from './support/maker-mishaps.ts'
import { FAULTS, type Mishap, openFor } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { VISITOR_MISHAPS } from './support/visitor-mishaps.ts'

const FAULT = 'no connection'
/** The page polls for a card that it has asked for: no second press is needed. */
const START = VISITOR_MISHAPS.find(({ what }) => what === 'starting a card')!
/** Every write that a visitor can repeat by pressing again. */
const CHANGES = [...VISITOR_MISHAPS, ...MAKER_MISHAPS].filter(
  (mishap) => mishap !== START && mishap.request[0] !== 'GET',
)

describe(
  'when the server has done what it was asked for and its answer is lost, pressing again does it no second time: @long',
  { concurrency: 2 },
  () => {
    let stage: Stage
    before(async () => {
      stage = await enterStage()
    })
    after(() => stage.close())

    for (const [i, mishap] of CHANGES.entries())
      test(mishap.what, async () => {
        const { page, context, complaints, made } = await openFor(mishap, stage, i % 2 === 0 ? PHONE : DESK)
        const stored = () => mishap.stored(stage.store, made)
        await mishap.prepare?.(page, made)
        assert.equal(stored(), mishap.before)

        const losing = await loseAnswers(page, mishap.request)
        await mishap.press(page)
        await mishap.says(page, FAULTS[FAULT], FAULT)
        await mishap.keeps?.(page, made)
        assert.ok(
          losing.statuses.length > 0 && losing.statuses.every((status) => status < 300),
          String(losing.statuses),
        )
        assert.equal(stored(), mishap.after)
        await losing.end()

        await page.mouse.move(0, 0)
        await mishap.press(page)
        await mishap.succeeds(page)
        assert.equal(stored(), mishap.after)
        assert.deepEqual(complaints.filter(notBrowsersOwn), [])
        await context.close()
      })

    test(START.what, async () => {
      const { page, context, complaints, made } = await openFor(START, stage)
      await START.prepare?.(page, made)
      const losing = await loseAnswers(page, START.request)
      await START.press(page)
      await START.succeeds(page)
      assert.deepEqual(losing.statuses, [202])
      assert.equal(START.stored(stage.store, made), START.after)
      assert.deepEqual(complaints.filter(notBrowsersOwn), [])
      await context.close()
    })
  },
)

/** Lets one kind of request come to the server, and breaks the connection before its answer comes back, until `end`. */
async function loseAnswers(page: Page, [method, path]: Mishap['request']) {
  const statuses: number[] = []
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    statuses.push((await route.fetch()).status())
    return route.abort('connectionfailed')
  })
  return { statuses, end: () => page.unrouteAll({ behavior: 'wait' }) }
}
