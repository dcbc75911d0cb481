import type { Page } from '@playwright/test'
import type { Generation } from '#shared/contracts/generations.ts'
import { MOTION } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { choosePhoto, DRAWING_MS, generateButton } from './support/form.ts'
import { arriveAt, button } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { takeShifts, watchShifts } from './support/shifts.ts'

const MOVES = { reducedMotion: 'no-preference' } as const
const TOUCH = { ...MOVES, hasTouch: true, isMobile: true } as const

test('a rare card reveals itself with confetti while its buttons stay clickable', async ({ openTab }) => {
  const { page } = await openTab(PHONE, MOVES)
  await makeEveryCardALegend(page)
  await page.addInitScript(watchShifts)
  await arriveAt(page, '/')
  await choosePhoto(page)
  const moved = await noteMoves(page)
  await generateButton(page).click()
  const foil = page.locator('.reveal-foil')
  await foil.waitFor({ timeout: DRAWING_MS })
  await takeShifts(page)
  await expect(button(page, LABELS.saveToHall)).toBeInViewport({ ratio: 1 })
  expect(await isUnderPointer(page, LABELS.saveToHall), 'nothing lies over the button').toBe(true)
  await expect(foil).toHaveCount(0)
  expect((await takeShifts(page, true)).lines, 'nothing beside the foil moves').toEqual([])
  const confetti = page.locator('body > canvas')
  await confetti.waitFor({ state: 'attached' })
  await expect(confetti).toHaveCount(0, { timeout: DRAWING_MS })
  await button(page, 'Flip to the back').click()
  await expect(page.getByRole('img', { name: /^Back of the card/ })).toBeVisible()
  const moves = ['reveal-foil-drop', 'transform of flip-card-flip flip-card-turned']
  await expect.poll(() => moved.jsonValue()).toEqual(expect.arrayContaining(moves))
})

test('a card tilts with the phone after a tap allows it, while visible, until it is switched off', async ({
  openTab,
  site,
}) => {
  const { page: allowed } = await openTab(PHONE, TOUCH)
  await allowed.addInitScript(noteListeners)
  await allowed.addInitScript(grantSensors)
  await arriveAt(allowed, `/card/${site.cardIds[0]}`)
  await allowed.waitForFunction(isReading, true)
  await expect(button(allowed, MOTION.withPhone), 'nothing has to be asked').toHaveCount(0)

  const openPhone = async (permission: string) => {
    const { page } = await openTab(PHONE, TOUCH)
    await page.addInitScript(noteListeners)
    await page.addInitScript(asksFirst, permission)
    await arriveAt(page, `/card/${site.cardIds[0]}`)
    const ask = page.getByRole('button', { name: MOTION.withPhone, pressed: false })
    await expect(ask).toBeVisible()
    expect(await page.evaluate(countQuestions)).toBe(0)
    expect(await findAccessibilityViolations(page, `a phone that asks (${permission})`)).toEqual([])
    await ask.tap()
    return page
  }
  const refused = await openPhone('denied')
  await expect(refused.getByText(MOTION.refused)).toBeVisible()
  expect(await refused.evaluate(countQuestions)).toBe(1)

  const page = await openPhone('granted')
  const isOn = page.getByRole('button', { name: MOTION.tilt, exact: true, pressed: true })
  await expect(isOn).toBeVisible()
  await page.waitForFunction(isReading, true)
  expect(await page.evaluate(countQuestions)).toBe(1)
  const turn = async () => Number.parseFloat(await getTurn(page))
  await holdPhone(page, 40, 0)
  await holdPhone(page, 40, 14)
  await expect.poll(turn).not.toBeNaN()
  const right = await turn()
  expect(Math.abs(right)).toBeLessThanOrEqual(12)
  await holdPhone(page, 40, -14)
  await expect.poll(turn).toBeLessThan(right)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForFunction(isReading, false)
  expect(await getTurn(page)).toBe('')
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForFunction(isReading, true)
  await isOn.tap()
  await page.waitForFunction(isReading, false)
  await page.getByRole('button', { name: MOTION.tilt, exact: true, pressed: false }).tap()
  await page.waitForFunction(isReading, true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(isReading, false)
})

test('a card tilts toward the pointer, settles without it, and stays still when switched off', async ({
  openTab,
  site,
}) => {
  const { page } = await openTab(DESK, MOVES)
  await arriveAt(page, `/card/${site.cardIds[0]}`)
  const { x, y, width, height } = (await page.locator('.stage-stage').boundingBox())!
  const lean = async () => {
    await page.waitForFunction(hasSettled)
    return page.locator('.stage-stage .stage-tilt').evaluate((element) => getComputedStyle(element).transform)
  }
  const hover = async () => {
    await page.mouse.move(x + width / 4, y + height / 4)
    await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 5 })
  }
  const rest = await lean()
  await hover()
  await expect.poll(lean).not.toBe(rest)
  await page.mouse.move(1, 1)
  await expect.poll(lean).toBe(rest)

  await page.getByRole('button', { name: MOTION.tilt, exact: true }).click()
  const still = await lean()
  await hover()
  expect(await lean()).toBe(still)
})

/** Tiers are random; only rare ones are celebrated. */
const makeEveryCardALegend = (page: Page) =>
  page.route(/\/api\/generations\/\w+$/, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const generation = (await response.json()) as Generation
    if (generation.card) generation.card.tier = 'Legend'
    await route.fulfill({ response, json: generation })
  })

/** Records from now on which animations start and which elements reach their destination. */
const noteMoves = (page: Page) =>
  page.evaluateHandle(() => {
    const seen: string[] = []
    document.addEventListener('animationstart', ({ animationName }) => seen.push(animationName))
    document.addEventListener('transitionend', ({ propertyName, target }) =>
      seen.push(`${propertyName} of ${(target as Element).className}`),
    )
    return seen
  })

/** Returns true if a click on the center of a button would hit it. */
const isUnderPointer = (page: Page, name: string) =>
  button(page, name).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** Counts the sensor's listeners. */
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

/** Simulates an earlier permission. Browsers without sensors deny it. */
function grantSensors() {
  navigator.permissions.query = async () => ({ state: 'granted' }) as PermissionStatus
}

/** Simulates a browser that asks for permission first. */
function asksFirst(permission: string) {
  Object.assign(window, { questions: 0 })
  navigator.permissions.query = () => Promise.reject(new TypeError('no such name'))
  Object.assign(DeviceOrientationEvent, {
    requestPermission: async () => {
      ;(window as unknown as { questions: number }).questions += 1
      return permission
    },
  })
}

const countQuestions = () => (window as unknown as { questions: number }).questions

/** Dispatches a sensor reading, in degrees. */
const holdPhone = (page: Page, beta: number, gamma: number) =>
  page.evaluate(
    ([front, side]) =>
      window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', { beta: front!, gamma: side! })),
    [beta, gamma],
  )

const getTurn = (page: Page) =>
  page.locator('[data-tilts]').evaluate((stage: HTMLElement) => stage.style.getPropertyValue('--turn'))
/** All finite animations have finished. */
const hasSettled = () =>
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
