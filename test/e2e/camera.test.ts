import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, openTab, PHONE, pixelsOf, type Tab } from './support/browser.ts'
import { type Filmed, FILM, launchWithCamera } from './support/camera.ts'
import { faceFile } from './support/faces.ts'
import { generateButton } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { enterStage, type Stage } from './support/stage.ts'

const GOOD: Filmed = { face: 'fair-long-hair', sidePx: 430, belowPx: 20 }

/** Keeps every stream that a page is given, to see whether its light is on. */
function keepStreams() {
  const kept: MediaStream[] = []
  Object.assign(window, { streams: kept })
  const devices = navigator.mediaDevices
  const ask = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    kept.push(stream)
    return stream
  }
}
const lights = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.map((stream) =>
      stream.getTracks().some(({ readyState }) => readyState === 'live'),
    ),
  )

describe('the camera of the page @core', () => {
  let stage: Stage
  let browser: Browser
  before(async () => {
    stage = await enterStage()
    browser = await launchWithCamera(GOOD)
  })
  after(async () => {
    await browser.close()
    await stage.close()
  })

  const open = async (viewport = PHONE, from = browser): Promise<Tab> => {
    const tab = await openTab(from, stage.url, viewport)
    await tab.page.addInitScript(keepStreams)
    await arriveAt(tab.page, '/')
    await tab.page.getByRole('button', { name: 'Take a selfie' }).click()
    await tab.page.getByRole('dialog', { name: 'Take a selfie' }).waitFor()
    return tab
  }
  const take = (page: Page) => page.getByRole('button', { name: 'Take photo' })

  for (const [device, viewport] of [
    ['a phone', PHONE],
    ['a laptop', DESK],
  ] as const)
    test(`makes a card on ${device}, with the keyboard alone, and goes out`, async () => {
      const { page, context, complaints } = await open(viewport)
      await page.getByText('Looks good.').waitFor()
      assert.ok(await take(page).evaluate((button) => button === document.activeElement))
      assert.deepEqual(await accessFaults(page, 'the camera'), [])
      await page.keyboard.press('Enter')
      const said = page.locator('[aria-live="assertive"].text-unseen')
      for (const number of ['3', '2', '1']) await said.filter({ hasText: number }).waitFor({ state: 'attached' })

      const use = page.getByRole('button', { name: 'Use photo' })
      await use.waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'Use photo')
      assert.deepEqual(await lights(page), [false])
      await page.keyboard.press('Enter')
      await generateButton(page).click()
      await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('goes out when its sheet is closed', async () => {
    const { page, context } = await open()
    await page.getByText('Looks good.').waitFor()
    assert.deepEqual(await lights(page), [true])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.deepEqual(await lights(page), [false])
    const opener = page.getByRole('button', { name: 'Take a selfie' })
    await page.waitForFunction((element) => element === document.activeElement, await opener.elementHandle())
    await context.close()
  })

  test('goes out when the screen is left with its sheet open', async () => {
    const { page, context } = await openTab(browser, stage.url)
    await page.addInitScript(keepStreams)
    await arriveAt(page, '/contact')
    await page.getByRole('link', { name: LABELS.generator, exact: true }).first().click()
    await page.getByRole('button', { name: 'Take a selfie' }).click()
    await page.getByText('Looks good.').waitFor()
    // Over the sheet and the page at once: one step of Back closes the sheet.
    await page.evaluate(() => history.go(-2))
    await page.getByRole('heading', { name: LABELS.contactUs, level: 1 }).waitFor()
    assert.deepEqual(await lights(page), [false])
    await context.close()
  })

  test('sends the picture as the camera saw it, not as in a mirror, with its pixels', async () => {
    const { page, context } = await open(DESK)
    await page.getByText('Looks good.').waitFor()
    await take(page).click()
    await page.getByRole('button', { name: 'Retake' }).waitFor()
    // All of it is sent once it is zoomed out.
    for (let i = 0; i < 12; i++) await page.getByRole('button', { name: 'Zoom less' }).click()
    await page.getByRole('button', { name: 'Use photo' }).click()
    const asked = page.waitForRequest('**/api/generations')
    await page.route('**/api/generations', (route) => route.abort())
    await generateButton(page).click()
    const body = (await asked).postDataBuffer()!
    const jpeg = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])))
    const { width, height, rgba } = await pixelsOf(page, jpeg)
    assert.deepEqual({ width, height }, FILM)
    const at = (x: number) => [...rgba.subarray((360 * width + x) * 4, (360 * width + x) * 4 + 3)]
    const [left, right] = [at(10), at(width - 10)]
    assert.ok(left[0]! > 150 && left[2]! < 90, `red on the left, not ${left}`)
    assert.ok(right[2]! > 150 && right[0]! < 90, `blue on the right, not ${right}`)
    await context.close()
  })

  const FILMS: [string, Filmed][] = [
    ['Come closer.', { ...GOOD, sidePx: 200 }],
    ['Turn to the light.', { ...GOOD, light: 0.12 }],
    ['The top of your head is missing.', { ...GOOD, sidePx: 520, belowPx: -240 }],
  ]
  for (const [words, film] of FILMS)
    test(`says: ${words}`, async () => {
      const other = await launchWithCamera(film)
      const { page } = await open(PHONE, other)
      await page.locator('output').filter({ hasText: words }).waitFor()
      assert.equal(await take(page).getAttribute('aria-disabled'), 'false')
      await other.close()
    })

  test('that may not be used says so, with a file as the way out', async () => {
    // There is no permission prompt to answer, and no camera.
    const { page, context } = await open(PHONE, stage.browser)
    await page
      .getByRole('alert')
      .filter({ hasText: 'choose a photo' })
      .or(page.getByText(/No camera was found/))
      .waitFor()
    assert.deepEqual(await accessFaults(page, 'no camera'), [])
    await page.getByRole('dialog').getByLabel('Choose a photo').setInputFiles(faceFile('cap'))
    await page.getByRole('dialog', { name: 'Fit your face' }).waitFor()
    await context.close()
  })
})
