import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { PORTRAIT } from './support/visitor.ts'
import { arriveAt, untilPainted, untilTakenOver } from './support/mishap.ts'
import { DESK, PHONE } from './support/browser.ts'
import { EMPTY_TEAM } from './support/hall.ts'
import { hold } from './support/network.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { enterStage, type Stage } from './support/stage.ts'

const APP = '**/assets/index-*.js'
/** Upright, turned, small and large; the smallest is 400 % zoom on a desk, less the browser's own bars. */
const SIZES = [
  [360, 800],
  [320, 568],
  [375, 667],
  [740, 360],
  [768, 1024],
  [1280, 800],
  [1280, 720],
  [1600, 900],
  [1920, 1080],
  [2560, 1440],
] as const
/** On large screens the card takes at least this share of the height. */
const LARGE = { from: 1600, share: 0.5 }

describe('the first screen @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!

  for (const [width, height] of SIZES)
    test(`shows a whole finished card and the way to one's own at ${width} x ${height}`, async () => {
      const { page, context, complaints } = await stage.open({ width, height })
      await arriveAt(page, '/')
      const card = await boxOf(page, '.example-stage-deck')
      const bar = await boxOf(page, '.generate-bar-bar')
      const action = await boxOf(page, `label:has-text("${LABELS.addPhoto}")`)
      assert.ok(card.y >= 0 && card.y + card.height <= height, `card ${JSON.stringify(card)}`)
      assert.ok(card.width >= 84, `wide enough to be seen: ${card.width}`)
      if (width >= LARGE.from) assert.ok(card.height >= height * LARGE.share, `large enough: ${card.height}`)
      assert.ok(action.y + action.height <= height, `action ${JSON.stringify(action)}`)
      const isBeside = card.x >= bar.x + bar.width
      assert.ok(isBeside || card.y + card.height <= bar.y, 'the bar leaves the card in sight')
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('has axe find nothing, at 200 % text neither', async () => {
    const faults: string[] = []
    for (const colorScheme of ['dark', 'light'] as const) {
      const { page, context } = await stage.open({ width: 360, height: 800 }, { colorScheme })
      await arriveAt(page, '/')
      faults.push(...(await accessFaults(page, `/ ${colorScheme}`)))
      // The page's policy takes no style element of others.
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
      faults.push(...(await accessFaults(page, `/ ${colorScheme} 200 %`)))
      await context.close()
    }
    assert.deepEqual(faults, [])
  })

  test('takes a photo by its one action, and then shows the face in neutral colors', async () => {
    const { page, context, complaints } = await stage.open()
    await arriveAt(page, '/')
    await page.getByLabel(LABELS.addPhoto).setInputFiles(PORTRAIT)
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.locator('.stage-stage').getByText('with your face', { exact: false }).waitFor({ state: 'attached' })
    await page.locator('.generate-bar-bar').getByText('a random team').waitFor()
    assert.equal(await page.getByLabel(LABELS.addPhoto).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('is painted as what the address asks for before any script has come', async () => {
    const { page, context } = await stage.open()
    const app = await hold(page, APP)
    const tab = page.locator('nav[aria-label="Main"] [aria-current="page"]')
    await page.goto('/?job=0123456789abcdef0123456789abcdef', { waitUntil: 'commit' })
    await page.locator('main[data-first] .pack-pack').waitFor()
    assert.equal(await tab.textContent(), LABELS.generator)
    await page.goto(`/?remix=${stage.cardIds[0]}`, { waitUntil: 'commit' })
    await page
      .locator('main[data-first]')
      .getByText(/^Remixing /)
      .waitFor()
    const figure = page.locator('.stage-stage img.card-preview-bust')
    const before = await figure.getAttribute('src')
    assert.match(before ?? '', /green-bay-packers\/duck\.svg$/)
    assert.equal(await tab.textContent(), LABELS.generator)
    app.release()
    await untilTakenOver(page)
    assert.equal(await page.locator('.stage-stage img.card-preview-bust').getAttribute('src'), before)
    await context.close()
  })

  for (const [name, size] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)
    for (const [path, tab, team] of [
      ['/hall-of-fame?team=Green+Bay+Packers', 'All time', 'Green Bay Packers'],
      ['/hall-of-fame?sort=new&team=Green+Bay+Packers', 'New', 'Green Bay Packers'],
      ['/hall-of-fame?sort=new', 'New', LABELS.allTeams],
      ['/hall-of-fame?sort=week&team=Cleveland+Browns', 'This week', EMPTY_TEAM],
    ] as const)
      test(`paints ${path} on ${name} as it stays`, async () => {
        const { page, context, complaints } = await stage.open(size)
        await page.addInitScript(watchShifts)
        const app = await hold(page, APP)
        await page.goto(path, { waitUntil: 'commit' })
        await untilPainted(page)
        const painted = await boardOf(page)
        assert.deepEqual([painted.tab, painted.filter], [tab, `Team: ${team}`])
        const ids = painted.cards.map(({ id }) => id)
        if (team === EMPTY_TEAM) assert.deepEqual(ids, [])
        else assert.ok(ids.length >= stage.cardIds.length, String(ids))
        assert.equal(await page.getByText(LABELS.emptyFilter).isVisible(), ids.length === 0)
        await takeShifts(page)
        app.release()
        await untilTakenOver(page)
        assert.deepEqual(await boardOf(page), painted)
        assert.deepEqual((await takeShifts(page)).lines, [])
        assert.deepEqual(complaints, [])
        await context.close()
      })

  test('marks no part of the site where there is none, before the scripts and with them', async () => {
    const { page, context } = await stage.open()
    for (const path of ['/nowhere', '/card/nobody']) {
      const app = await hold(page, APP)
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main[data-first] h1').waitFor()
      const words = await page.locator('main').innerText()
      assert.equal(await page.locator('[aria-current]').count(), 0, path)
      app.release()
      await untilTakenOver(page)
      assert.equal(await page.locator('main').innerText(), words)
      assert.equal(await page.locator('[aria-current]').count(), 0, path)
      await page.unroute(APP)
    }
    await page.getByRole('link', { name: 'Back to the Gallery' }).click()
    await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
    assert.equal(await page.locator('nav[aria-label="Main"] [aria-current]').textContent(), LABELS.gallery)
    await context.close()
  })
})

/** What a board of the Hall shows, and where. */
const boardOf = (page: Page) =>
  page.locator('.leaderboard-board').evaluate((board) => {
    const boxOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    }
    const filter = board.querySelector('#team-filter')!
    return {
      tab: board.querySelector('nav [aria-current]')!.textContent,
      filter: filter.getAttribute('aria-label'),
      filterBox: boxOf(filter),
      cards: [...board.querySelectorAll('li:has(.card-tile-link)')].map((card) => ({
        id: card.querySelector('.card-tile-link')!.getAttribute('href')!.replace('/card/', ''),
        words: card.textContent,
        box: boxOf(card),
        hasPicture: card.querySelector('img') !== null,
        // In the first paint it is a form's button.
        isVotedFor: card.querySelector('button:not([inert])')!.textContent,
      })),
    }
  })
