import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { IMPRINT, LABELS } from '#shared/domain/messages.ts'
import { enterAsAdmin } from './support/admin.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** Pages of the app, and pages that the server writes alone. */
const PAGES = ['/', '/hall-of-fame', '/contact', '/my-cards', '/account', '/nope', '/rules', '/auth', '/admin']
const ADMIN_PAGES = ['/admin', '/admin/analytics', '/admin/operations']

describe('the foot of every page @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  /** The same ways on and the same words, at the end of the page and over its whole width, in one look. */
  async function lookOfFoot(page: Page, what: string) {
    const foot = page.getByRole('contentinfo')
    await foot.getByText(IMPRINT).waitFor()
    const names = await foot.locator('nav').locator('a, button').allInnerTexts()
    for (const name of ['Rules', LABELS.contactUs, LABELS.privacy])
      assert.ok(names.includes(name), `${name} on ${what}: ${names.join()}`)
    return foot.evaluate((element) => {
      const { left, right, bottom } = element.getBoundingClientRect()
      const { backgroundColor, fontFamily } = getComputedStyle(element)
      const words = element.querySelector('p')!
      const mark = document.querySelector('header a')!.getBoundingClientRect().left
      return {
        left,
        right: right - document.documentElement.clientWidth,
        // Below it is nothing but room for a bar.
        isLast: bottom + scrollY >= document.documentElement.scrollHeight - 100,
        isAtBottom: bottom >= innerHeight - 100,
        backgroundColor,
        fontFamily,
        words: [words.getBoundingClientRect().left, getComputedStyle(words).fontSize],
        mark,
      }
    })
  }

  for (const viewport of [PHONE, DESK])
    test(`has one look, on the pages for signing in and for admins too, at ${viewport.width} px`, async () => {
      const { page, context } = await stage.open(viewport)
      const looks: Record<string, unknown> = {}
      for (const path of PAGES) {
        await arriveAt(page, path)
        looks[path] = await lookOfFoot(page, path)
      }
      await enterAsAdmin(page, stage)
      for (const path of ADMIN_PAGES) {
        await arriveAt(page, path)
        looks[`${path} of an admin`] = await lookOfFoot(page, path)
      }
      for (const [path, look] of Object.entries(looks)) assert.deepEqual(look, looks['/contact'], path)
      await context.close()
    })
})
