import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { arriveAt, button, press } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

const PACKERS = 'Green Bay Packers'
const BROWNS = 'Cleveland Browns'

describe('in the Hall @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  async function choose(page: Page, team: string): Promise<void> {
    await button(page, /^Team: /).click()
    await page.getByLabel('Search team or color').fill(team)
    const name = new RegExp(`^${team}`)
    await page.getByRole('radio', { name }).click({ force: true })
    // It is chosen once the address says so.
    await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' })
    await press('Show cards')(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  /** The team's name stands on the button, the board's on its tab, both in the address, and the cards are of them. */
  async function shows(page: Page, { team, board }: { team: string; board: string }): Promise<void> {
    await button(page, `Team: ${team}`).waitFor()
    await page.locator('nav[aria-label="Boards"] [aria-current="page"]').getByText(board, { exact: true }).waitFor()
    const address = new URL(page.url())
    assert.equal(address.pathname, '/hall-of-fame')
    assert.equal(address.searchParams.get('team') ?? LABELS.allTeams, team)
    assert.equal(address.searchParams.get('sort') ?? 'all', board === 'New' ? 'new' : 'all')
    const list = page.locator('section[aria-labelledby="board"]')
    if (team === BROWNS) await list.getByText(LABELS.emptyFilter).waitFor()
    else {
      await list.locator('a[href^="/card/"]').first().waitFor()
      assert.equal(await list.getByText(LABELS.emptyFilter).count(), 0)
    }
  }

  for (const viewport of [PHONE, DESK])
    test(`Back leads to the team and the board before, step by step, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await stage.open(viewport)
      await arriveAt(page, '/')
      await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
      const steps = [
        { team: LABELS.allTeams, board: 'All time' },
        { team: PACKERS, board: 'All time' },
        { team: PACKERS, board: 'New' },
        { team: BROWNS, board: 'New' },
      ] as const
      const [all, packers, newest, empty] = steps
      await shows(page, all)
      await choose(page, PACKERS)
      await shows(page, packers)
      await page.getByRole('navigation', { name: 'Boards' }).getByRole('link', { name: 'New' }).click()
      await shows(page, newest)
      // The same once more is no step.
      await choose(page, PACKERS)
      await choose(page, BROWNS)
      await shows(page, empty)

      await page.goBack()
      await shows(page, newest)
      await page.locator('section[aria-labelledby="board"] a[href^="/card/"]').first().click()
      await button(page, LABELS.upvote).waitFor()
      await page.goBack()
      await shows(page, newest)
      await page.goBack()
      await shows(page, packers)
      await page.reload()
      await shows(page, packers)
      await page.goBack()
      await shows(page, all)
      await page.goForward()
      await shows(page, packers)
      await page.goBack()
      await page.goBack()
      await page.getByRole('heading', { name: 'Photo' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/')
      assert.deepEqual(complaints, [])
      await context.close()
    })
})
