import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ERRORS } from '#shared/client/errors.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { MAKER_MISHAPS } from './support/maker-mishaps.ts'
import { arriveAt, type Fault, FAULTS, type Mishap, openFor } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { VISITOR_MISHAPS } from './support/visitor-mishaps.ts'

describe(
  'when a request fails, the visitor is told, keeps everything and can try again: @long',
  { concurrency: 2 },
  () => {
    let stage: Stage
    before(async () => {
      stage = await enterStage()
    })
    after(() => stage.close())

    for (const [fault, viewport] of [
      ['no connection', PHONE],
      ['a broken server', DESK],
    ] as const)
      for (const mishap of [...VISITOR_MISHAPS, ...MAKER_MISHAPS])
        test(`${mishap.what}, with ${fault} on a screen of ${viewport.width} px`, async () => {
          const { page, context, complaints, made } = await openFor(mishap, stage, viewport)
          const stored = () => mishap.stored(stage.store, made)
          await mishap.prepare?.(page, made)
          assert.equal(stored(), mishap.before)

          const failing = await fail(page, mishap.request, fault)
          await mishap.press(page)
          await mishap.says(page, FAULTS[fault], fault)
          await mishap.keeps?.(page, made)
          assert.ok(failing.times() > 0, 'the request was made')
          assert.equal(stored(), mishap.before)
          await failing.end()

          // A pointer that rests on a toast keeps it there, as it should.
          await page.mouse.move(0, 0)
          await mishap.press(page)
          await mishap.succeeds(page)
          assert.equal(stored(), mishap.after)
          assert.deepEqual(complaints.filter(notBrowsersOwn), [])
          await context.close()
        })

    const READS = [
      {
        what: 'the Hall',
        from: '/contact',
        path: '**/api/cards?list=**',
        go: LABELS.gallery,
        says: "Couldn't load cards",
        shows: 'a[href^="/card/"] img',
      },
      {
        what: 'a card',
        from: '/hall-of-fame',
        path: /\/api\/cards\/\w+$/,
        go: /^Ace/,
        says: 'The card did not arrive',
        shows: '.stage-stage img',
      },
      {
        what: 'my cards',
        from: '/contact',
        path: '**/api/cards/mine',
        go: 'My cards',
        says: "Couldn't load cards",
        shows: 'text="No card of yours yet."',
      },
    ] as const
    for (const { what, from, path, go, says, shows } of READS)
      test(`opening ${what}`, async () => {
        const { page, context, complaints } = await stage.open()
        await arriveAt(page, from)
        await page.route(path, (route) => route.abort('connectionfailed'))
        await page.getByRole('link', { name: go, exact: true }).first().click()
        await page.getByText(says).first().waitFor()
        assert.equal(await page.locator('[data-sonner-toast]').count(), 0, 'no toast')
        await page.unroute(path)
        for (const retry of await page.getByRole('button', { name: 'Retry' }).all()) await retry.click()
        await page.locator(shows).first().waitFor()
        assert.deepEqual(
          complaints.filter((line) => notBrowsersOwn(line) && !line.startsWith('Could not load cards')),
          [],
        )
        await context.close()
      })
  },
)

/** Makes one kind of request fail until the returned `end` is called. */
async function fail(page: Page, [method, path]: Mishap['request'], fault: Fault) {
  let times = 0
  const { status, message } = ERRORS.INTERNAL
  const body = { error: message, message, code: 'INTERNAL', details: null, hint: null }
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    times++
    return fault === 'no connection' ? route.abort('connectionfailed') : route.fulfill({ status, json: body })
  })
  return { times: () => times, end: () => page.unroute(path) }
}
