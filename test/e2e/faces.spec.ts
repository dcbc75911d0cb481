import type { Page } from '@playwright/test'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { LABELS, QUESTION } from '#shared/domain/messages.ts'
import { CARTOON_OVAL, paintCartoonFace, roundedOval } from '../support/cartoon-face.ts'
import { FACES } from '../support/faces.ts'
import { getImageSize } from '../support/image-size.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { faceFile, openDarkroom } from './support/faces.ts'
import { expect, test as base } from './support/fixtures.ts'
import {
  expectFinishedCard,
  choosePhoto,
  chooseUncroppedPhoto,
  DRAWING_MS,
  generateButton,
  uploadPhoto,
  heroCard,
  openEditTools,
  usePhoto,
} from './support/form.ts'
import { extractPhoto } from './support/jpeg.ts'
import { getVisitorId } from './support/maker.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, press } from './support/page.ts'
import { DESK } from './support/screens.ts'

/** The part of the face worker's message that these tests read. */
type Answer = { scan: { faces: FaceOval[] } | null }

/** A fitted oval may be off by this share of a face's width. */
const OFF_MAX = 0.12

const test = base.extend<{ darkroom: ReturnType<typeof openDarkroom> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  darkroom: async ({}, use) => {
    const darkroom = openDarkroom()
    await use(darkroom)
    darkroom.close()
  },
})

/** Submits the form, aborts the request, and returns the oval and the size of its photo. */
async function sendForm(page: Page) {
  await page.route('**/api/generations', (route) => route.abort())
  const asking = page.waitForRequest('**/api/generations')
  await generateButton(page).click()
  const body = (await asking).postDataBuffer()!
  const face = /name="face"\r\n\r\n(\{[^}]*\})/.exec(body.toString('latin1'))
  return { face: face && FaceOval.parse(JSON.parse(face[1]!)), photo: getImageSize(extractPhoto(body)) }
}

