import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { Generation } from '#shared/contracts/generations.ts'
import { MOVING_CARD } from '#shared/domain/later-messages.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { PHONE } from './support/browser.ts'
import { haveShareSheet, whatSheetGot } from './support/handed-on.ts'
import { type Made, openMakersTab } from './support/maker.ts'
import { arriveAt, press } from './support/mishap.ts'
import { scan } from './support/scan.ts'
import { enterStage, type Stage } from './support/stage.ts'

/** How long an encoder may take on a machine that does other things too. */
const MAKING_MS = 300_000
const WIDTH = 54
const HEIGHT = 96

describe('the moving card @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  /** The files of a fresh draft. */
  const openDownloads = async (prepare: (page: Page, made: Made) => Promise<unknown> = async () => {}) => {
    const tab = await openMakersTab(stage, 'draft', PHONE)
    await prepare(tab.page, tab.made)
    await arriveAt(tab.page, `/?job=${tab.made.jobId}`)
    await press(LABELS.download)(tab.page)
    await tab.page.getByRole('dialog').getByText('Story, 9:16').waitFor()
    return tab
  }

  test('is a video of three seconds, 1080 x 1920, whose end meets its beginning', async () => {
    const { page, complaints, context } = await openDownloads()
    const way = page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.label}`) })
    await way.waitFor()
    assert.deepEqual(await accessFaults(page, 'the ways to download'), [])
    await way.press('Enter')
    const save = page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.save}`) })
    await save.waitFor({ timeout: MAKING_MS })
    assert.ok(await save.evaluate((button) => button === document.activeElement), 'the focus stays where it was')
    assert.deepEqual(await accessFaults(page, 'a moving card'), [])
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    assert.match(download.suggestedFilename(), /^Gridiron Gran-fantasy-card\.mp4$/)

    const video = await look(context, readFileSync(await download.path()), [1.6, 0, 2.97])
    assert.deepEqual([video.width, video.height], [1080, 1920])
    assert.ok(Math.abs(video.seconds - 3) < 0.05, `${video.seconds} s`)
    const [middle, first, last] = video.frames
    assert.ok(difference(first!, last!) < 4, `first and last frame: ${difference(first!, last!)}`)
    assert.ok(difference(first!, middle!) > 12, `a pack first, then the card: ${difference(first!, middle!)}`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('keeps the light of the tier that was rolled when stats are edited, and goes to the share sheet by itself', async () => {
    const { page, complaints, context, made } = await openDownloads(async (page, { jobId }) => {
      await page.addInitScript(haveShareSheet)
      await page.addInitScript(noteColors)
      const path = `${stage.url}/api/generations/${jobId}`
      const { card } = (await (await page.request.get(path)).json()) as Generation
      const value = card!.tier === 'Legend' ? 60 : 100
      const stats = Object.fromEntries(Object.keys(card!.stats).map((name) => [name, value]))
      assert.ok((await page.request.post(`${path}/stats`, { data: { stats } })).ok())
      // Its page can be seen, so it has a code.
      assert.ok((await page.request.post(`${stage.url}/api/cards/${card!.id}/share`, { data: {} })).ok())
    })
    const { tier } = stage.store.rows('select tier from fantasy_football_cards where id = ?', made.id)[0]!
    await page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.label}`) }).click()
    await page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.share}`) }).click({ timeout: MAKING_MS })
    const [handed] = await page.evaluate(whatSheetGot)
    assert.match(handed!.files[0]!.type, /^video\/mp4$/)
    const bytes = Buffer.from(handed!.files[0]!.base64, 'base64')
    assert.equal(await scan(await frameOf(context, bytes, 1.6)), `${stage.url}/card/${made.id}`)
    const colors = await page.evaluate(() => [...(window as unknown as { colors: Set<string> }).colors])
    assert.ok(colors.length > 2, 'the light was painted')
    assert.equal(colors.includes(LEGENDS_OWN), tier === 'Legend', `${tier}: ${colors.join(' ')}`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('is not offered where the browser encodes no video, and the story is', async () => {
    const { page, complaints, context } = await openDownloads((page) =>
      page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder')),
    )
    await page.getByRole('link', { name: /^Story/ }).waitFor()
    assert.equal(await page.getByText(MOVING_CARD.label).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

/** In no other tier's foil. */
const LEGENDS_OWN = '#ff6fb5'

/** Notes the colors of gradients. */
function noteColors() {
  const colors = new Set<string>()
  Object.assign(window, { colors })
  const add = CanvasGradient.prototype.addColorStop
  CanvasGradient.prototype.addColorStop = function (this: CanvasGradient, offset, color) {
    colors.add(color)
    add.call(this, offset, color)
  }
}

/**
 * A video as the browser plays it: its measures, and frames of it at some times (s, none twice in a row, the first not
 * at its start), small, in RGBA. On a page of its own: the policy of the site's pages plays no videos.
 */
const look = async (context: BrowserContext, bytes: Buffer, times: readonly number[]) =>
  (await context.newPage()).evaluate(
    async ({ base64, at, width, height }) => {
      const video = document.createElement('video')
      video.muted = true
      document.body.append(video)
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]))
      // A seek may end before its frame is there to be drawn.
      const showAt = (seconds: number) =>
        new Promise<void>((resolve) => {
          const waitOn = () =>
            video.requestVideoFrameCallback((_now, { mediaTime }) =>
              Math.abs(mediaTime - seconds) < 0.05 ? resolve() : waitOn(),
            )
          waitOn()
          video.currentTime = seconds
        })
      await new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve)
        video.addEventListener('error', () => reject(new Error(video.error?.message)))
      })
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
      const frames: number[][] = []
      for (const seconds of at) {
        await showAt(seconds)
        context.drawImage(video, 0, 0, width, height)
        frames.push([...context.getImageData(0, 0, width, height).data])
      }
      return { width: video.videoWidth, height: video.videoHeight, seconds: video.duration, frames }
    },
    { base64: bytes.toString('base64'), at: [...times], width: WIDTH, height: HEIGHT },
  )

/** A frame at a time (s), as a PNG of its full size. */
async function frameOf(context: BrowserContext, bytes: Buffer, at: number): Promise<Buffer> {
  const page = await context.newPage()
  const { width, height } = await page.evaluate(
    async ({ base64, seconds }) => {
      const video = document.createElement('video')
      video.muted = true
      video.style.cssText = 'position:fixed;inset:0'
      document.body.append(video)
      const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
      video.addEventListener('loadeddata', () => (video.currentTime = seconds), { once: true })
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]))
      await sought
      return { width: video.videoWidth, height: video.videoHeight }
    },
    { base64: bytes.toString('base64'), seconds: at },
  )
  await page.setViewportSize({ width, height })
  return page.screenshot()
}

/** The mean difference of two frames, of 255. */
const difference = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length
