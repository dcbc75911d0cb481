import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Generation } from '#shared/contracts/generations.ts'
import { MOTION } from '#shared/domain/later-messages.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
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
      const buttons = (await page.locator('.result-panel-unpack').boundingBox())!
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
    await page.waitForFunction((seen) => seen.includes('transform of flip-card-flip flip-card-turned'), moved)
    for (const part of ['reveal-pack-tear', 'reveal-pack-drop'])
      assert.ok((await moved.jsonValue()).includes(part), part)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the pack makes a sound once that is switched on, which this browser remembers', async () => {
    const { page, context, complaints } = await stage.open(PHONE, MOVES)
    await page.addInitScript(noteSounds)
    const sounds = () => page.evaluate(() => (window as unknown as { sounds: string[] }).sounds)
    const packed = async () => {
      await arriveAt(page, '/')
      await choosePhoto(page)
      await generateButton(page).click()
      await page.getByRole('button', { name: 'Open your pack' }).waitFor({ timeout: 60_000 })
    }
    await packed()
    const off = page.getByRole('button', { name: 'Sound off', pressed: false })
    assert.deepEqual(await accessFaults(page, 'a sealed pack'), [])
    await off.press('Enter')
    await page.getByRole('button', { name: 'Sound on', pressed: true }).waitFor()
    await page.waitForFunction(() => (window as unknown as { sounds: string[] }).sounds.includes('noise'))
    assert.ok(!(await sounds()).includes('tone'), 'what was switched on is heard, and nothing else')
    await page.reload()
    await page.getByRole('button', { name: 'Sound on', pressed: true }).waitFor()
    assert.deepEqual(await sounds(), [])
    await page.getByRole('button', { name: 'Open your pack' }).click()
    await page.waitForFunction(() => (window as unknown as { sounds: string[] }).sounds.includes('tone'))
    assert.deepEqual(complaints, [])

    await page.evaluate(() => localStorage.removeItem('sound'))
    await page.getByRole('button', { name: LABELS.makeAnother }).first().click()
    await packed()
    const before = (await sounds()).length
    await page.getByRole('button', { name: 'Open your pack' }).click()
    await page.getByRole('button', { name: LABELS.saveToHall }).waitFor()
    assert.equal((await sounds()).length, before, 'it is off unless it was switched on')
    await context.close()
  })

  test('a card moves with the phone while it is in sight, and not where stillness is wanted', async () => {
    const { page, context, complaints } = await stage.open(PHONE, { ...MOVES, hasTouch: true, isMobile: true })
    // As on a phone: a browser without sensors denies them.
    await page.addInitScript(grantSensors)
    await page.addInitScript(noteListeners)
    await arriveAt(page, `/card/${stage.cardIds[0]}`)
    await page.waitForFunction(isReading, true)
    assert.equal(await page.getByRole('button', { name: MOTION.withPhone }).count(), 0, 'nothing has to be asked')
    assert.equal(await turnOf(page), '')
    await holdPhone(page, 40, 0)
    await holdPhone(page, 40, 14)
    await page.waitForFunction(hasTurn)
    const right = Number.parseFloat(await turnOf(page))
    await holdPhone(page, 40, -14)
    await page.waitForFunction(turnsLeft, right)
    assert.ok(Math.abs(right) <= 12)

    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForFunction(isReading, false)
    assert.equal(await turnOf(page), '')
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.waitForFunction(isReading, true)
    await page.getByRole('button', { name: /^Tilt on/ }).click()
    await page.waitForFunction(isReading, false)
    await page.getByRole('button', { name: /^Tilt off/ }).click()
    await page.waitForFunction(isReading, true)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.waitForFunction(isReading, false)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a card that was just made has the same switch, which its page and this browser remember', async () => {
    const { page, context, complaints } = await stage.open(PHONE, { ...MOVES, hasTouch: true, isMobile: true })
    await page.addInitScript(grantSensors)
    await page.addInitScript(noteListeners)
    await arriveAt(page, '/')
    await choosePhoto(page)
    await generateButton(page).click()
    await page.getByRole('button', { name: 'Open your pack' }).click({ timeout: 60_000 })
    await page.waitForFunction(isReading, true)
    await page.getByRole('button', { name: 'Tilt on', pressed: true }).tap()
    await page.waitForFunction(isReading, false)
    await page.locator('body > canvas').waitFor({ state: 'detached', timeout: 60_000 })
    assert.deepEqual(await accessFaults(page, 'a card that stands still'), [])
    for (const path of [new URL(page.url()).pathname + new URL(page.url()).search, `/card/${stage.cardIds[0]}`]) {
      await arriveAt(page, path)
      await page.getByRole('button', { name: 'Tilt off', pressed: false }).waitFor()
      await page.waitForLoadState('networkidle')
      assert.ok(await page.evaluate(isReading, false), path)
    }
    await page.getByRole('button', { name: 'Tilt off' }).tap()
    await page.waitForFunction(isReading, true)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a phone that asks first is asked by a tap alone, and a refusal is said', async () => {
    for (const answer of ['granted', 'denied'] as const) {
      const { page, context, complaints } = await stage.open(PHONE, { ...MOVES, hasTouch: true, isMobile: true })
      await page.addInitScript(noteListeners)
      await page.addInitScript(asksFirst, answer)
      await arriveAt(page, `/card/${stage.cardIds[0]}`)
      const button = page.getByRole('button', { name: MOTION.withPhone, pressed: false })
      await button.waitFor()
      assert.deepEqual(await page.evaluate(askedTimes), 0)
      assert.deepEqual(await accessFaults(page, `a phone that asks (${answer})`), [])
      await button.tap()
      if (answer === 'granted') {
        await page.getByRole('button', { name: MOTION.withPhone, pressed: true }).waitFor()
        await page.waitForFunction(isReading, true)
      } else await page.getByText(MOTION.refused).waitFor()
      assert.deepEqual(await page.evaluate(askedTimes), 1)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('a card turns after the pointer, comes to rest without it, and stands still when that is wished', async () => {
    const { page, context, complaints } = await stage.open(DESK, MOVES)
    await arriveAt(page, `/card/${stage.cardIds[0]}`)
    const { x, y, width, height } = (await page.locator('.stage-stage').boundingBox())!
    const lean = async () => {
      await page.waitForFunction(hasSettled)
      return page.locator('.stage-stage .stage-tilt').evaluate((element) => getComputedStyle(element).transform)
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

/** Notes what is played, by its kind. */
function noteSounds() {
  const sounds: string[] = []
  Object.assign(window, { sounds })
  const note = (node: { prototype: AudioScheduledSourceNode }, kind: string) => {
    const { start } = node.prototype
    node.prototype.start = function (this: AudioScheduledSourceNode, ...when) {
      sounds.push(kind)
      return start.apply(this, when)
    }
  }
  note(AudioBufferSourceNode, 'noise')
  note(OscillatorNode, 'tone')
}

/** Counts who listens to the sensor. */
function noteListeners() {
  const readers = new Set<unknown>()
  Object.assign(window, { readers })
  const { addEventListener: add, removeEventListener: remove } = window
  window.addEventListener = (...[type, listener, options]: Parameters<typeof add>) => {
    if (type === 'deviceorientation') readers.add(listener)
    add.call(window, type, listener, options)
  }
  window.removeEventListener = (...[type, listener, options]: Parameters<typeof remove>) => {
    if (type === 'deviceorientation') readers.delete(listener)
    remove.call(window, type, listener, options)
  }
}

const isReading = (isExpected: boolean) =>
  (window as unknown as { readers: Set<unknown> }).readers.size > 0 === isExpected

function grantSensors() {
  navigator.permissions.query = async () => ({ state: 'granted' }) as PermissionStatus
}

/** As browsers do that ask the visitor. */
function asksFirst(answer: string) {
  Object.assign(window, { asked: 0 })
  navigator.permissions.query = () => Promise.reject(new TypeError('no such name'))
  Object.assign(DeviceOrientationEvent, {
    requestPermission: async () => {
      ;(window as unknown as { asked: number }).asked += 1
      return answer
    },
  })
}

const askedTimes = () => (window as unknown as { asked: number }).asked

/** A reading of the sensor, in degrees. */
const holdPhone = (page: Page, beta: number, gamma: number) =>
  page.evaluate(
    ([front, side]) =>
      window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', { beta: front!, gamma: side! })),
    [beta, gamma],
  )

const turnOf = (page: Page) =>
  page.locator('[data-tilts]').evaluate((stage: HTMLElement) => stage.style.getPropertyValue('--turn'))
const hasTurn = () => document.querySelector<HTMLElement>('[data-tilts]')!.style.getPropertyValue('--turn') !== ''
const turnsLeft = (before: number) =>
  Number.parseFloat(document.querySelector<HTMLElement>('[data-tilts]')!.style.getPropertyValue('--turn')) < before

/** Everything that ends has ended. */
const hasSettled = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
