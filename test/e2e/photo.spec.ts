import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { includesBytes, SECRETS, withSecrets } from '../support/pictures.ts'
import { getImageSize } from '../support/image-size.ts'
import { expect, test as base, type Tab } from './support/fixtures.ts'
import { chooseUncroppedPhoto, generateButton, uploadPhoto, usePhoto } from './support/form.ts'
import { mainColorAt, extractPhoto } from './support/jpeg.ts'
import { arriveAt } from './support/page.ts'
import { openProxy } from './support/http-proxy.ts'
import { PHONE } from './support/screens.ts'
import { pinch } from './support/touch.ts'

/** The dimensions of a phone photo stored in landscape. Turned upright, red is on top and blue at the bottom. */
const LYING = { width: 400, height: 200 }

type Wire = {
  tab: Tab
  /** Submits the form and returns the bytes of its body. */
  send: () => Promise<Buffer>
}

/** A tab whose upload bodies can be read on the wire: DevTools does not expose the bytes of a file. */
const test = base.extend<{ wire: Wire }>({
  wire: async ({ site, openTab }, use) => {
    const chunks: Buffer[] = []
    const proxy = await openProxy(
      () => site.url,
      (request) => {
        if (request.method !== 'POST' || request.url !== '/api/generations') return
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
      },
    )
    const tab = await openTab(PHONE, { baseURL: proxy.url, hasTouch: true })
    await use({ tab, send: () => sendForm(tab.page, chunks) })
    proxy.close()
  },
})

async function sendForm(page: Page, chunks: Buffer[]): Promise<Buffer> {
  const response = page.waitForResponse('**/api/generations')
  await generateButton(page).click()
  await response
  return Buffer.concat(chunks)
}

/** Writes a photo like a phone: rotated, with orientation, location, camera and comment in the metadata. */
async function writePhoto(file: string): Promise<string> {
  const red = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#e00000' } })
    .png()
    .toBuffer()
  const lying = sharp({ create: { ...LYING, channels: 3, background: '#0000e0' } })
  const jpeg = await lying
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
  writeFileSync(file, withSecrets(jpeg))
  return file
}

test('a photo is uploaded upright, without location, camera or comment @smoke', async ({ wire }, testInfo) => {
  const { page } = wire.tab
  await arriveAt(page, '/')
  await chooseUncroppedPhoto(page, await writePhoto(testInfo.outputPath('phone.jpg')))
  const body = await wire.send()

  for (const [secret, bytes] of Object.entries(SECRETS)) expect(includesBytes(body, bytes), secret).toBe(false)
  const jpeg = extractPhoto(body)
  expect(getImageSize(jpeg)).toEqual({ width: LYING.height, height: LYING.width })
  expect([await mainColorAt(jpeg, 0.5, 0.25), await mainColorAt(jpeg, 0.5, 0.75)]).toEqual(['red', 'blue'])
})

test('a pinch zooms a photo, a drag moves it, and only the visible crop is uploaded', async ({ wire }, testInfo) => {
  const { page } = wire.tab
  await arriveAt(page, '/')
  await uploadPhoto(page, await writePhoto(testInfo.outputPath('phone.jpg')))
  const frame = page.locator('.crop-frame-frame')
  const zoom = page.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toHaveAttribute('aria-valuetext', '100%')
  const position = () => frame.locator('g').getAttribute('transform')
  const before = await position()

  await pinch(page, frame, { from: 60, to: 84 })
  // A browser ignores the first few pixels of a touch.
  await expect(zoom).toHaveAttribute('aria-valuetext', /^1(3\d|40|41)%$/)
  const zoomed = await position()
  expect(zoomed).not.toBe(before)
  await pinch(page, frame, { from: 0, to: 20 })
  await expect.poll(position).not.toBe(zoomed)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await usePhoto(page).click()
  await expect(page.getByText(/location data removed/i)).toBeVisible()
  const body = await wire.send()
  const { width, height } = getImageSize(extractPhoto(body))
  expect(width).toBeLessThan(LYING.height)
  expect(height).toBeLessThan(LYING.width)
  expect(includesBytes(body, SECRETS.gps)).toBe(false)
  expect(body.toString('latin1')).toContain('name="face"')
})