test('a face is detected on the device, previewed under the gear and uploaded with its oval @smoke', async ({
  openTab,
}) => {
  const tab = await openTab(DESK)
  const { page } = tab
  const fetched: string[] = []
  page.on('response', (response) => {
    if (!/\.(net|wasm)$|face-worker/.test(response.url())) return
    const isImmutable = response.headers()['cache-control']?.includes('immutable')
    fetched.push(`${new URL(response.url()).pathname.replace(/-[^-]*$/, '')} ${isImmutable ? 'kept' : 'not kept'}`)
  })
  await arriveAt(page, '/')
  await page.waitForLoadState('networkidle')
  expect(fetched, 'nothing is fetched before the first photo').toEqual([])
  await choosePhoto(page, faceFile('turned'))
  expect(fetched.sort()).toEqual(['/assets/detector kept', '/assets/face-worker kept', '/assets/kernels kept'])
  const preview = page.locator('.stage-stage .card-preview-card')
  await expect(preview.locator('svg.card-preview-bust image')).toBeVisible()
  const gear = preview.locator('img.card-preview-bust[src^="/art/front/"]')
  await expect.poll(() => gear.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await press('Remove photo')(page)
  await expect(preview.locator('svg.card-preview-bust')).toHaveCount(0)
  expect(await detectCartoon(page), 'the Worker detects the same face in the same pixels').toEqual([CARTOON_OVAL])

  await choosePhoto(page, faceFile('fair-long-hair'))
  const { face, photo } = await sendForm(page)
  expect(fetched, 'each file is fetched once').toHaveLength(3)
  expect(photo).toEqual({ width: 256, height: 256 })
  const [[leftX, leftY], [rightX, rightY]] = FACES['fair-long-hair'].eyes
  // A face of 100 units has its pupils 41 apart, 6 above its center.
  const width = ((rightX - leftX) / 41) * 100
  const off = [
    face!.cx * 256 - (leftX + rightX) / 2,
    face!.cy * 256 - ((leftY + rightY) / 2 + 0.06 * width),
    (face!.s * 256 - width) / 2,
  ].map((pixels) => Math.abs(pixels) / width)
  expect(Math.max(...off), `the oval is off by ${off}`).toBeLessThan(OFF_MAX)
  expectOnlyFailedRequests(tab)
})

test('a visitor picks one of several faces with the pointer or the keyboard, and it is uploaded at full resolution', async ({
  tab,
  darkroom,
}) => {
  const { page } = tab
  const group = await darkroom.develop('group', { width: 3600, height: 2400 }, [
    { name: 'bald-beard', left: 120, top: 840, side: 1020 },
    { name: 'fair-long-hair', left: 1260, top: 480, side: 1200 },
    { name: 'dark-skin', left: 2550, top: 900, side: 960 },
  ])
  await arriveAt(page, '/')
  await uploadPhoto(page, group)
  await expect(page.getByText('3 faces found. Tap yours.')).toBeVisible()
  await expect(usePhoto(page)).toBeFocused()
  expect(await findAccessibilityViolations(page, 'several faces')).toEqual([])
  const other = (await page.locator('.crop-frame-face').first().boundingBox())!
  await page.mouse.click(other.x + other.width / 2, other.y + other.height / 2)
  await expect(page.locator('.crop-faces-faces [aria-pressed="true"]:not([aria-label="Face 2 of 3"])')).toBeVisible()
  const third = page.getByRole('button', { name: 'Face 3 of 3' })
  await third.press('Enter')
  await expect(third).toHaveAttribute('aria-pressed', 'true')
  await usePhoto(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Adjust', exact: true })).toBeFocused()
  const { face, photo } = await sendForm(page)
  // The neighbors are cropped out, so the face is in the center.
  expect(Math.abs(face!.cx - 0.5)).toBeLessThan(0.2)
  expect(photo.width).toBeLessThan(3600)
  // The crop is smaller in the downscaled photo that the detector reads.
  expect(photo.width).toBeGreaterThan(900)
  expectOnlyFailedRequests(tab)
})

test('a photo of two faces asks which one without using quota, and adjusting and posing its card is free', async ({
  tab,
  site,
  darkroom,
}) => {
  const { page } = tab
  const cards = async () =>
    site.store.rows<{ id: string; image_url: string; art_path: string }>(
      'select id, image_url, art_path from fantasy_football_cards where owner = ?',
      await getVisitorId(tab),
    )
  const left = await leftToday(page)
  const pair = await darkroom.develop('pair', { width: 1000, height: 640 }, [
    { name: 'dark-skin', left: 40, top: 120, side: 420 },
    { name: 'fair-long-hair', left: 540, top: 120, side: 420 },
  ])
  await arriveAt(page, '/')
  await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
  await chooseUncroppedPhoto(page, pair)
  await generateButton(page).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(QUESTION.SEVERAL_FACES)).toBeVisible({ timeout: DRAWING_MS })
  expect(await findAccessibilityViolations(page, 'a question')).toEqual([])
  expect(await leftToday(page)).toBe(left)
  expect(await cards()).toEqual([])

  await sheet.getByRole('button', { name: 'Face 2 of 2' }).press('Enter')
  await usePhoto(page).click()
  await expectFinishedCard(page)
  expect(await leftToday(page)).toBe(left - 1)
  const [card] = await cards()

  const source = await heroCard(page).getAttribute('src')
  await openEditTools(page)
  await page.getByRole('button', { name: /^Adjust photo/ }).click()
  await page.getByRole('slider', { name: 'Zoom' }).press('ArrowUp')
  await usePhoto(page).click()
  await expect(heroCard(page)).not.toHaveAttribute('src', source!, { timeout: DRAWING_MS })
  await expectFinishedCard(page)
  const [adjusted, ...others] = await cards()
  expect(others).toEqual([])
  expect(adjusted!.id).toBe(card!.id)
  expect(adjusted!.image_url).not.toBe(card!.image_url)
  expect(await leftToday(page)).toBe(left - 1)
  const isStored = (one: typeof card) => {
    const stored = new Set(site.store.files())
    return [one!.image_url.replace(/^\/storage\/[^/]+\//, ''), one!.art_path].map((file) => stored.has(file))
  }
  expect([isStored(card), isStored(adjusted)]).toEqual([
    [false, false],
    [true, true],
  ])

  const before = await heroCard(page).getAttribute('src')
  await press('Another pose (free)')(page)
  await expect(heroCard(page)).not.toHaveAttribute('src', before!, { timeout: DRAWING_MS })
  await expectFinishedCard(page)
  const posed = await cards()
  expect(posed.map(({ id }) => id)).toEqual([card!.id])
  expect([isStored(adjusted), isStored(posed[0])]).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await leftToday(page)).toBe(left - 1)
})

/** Returns how many cards this visitor can still make today. */
async function leftToday(page: Page): Promise<number> {
  const config = await page.request.get('/api/config')
  const { generations } = (await config.json()) as { generations: { left: number } }
  return generations.left
}

/** Returns the ovals that the page's face worker detects in a drawn face. */
async function detectCartoon(page: Page) {
  const { data, ...size } = paintCartoonFace()
  const { scan } = await page.workers()[0]!.evaluate(
    ({ bytes, ...question }) =>
      new Promise<Answer>((resolve) => {
        const send = globalThis.postMessage
        globalThis.postMessage = (message: Answer) => {
          globalThis.postMessage = send
          resolve(message)
        }
        const request = { ...question, data: Uint8ClampedArray.from(bytes) }
        globalThis.dispatchEvent(new MessageEvent('message', { data: request }))
      }),
    { ...size, bytes: [...data], id: 1000, isFilm: false },
  )
  return scan?.faces.map(roundedOval)
}
