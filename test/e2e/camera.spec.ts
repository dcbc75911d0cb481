import type { Page } from '@playwright/test'
import { LABELS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { FILM, test } from './support/camera.ts'
import { expect } from './support/fixtures.ts'
import { expectFinishedCard, generateButton, usePhoto } from './support/form.ts'
import { mainColorAt, extractPhoto } from './support/jpeg.ts'
import { arriveAt, followLink, press } from './support/page.ts'
import { DESK } from './support/screens.ts'
import { getImageSize } from '../support/image-size.ts'

/** Keeps every stream that the page receives, to check whether the camera is on. */
function keepStreams() {
  const streams: MediaStream[] = []
  Object.assign(window, { streams })
  const devices = navigator.mediaDevices
  const ask = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    streams.push(stream)
    return stream
  }
}

/** Returns whether each stream so far is live. */
const lights = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.map((stream) =>
      stream.getTracks().some(({ readyState }) => readyState === 'live'),
    ),
  )

const seesFace = (page: Page) => expect(page.getByText('Looks good.')).toBeVisible()

test('a selfie becomes a card with the keyboard, unmirrored and at full resolution, and the camera turns off', async ({
  openTab,
}) => {
  const { page } = await openTab(DESK)
  await page.addInitScript(keepStreams)
  await arriveAt(page, '/contact')
  await followLink(page, LABELS.generator)
  await press('Take a selfie')(page)
  await seesFace(page)
  // Goes back past the sheet and the page at once; a single step closes the sheet.
  await page.evaluate(() => history.go(-2))
  await expect(page.getByRole('heading', { name: LABELS.contactUs, level: 1 })).toBeVisible()
  await expect.poll(() => lights(page)).toEqual([false])

  await followLink(page, LABELS.generator)
  const opener = page.getByRole('button', { name: 'Take a selfie' })
  await opener.press('Enter')
  await seesFace(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
  await expect.poll(() => lights(page)).toEqual([false, false])

  await page.keyboard.press('Enter')
  await seesFace(page)
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeFocused()
  expect(await findAccessibilityViolations(page, 'the camera')).toEqual([])
  await page.keyboard.press('Enter')
  const countdown = page.locator('[aria-live="assertive"].text-unseen')
  for (const number of ['3', '2', '1']) await countdown.filter({ hasText: number }).waitFor({ state: 'attached' })
  await expect(page.getByRole('button', { name: 'Adjust', exact: true })).toBeFocused()
  expect(await lights(page)).toEqual([false, false, false])

  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
  for (let i = 0; i < 12; i++) await press('Zoom less')(page)
  await usePhoto(page).press('Enter')
  // The body of a request is only known where it is intercepted.
  await page.route('**/api/generations', (route) => route.continue())
  const asking = page.waitForRequest('**/api/generations')
  await generateButton(page).press('Enter')
  const jpeg = extractPhoto((await asking).postDataBuffer()!)
  expect(getImageSize(jpeg)).toEqual(FILM)
  expect([await mainColorAt(jpeg, 0.01, 0.5), await mainColorAt(jpeg, 0.99, 0.5)]).toEqual(['red', 'blue'])
  await expectFinishedCard(page)
})
