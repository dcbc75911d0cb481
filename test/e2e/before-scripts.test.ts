import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { cardsOn, makeDolphin, teamFilter } from './support/hall.ts'
import { hold } from './support/network.ts'
import { untilPainted, untilTakenOver } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { PORTRAIT } from './support/visitor.ts'

const APP = '**/assets/index-*.js'

describe('a page whose scripts are on their way @core', () => {
  let stage: Stage
  let dolphin: string
  before(async () => {
    stage = await enterStage()
    dolphin = await makeDolphin(stage)
  })
  after(() => stage.close())

  test('keeps the focus of the keyboard on the field for a photo', async () => {
    const { page, context, complaints } = await stage.open(DESK)
    const app = await hold(page, APP)
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('main[data-first]').waitFor()
    const field = page.getByLabel('Choose a photo (not saved)')
    await field.focus()
    app.release()
    await untilTakenOver(page)
    assert.ok(await field.evaluate((element) => document.activeElement === element))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('hands over what was typed into its form, with the caret', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    const app = await hold(page, APP)
    await page.goto('/contact', { waitUntil: 'commit' })
    await page.locator('main[data-first]').waitFor()
    await page.getByLabel('Name').fill('Ann')
    await page.getByLabel('Topic').selectOption('press')
    await page.getByLabel('Message').pressSequentially('Hello there')
    await page.keyboard.press('ArrowLeft')
    app.release()
    await untilTakenOver(page)
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ann')
    assert.equal(await page.getByLabel('Topic').inputValue(), 'press')
    await page.keyboard.type('!')
    assert.equal(await page.getByLabel('Message').inputValue(), 'Hello ther!e')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const [name, size] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)
    test(`keeps what there is of a card where it stands, on ${name}`, async () => {
      const { page, context } = await stage.open(size)
      const app = await hold(page, APP)
      await page.goto(`/card/${stage.cardIds[3]}`, { waitUntil: 'commit' })
      await untilPainted(page)
      const parts = ['h1', '.card-detail-ranks', '.tally-tally', '.stat-rows-score', '.stat-rows-stats']
      const places = () =>
        Promise.all(parts.map(async (part) => Math.round((await page.locator(part).first().boundingBox())!.y)))
      const before = await places()
      app.release()
      await untilTakenOver(page)
      await page.getByRole('switch').waitFor()
      assert.deepEqual(await places(), before)
      await context.close()
    })

  test('takes a vote that is pressed before them', async () => {
    const { page, context } = await stage.open(PHONE)
    const app = await hold(page, APP)
    await page.goto(`/card/${stage.cardIds[2]}`, { waitUntil: 'commit' })
    await page.locator('main[data-first]').waitFor()
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await page.getByText(/Voted\. Again in 24/).waitFor()
    app.release()
    await untilTakenOver(page)
    await page.getByRole('button', { name: /^Voted/ }).waitFor()
    await context.close()
  })

  for (const [name, size] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)
    test(`filters the Hall before them, and hands the filter over where it stands, on ${name}`, async () => {
      const { page, context, complaints } = await stage.open(size)
      await page.addInitScript(watchShifts)
      const app = await hold(page, APP)
      await page.goto('/hall-of-fame', { waitUntil: 'commit' })
      await untilPainted(page)
      await teamFilter(page).click()
      await page.getByRole('link', { name: 'Miami Dolphins', exact: true }).click()
      await page.waitForURL('/hall-of-fame?team=Miami+Dolphins', { waitUntil: 'commit' })
      await page.locator('main[data-first] #team-filter[aria-label="Team: Miami Dolphins"]').waitFor()
      await untilPainted(page)
      const [cards, place] = [await cardsOn(page), await teamFilter(page).boundingBox()]
      assert.ok(cards.includes(dolphin) && !stage.cardIds.some((id) => cards.includes(id)), String(cards))
      await teamFilter(page).focus()
      await takeShifts(page)
      app.release()
      await untilTakenOver(page)
      const button = page.getByRole('button', { name: 'Team: Miami Dolphins' })
      assert.ok(await button.evaluate((element) => element === document.activeElement))
      assert.deepEqual([await cardsOn(page), await button.boundingBox()], [cards, place])
      assert.deepEqual((await takeShifts(page)).lines, [])
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Team' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('leaves the list of teams open that is open when they come, as far as it was scrolled', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    const app = await hold(page, APP)
    await page.goto('/hall-of-fame', { waitUntil: 'commit' })
    await untilPainted(page)
    await teamFilter(page).click()
    const team = page.getByRole('link', { name: 'Miami Dolphins', exact: true })
    await team.focus()
    const list = page.locator('.team-filter-teams')
    const scrolled = await list.evaluate((element) => element.scrollTop)
    assert.ok(scrolled > 0)
    assert.deepEqual(await accessFaults(page, 'the teams before the scripts'), [])
    const place = await team.boundingBox()
    app.release()
    await untilTakenOver(page)
    assert.ok(await team.evaluate((element) => element === document.activeElement))
    assert.deepEqual([await list.evaluate((element) => element.scrollTop), await team.boundingBox()], [scrolled, place])
    assert.deepEqual(await accessFaults(page, 'the teams after the scripts'), [])

    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Team: Miami Dolphins' })
    await button.waitFor()
    assert.ok(await page.evaluate(() => 'isSamePage' in window), 'the app went there itself')
    assert.ok(await button.evaluate((element) => element === document.activeElement))
    const cards = await cardsOn(page)
    assert.ok(cards.includes(dolphin) && !stage.cardIds.some((id) => cards.includes(id)), String(cards))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const when of ['before they come', 'while they take over'] as const)
    test(`takes a photo whose picker was opened before, chosen ${when}`, async () => {
      const { page, context, complaints } = await stage.open(PHONE)
      const app = await hold(page, APP)
      await page.goto('/', { waitUntil: 'commit' })
      await page.locator('main[data-first]').waitFor()
      const [picker] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.locator('.generate-bar-bar').getByText(LABELS.addPhoto).click(),
      ])
      if (when === 'before they come') await picker.setFiles(PORTRAIT)
      app.release()
      await untilTakenOver(page)
      if (when !== 'before they come') await picker.setFiles(PORTRAIT)
      await page.getByRole('button', { name: 'Use photo' }).click()
      await page.locator('.stage-stage').getByText('with your face', { exact: false }).waitFor({ state: 'attached' })
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('shows what waits for them as waiting, and everything else works', async () => {
    const { page, context } = await stage.open(PHONE)
    const app = await hold(page, APP)
    for (const path of ['/', '/hall-of-fame', `/card/${stage.cardIds[0]}`, '/contact', '/account']) {
      await page.goto(path, { waitUntil: 'commit' })
      await untilPainted(page)
      const controls = await page.evaluate(lookAtControls)
      assert.ok(controls.length > 0, path)
      assert.deepEqual(
        controls.filter(({ waits, isDim }) => waits !== isDim),
        [],
        path,
      )
    }
    app.release()
    await context.close()
  })
})

/** Of each control that can be seen: whether it waits for scripts, having nothing to do without, and whether it looks so. */
function lookAtControls() {
  const looks = 'button, select, textarea, input, label, [class*="button-button"]'
  return [...document.querySelectorAll<HTMLElement>(looks)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 1)
    .filter((element) => element.localName !== 'label' || element.className.includes('button-'))
    .map((element) => {
      const form = element instanceof HTMLButtonElement ? element.form : element.closest('form[action]')
      const does =
        element.matches('a[href], label:has(input[type=file]:not([inert]))') ||
        (form?.matches('form[method]') ?? false) ||
        element.closest('#unstarted') !== null
      return {
        name: element.innerText || element.getAttribute('aria-label') || element.outerHTML.slice(0, 80),
        waits: !does,
        isDim: element.closest('[inert]') !== null && Number(getComputedStyle(element).opacity) < 0.7,
      }
    })
}
