import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Generation } from '#shared/contracts/generations.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { choosePhoto, generateButton } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'
import { enterStage, type Stage } from './support/stage.ts'

const MOVES = { reducedMotion: 'no-preference' } as const

describe('without a preference for reduced motion @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('a rare card comes in a pack that tears open, with confetti that goes again, and turns over', async () => {
    const { page, context, complaints } = await stage.open(PHONE, MOVES)
    await everyCardIsALegend(page)
    await page.addInitScript(watchShifts)
    await arriveAt(page, '/')
    await choosePhoto(page)
    await generateButton(page).click()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
    assert.equal(await page.getByRole('button', { name: LABELS.saveToHall }).count(), 0, 'the pack is sealed')
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport)
      const pack = (await page.locator('.reveal-pack').boundingBox())!
      const buttons = (await page.locator('.unpack').boundingBox())!
      assert.ok(buttons.y >= pack.y + pack.height || buttons.x + buttons.width <= pack.x, 'its buttons lie beside it')
    }
    await page.reload()
    await page.getByRole('button', { name: 'Open your pack' }).waitFor()

    const moved = await noteMoves(page)
    await takeShifts(page)
    await page.getByRole('button', { name: 'Open your pack' }).click()
    const confetti = page.locator('body > canvas')
    await confetti.waitFor({ state: 'attached' })
    await page.getByRole('button', { name: LABELS.saveToHall }).waitFor()
    // A slow machine draws fewer of its frames in a second, but no more of them.
    await confetti.waitFor({ state: 'detached', timeout: 60_000 })
    assert.deepEqual((await takeShifts(page, true)).lines, [], 'what stands beside the pack stays where it is')
    await page.getByRole('button', { name: 'Flip to the back' }).click()
    await page.getByRole('img', { name: /^Back of the card/ }).waitFor()
    await page.waitForFunction((seen) => seen.includes('transform of flip is-back'), moved)
    for (const part of ['pack-tear', 'pack-drop']) assert.ok((await moved.jsonValue()).includes(part), part)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a card turns after the pointer, comes to rest without it, and stands still when that is wished', async () => {
    const { page, context, complaints } = await stage.open(DESK, MOVES)
    await arriveAt(page, `/card/${stage.cardIds[0]}`)
    const { x, y, width, height } = (await page.locator('.stage').boundingBox())!
    const lean = async () => {
      await page.waitForFunction(hasSettled)
      return page.locator('.stage .tilt').evaluate((element) => getComputedStyle(element).transform)
    }
    const goOver = async () => {
      await page.mouse.move(x + width / 4, y + height / 4)
      await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 5 })
      return lean()
    }
    const rest = await lean()
    assert.notEqual(await goOver(), rest)
    await page.mouse.move(1, 1)
    assert.equal(await lean(), rest)

    await page.getByRole('button', { name: /^Tilt on/ }).click()
    const still = await lean()
    assert.equal(await goOver(), still)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

/** Rolls are random; only rare ones are celebrated. */
const everyCardIsALegend = (page: Page) =>
  page.route(/\/api\/generations\/\w+$/, async (route) => {
    const response = await route.fetch()
    const generation = (await response.json()) as Generation
    if (generation.card) generation.card.tier = 'Legend'
    await route.fulfill({ response, json: generation })
  })

/** Notes from now on which animations began and which elements came to where they went. */
const noteMoves = (page: Page) =>
  page.evaluateHandle(() => {
    const seen: string[] = []
    document.addEventListener('animationstart', ({ animationName }) => seen.push(animationName))
    document.addEventListener('transitionend', ({ propertyName, target }) =>
      seen.push(`${propertyName} of ${(target as Element).className}`),
    )
    return seen
  })

/** Everything that ends has ended. */
const hasSettled = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
