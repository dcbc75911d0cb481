import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, openTab } from './support/browser.ts'
import { type Server, startServer } from './support/server.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

const TEAMS = ['Green Bay Packers', 'Miami Dolphins', 'Los Angeles Rams', 'Dallas Cowboys']
const WIDTHS = [320, 360, 768, 1280, 1920]
/** The winner's picture, in columns of the rows below it. */
const WINNER_MIN_COLUMNS = 1.25

/** The three that have most votes are seen to have them. */
describe('the podium @long', () => {
  let browser: Browser
  let server: Server

  before(async () => {
    server = await startServer({ env: { LIMITS: 'relaxed' } })
    browser = await launchBrowser()
    for (const team of TEAMS) {
      const visitor = createVisitor(server.url)
      await visitor.arrive()
      await makePublicCard(visitor, { team })
    }
  })
  after(async () => {
    await browser.close()
    await server.close()
  })

  for (const width of WIDTHS)
    test(`shows the winner largest and none smaller than the fourth at ${width} pixels`, async () => {
      const { page, context } = await openTab(browser, server.url, { width, height: 800 })
      await page.goto('/hall-of-fame')
      await page.locator('.card-grid-grid .card-picture-picture').first().waitFor()
      const [first, second, third, fourth] = await page
        .locator('.podium-podium .card-picture-picture, .card-grid-grid .card-picture-picture')
        .evaluateAll((pictures) => pictures.map((picture) => Math.round(picture.getBoundingClientRect().width)))
      assert.ok(first! >= WINNER_MIN_COLUMNS * fourth!, `1st ${first}, 4th ${fourth}`)
      assert.ok(first! > second! && second! >= third! && third! >= fourth!, `${[first, second, third, fourth]}`)
      const widths = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        window: innerWidth,
      }))
      assert.ok(widths.page <= widths.window, 'nothing is cut off at the side')
      await context.close()
    })
})
