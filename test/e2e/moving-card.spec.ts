import type { BrowserContext } from '@playwright/test'
import type { Generation } from '#shared/contracts/generations.ts'
import { MOVING_CARD } from '#shared/domain/share-words.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { download, installShareSheet, readSharedContent } from './support/handed-on.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt, press } from './support/page.ts'
import { PHONE } from './support/screens.ts'
import { scan } from './support/scan.ts'

/** An encoder takes up to this long on a busy machine. */
const ENCODING_MS = 300_000
/** The size at which frames are compared. */
const WIDTH = 54
const HEIGHT = 96

test("a moving card is a three-second looping video in its tier's colors, and opens in the share sheet", async ({
  openTab,
  site,
}) => {
  test.setTimeout(2 * ENCODING_MS)
  const { page, context, made } = await openMakersTab({ url: site.url, open: openTab }, 'draft', PHONE)
  await page.addInitScript(installShareSheet)
  await page.addInitScript(noteColors)
  // Stats of another tier, whose colors the video must use.
  const path = `/api/generations/${made.jobId}`
  const { card } = (await (await page.request.get(path)).json()) as Generation
  const value = card!.tier === 'Legend' ? 60 : 100
  const stats = Object.fromEntries(Object.keys(card!.stats).map((name) => [name, value]))
  await expect(await page.request.post(`${path}/stats`, { data: { stats } })).toBeOK()
  // The QR code is on the video once the card page is public.
  await expect(await page.request.post(`/api/cards/${made.id}/share`, { data: {} })).toBeOK()

  await arriveAt(page, `/?job=${made.jobId}`)
  await press('Other formats')(page)
  const make = page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.label}`) })
  await expect(make).toBeVisible()
  expect(await findAccessibilityViolations(page, 'the ways to download')).toEqual([])
  await make.press('Enter')
  const save = page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.save}`) })
  await expect(save).toBeVisible({ timeout: ENCODING_MS })
  await expect(save, 'the focus stays in its place').toBeFocused()
  expect(await findAccessibilityViolations(page, 'a moving card')).toEqual([])
  const saved = await download(page, () => save.press('Enter'))
  expect(saved.name).toBe('Gridiron Gran-fantasy-card.mp4')
  await page.getByRole('button', { name: new RegExp(`^${MOVING_CARD.share}`) }).click()
  await expect.poll(async () => (await page.evaluate(readSharedContent)).length).toBe(1)
  const [handed] = await page.evaluate(readSharedContent)
  expect(handed!.files[0]!.type).toMatch(/^video\/mp4$/)
  const bytes = Buffer.from(handed!.files[0]!.base64, 'base64')
  expect(bytes.equals(saved.bytes), 'the shared file is the saved one').toBe(true)

  const video = await look(context, bytes, [1.6, 0, 2.97])
  expect([video.width, video.height]).toEqual([1080, 1920])
  expect(video.seconds).toBeCloseTo(3, 1)
  const [middle, first, last] = video.frames
  expect(difference(first!, last!), 'the end meets the beginning').toBeLessThan(4)
  expect(difference(first!, middle!), 'a pack first, then the card').toBeGreaterThan(12)
  expect(await scan(await readFrame(context, bytes, 1.6))).toBe(`${site.url}/card/${made.id}`)
  const colors = await page.evaluate(() => [...(window as unknown as { colors: Set<string> }).colors])
  expect(colors.length).toBeGreaterThan(2)
  expect(colors.includes(LEGENDS_OWN), `${value}: ${colors.join(' ')}`).toBe(value === 100)
})

/** Colors that no other tier's foil has. */
const LEGENDS_OWN = '#ff6fb5'

/** Records gradient colors. */
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
 * A video as the browser plays it: its dimensions, and small RGBA frames at some times (s; no repeats, and the first
 * not at the start). Uses its own page because the site's CSP blocks videos.
 */
const look = async (context: BrowserContext, bytes: Buffer, times: readonly number[]) =>
  (await context.newPage()).evaluate(
    async ({ base64, at, width, height }) => {
      const video = document.createElement('video')
      video.muted = true
      document.body.append(video)
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]))
      // A seek may end before its frame can be drawn.
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
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
        willReadFrequently: true,
      })!
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

/** A frame at a time (s), as a full-size PNG. */
async function readFrame(context: BrowserContext, bytes: Buffer, at: number): Promise<Buffer> {
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

/** The mean difference between two frames, out of 255. */
const difference = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length
