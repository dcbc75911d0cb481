import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { FAILURE, LABELS, QUESTION, SUCCESS } from '#shared/domain/messages.ts'
import { FACES } from '../support/faces.ts'
import { sizeOf } from '../support/size-of.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { faceFile, openDarkroom } from './support/faces.ts'
import { generateButton } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { enterStage, type Stage } from './support/stage.ts'

const GROUP = [
  { name: 'bald-beard', left: 40, top: 280, side: 340 },
  { name: 'fair-long-hair', left: 420, top: 160, side: 400 },
  { name: 'dark-skin', left: 850, top: 300, side: 320 },
] as const
/** A fitted oval may be off by so much of a face's width. */
const OFF_MAX = 0.12

describe('a face that is found on the device @core', { concurrency: 2 }, () => {
  let stage: Stage
  const darkroom = openDarkroom()
  let group: string
  let faceless: string
  before(async () => {
    stage = await enterStage()
    group = await darkroom.develop('group', { width: 1200, height: 800 }, GROUP)
    faceless = await darkroom.develop('nobody', { width: 900, height: 1200 })
  })
  after(async () => {
    darkroom.close()
    await stage.close()
  })

  const open = async (viewport = PHONE) => {
    const tab = await stage.open(viewport)
    await arriveAt(tab.page, '/')
    await tab.page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    return tab
  }
  const choose = (page: Page, file: string) => page.getByLabel('Choose a photo (not saved)').setInputFiles(file)
  const use = (page: Page) => page.getByRole('button', { name: 'Use photo' })
  const hasFocus = (page: Page, name: string) =>
    page.waitForFunction((text) => document.activeElement?.textContent?.trim() === text, name)

  /** The oval and the photo of the next form; the form itself fails. */
  async function nextForm(page: Page): Promise<{ face: FaceOval | null; photo: { width: number; height: number } }> {
    const asked = page.waitForRequest('**/api/generations')
    await page.route('**/api/generations', (route) => route.abort())
    await generateButton(page).click()
    const body = (await asked).postDataBuffer()!
    const face = /name="face"\r\n\r\n(\{[^}]*\})/.exec(body.toString('latin1'))
    const jpeg = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])))
    return { face: face && FaceOval.parse(JSON.parse(face[1]!)), photo: sizeOf(jpeg) }
  }

  test('is fetched for with the first photo and not before, once, and said nothing about', async () => {
    const { page, context, complaints } = await open()
    const fetched: string[] = []
    page.on('response', (response) => {
      if (!/\.net$|face-worker/.test(response.url())) return
      const isKept = response.headers()['cache-control']?.includes('immutable')
      fetched.push(`${new URL(response.url()).pathname.replace(/-[^-]*$/, '')} ${isKept ? 'kept' : 'not kept'}`)
    })
    await page.waitForTimeout(1_500)
    assert.deepEqual(fetched, [])
    await choose(page, faceFile('fair-long-hair'))
    await page.getByText('We found your face').waitFor()
    await hasFocus(page, 'Use photo')
    assert.deepEqual(fetched.sort(), ['/assets/detector kept', '/assets/face-worker kept'])
    await use(page).click()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await choose(page, faceFile('turned'))
    await page.getByText('We found your face').waitFor()
    assert.equal(fetched.length, 2)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const name of ['fair-long-hair', 'dark-skin', 'toddler', 'thick-glasses'] as const)
    test(`lies in the oval of the crop as a person would lay it there: ${name}`, async () => {
      const { page, context } = await open()
      await choose(page, faceFile(name))
      await page.getByText('We found your face').waitFor()
      await use(page).click()
      const { face, photo } = await nextForm(page)
      assert.ok(face, 'the visitor has seen the oval on the face')
      const eyes = FACES[name].eyes
      const [x, y] = [(eyes[0][0] + eyes[1][0]) / 2, (eyes[0][1] + eyes[1][1]) / 2]
      // A face of 100 has its pupils 41 apart, 6 above its middle.
      const width = ((eyes[1][0] - eyes[0][0]) / 41) * 100
      assert.deepEqual(photo, { width: 256, height: 256 })
      assert.ok(Math.abs(face.cx * 256 - x) < OFF_MAX * width, `${face.cx * 256} across, not ${x}`)
      assert.ok(Math.abs(face.cy * 256 - (y + 0.06 * width)) < OFF_MAX * width, `${face.cy * 256} down, not ${y}`)
      assert.ok(Math.abs((face.s * 256) / width - 1) < 2 * OFF_MAX, `${face.s * 256} wide, not ${width}`)
      await context.close()
    })

  for (const [device, viewport] of [
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)
    test(`is picked among several with the keyboard, on ${device}, and everybody can do so`, async () => {
      const { page, context, complaints } = await open(viewport)
      await choose(page, group)
      await page.getByText('3 faces found. Tap yours.').waitFor()
      await hasFocus(page, 'Use photo')
      assert.deepEqual(await accessFaults(page, 'several faces'), [])
      const third = page.getByRole('button', { name: 'Face 3 of 3' })
      await third.focus()
      await page.keyboard.press('Enter')
      assert.equal(await third.getAttribute('aria-pressed'), 'true')
      await use(page).press('Enter')
      await hasFocus(page, 'Crop')
      const { face, photo } = await nextForm(page)
      // Its neighbours are no longer in the middle, and it is upright in what is sent.
      assert.ok(Math.abs(face!.cx - 0.5) < 0.2 && photo.width < 1200, JSON.stringify({ face, photo }))
      assert.deepEqual(complaints.filter(notBrowsersOwn), [])
      await context.close()
    })

  test('is tapped in the photo', async () => {
    const { page, context } = await open(DESK)
    await choose(page, group)
    await page.getByText('3 faces found. Tap yours.').waitFor()
    const other = (await page.locator('.crop-frame-face').first().boundingBox())!
    await page.mouse.click(other.x + other.width / 2, other.y + other.height / 2)
    await page.locator('.crop-faces-faces [aria-pressed="true"]:not([aria-label="Face 2 of 3"])').waitFor()
    await context.close()
  })

  test('is shown on the card at once, under the gear that is worn', async () => {
    const { page, context } = await open(DESK)
    await choose(page, faceFile('bald-beard'))
    await page.getByText('We found your face').waitFor()
    const stage = page.locator('.stage-stage .card-preview-card')
    await stage.locator('svg.card-preview-bust image').waitFor()
    await stage.locator('img.card-preview-bust[src^="/art/front/"]').waitFor()
    const isThere = await stage
      .locator('img.card-preview-bust[src^="/art/front/"]')
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))
    assert.ok(isThere)
    await use(page).click()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    assert.equal(await stage.locator('svg.card-preview-bust').count(), 0)
    await context.close()
  })

  test('in a large photo is sent with all the pixels that the file has of it', async () => {
    const large = await darkroom.develop('large', { width: 3000, height: 4000 }, [
      { name: 'dark-skin', left: 1200, top: 1400, side: 700 },
    ])
    const { page, context } = await open()
    await choose(page, large)
    await page.getByText('We found your face').waitFor()
    await use(page).click()
    const { photo } = await nextForm(page)
    // About 1100 of the file's pixels across; of the photo as it is shrunk they were 420.
    assert.ok(photo.width > 900, `${photo.width} x ${photo.height}`)
    await context.close()
  })

  for (const [what, address] of [
    ['the weights', '**/*.net'],
    ['the worker', '**/face-worker-*.js'],
  ] as const)
    test(`is not needed: without ${what} a photo is used as ever`, async () => {
      const { page, context, complaints } = await open()
      await page.route(address, (route) => route.fulfill({ status: 404, body: 'gone' }))
      await choose(page, faceFile('cap'))
      await page.getByText('Move your photo until your face fills the oval.').waitFor()
      await use(page).click()
      const { face } = await nextForm(page)
      assert.equal(face, null)
      assert.deepEqual(complaints.filter(notBrowsersOwn), [])
      await context.close()
    })

  test('that is not found is a question: the oval is moved, and the card is drawn', async () => {
    const { page, context, complaints } = await open()
    await choose(page, faceless)
    await use(page).click()
    await generateButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Fit your face' })
    await dialog.getByText(QUESTION.FACE_NOT_FOUND).waitFor({ timeout: 60_000 })
    await hasFocus(page, 'Use photo')
    assert.deepEqual(await accessFaults(page, 'a question'), [])
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    assert.equal(await page.getByText(FAILURE.generate('').trim()).count(), 0)
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowDown')
    await use(page).press('Enter')
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
