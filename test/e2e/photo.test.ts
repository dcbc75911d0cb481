import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sizeOf } from '../support/size-of.ts'
import { holds, SECRETS, withSecrets } from '../support/pictures.ts'
import { openTab, PHONE, pixelsOf } from './support/browser.ts'
import { choosePhoto, generateButton, givePhoto } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { openPassage, type Passage } from './support/passage.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { pinch } from './support/touch.ts'

/** As a camera writes it: lying on its side, with a note to turn it. Upright, red is above and blue below. */
const LYING = { width: 400, height: 200 }

describe('a photo on the way out of the browser @core', () => {
  let stage: Stage
  let passage: Passage
  let sent: Buffer[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'cards-photos-'))
  const file = path.join(folder, 'phone.jpg')

  before(async () => {
    stage = await enterStage()
    passage = await openPassage(
      () => stage.url,
      (request) => {
        if (request.method !== 'POST' || request.url !== '/api/generations') return
        request.on('data', (chunk: Buffer) => sent.push(chunk))
      },
    )
    const left = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#e00000' } })
      .png()
      .toBuffer()
    const lying = sharp({ create: { ...LYING, channels: 3, background: '#0000e0' } })
    writeFileSync(
      file,
      withSecrets(
        await lying
          .composite([{ input: left, left: 0, top: 0 }])
          .jpeg()
          .toBuffer(),
      ),
    )
  })
  after(async () => {
    passage.close()
    await stage.close()
    rmSync(folder, { recursive: true })
  })

  const openForm = async () => {
    sent = []
    const tab = await openTab(stage.browser, passage.url, PHONE, { hasTouch: true })
    await arriveAt(tab.page, '/')
    return tab
  }
  /** What the form carried over the wire as a photo. */
  const photoSent = async (page: Page) => {
    const answer = page.waitForResponse('**/api/generations')
    await generateButton(page).click()
    await answer
    const body = Buffer.concat(sent)
    return { body, jpeg: body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff]))) }
  }

  test('has no place, no camera and no comment in it, and stands upright', async () => {
    const { page, context } = await openForm()
    await choosePhoto(page, file)
    const { body, jpeg } = await photoSent(page)

    for (const [secret, bytes] of Object.entries(SECRETS)) assert.ok(!holds(body, bytes), `the form holds ${secret}`)
    assert.deepEqual(sizeOf(jpeg), { width: LYING.height, height: LYING.width })
    const { width, height, rgba } = await pixelsOf(page, jpeg)
    const at = (x: number, y: number) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
    const [above, below] = [at(width / 2, height / 4), at(width / 2, (height * 3) / 4)]
    assert.ok(above[0]! > 180 && above[2]! < 80, `red above, not ${above}`)
    assert.ok(below[2]! > 180 && below[0]! < 80, `blue below, not ${below}`)
    await context.close()
  })

  test('is spread with two fingers and moved with one, and only what the frame shows is sent', async () => {
    const { page, context, complaints } = await openForm()
    await givePhoto(page, file)
    const frame = page.locator('.crop-frame-frame')
    await frame.waitFor()
    const zoom = page.getByRole('slider', { name: 'Zoom' })
    assert.equal(await zoom.getAttribute('aria-valuetext'), '100 %')
    const laid = () => frame.locator('g').getAttribute('transform')
    const before = await laid()

    await pinch(page, frame, { from: 60, to: 84 })
    const spread = Number.parseInt((await zoom.getAttribute('aria-valuetext'))!, 10)
    // A browser swallows the first few pixels of a touch.
    assert.ok(spread >= 130 && spread <= 141, `${spread} % after fingers moved from 60 to 84 px`)
    const larger = await laid()
    assert.notEqual(larger, before)
    await pinch(page, frame, { from: 0, to: 20 })
    assert.notEqual(await laid(), larger)
    assert.equal(await page.evaluate(() => window.scrollY), 0)

    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.getByText(/location data removed/i).waitFor()
    const { body, jpeg } = await photoSent(page)
    const { width, height } = sizeOf(jpeg)
    assert.ok(width < LYING.height && height < LYING.width, `${width} x ${height} of what was chosen`)
    assert.ok(!holds(body, SECRETS.gps))
    assert.match(body.toString('latin1'), /name="face"/)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
