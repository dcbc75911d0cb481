import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { sizeOf } from '../support/size-of.ts'
import { DESK, PHONE } from './support/browser.ts'
import { fileOf, haveShareSheet, pictureOf, whatSheetGot, whatWasCopied } from './support/handed-on.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt, column, press } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { scan } from './support/scan.ts'
import { enterStage, type Stage } from './support/stage.ts'

type MakersTab = Awaited<ReturnType<typeof openMakersTab>>

const WORDS = 'Gridiron Gran: my fantasy football card. Vote me into the Top 100!'
const visibility = column('visibility')
/** The page of a card for a visitor that has nothing but its address. */
const statusFor = async (address: string) => (await fetch(address)).status
const closeSheet = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

describe('handing a card on @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  /** The maker of a fresh draft in front of it, which no other visitor can see yet. */
  const openDraft = async (viewport: typeof PHONE, prepare: (tab: MakersTab) => Promise<unknown> = async () => {}) => {
    const tab = await openMakersTab(stage, 'draft', viewport)
    const address = `${stage.url}/card/${tab.made.id}`
    assert.deepEqual([visibility(stage.store, tab.made), await statusFor(address)], ['draft', 404])
    await prepare(tab)
    await arriveAt(tab.page, `/?job=${tab.made.jobId}`)
    await tab.page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor()
    return { ...tab, address }
  }
  const isUnlisted = async ({ made, address }: MakersTab & { address: string }) => {
    assert.deepEqual([visibility(stage.store, made), await statusFor(address)], ['unlisted', 200])
  }

  test('the share sheet of a phone gets the picture and the link within the press', async () => {
    let ready: Promise<unknown> | undefined
    const draft = await openDraft(PHONE, async ({ page, made }) => {
      await page.addInitScript(haveShareSheet)
      const { url } = await pictureOf(stage, made.id)
      ready = page
        .waitForResponse((response) => response.request().resourceType() === 'fetch' && response.url() === url)
        .then((response) => response.finished())
    })
    const { page, made, complaints, context } = draft
    await ready
    const shared = page.waitForResponse((response) => response.url().endsWith('/share'))
    await press('Share')(page)
    await shared

    const [handed, ...more] = await page.evaluate(whatSheetGot)
    assert.deepEqual(more, [])
    assert.deepEqual([handed!.title, handed!.url], ['Gridiron Gran', draft.address])
    const [file] = handed!.files
    assert.deepEqual([file!.name, file!.type], ['Gridiron Gran-fantasy-card.jpg', 'image/jpeg'])
    const bytes = Buffer.from(file!.base64, 'base64')
    assert.deepEqual(sizeOf(bytes), { width: 1000, height: 1400 })
    assert.ok(bytes.equals((await pictureOf(stage, made.id)).bytes), 'the file is the stored card')
    await isUnlisted(draft)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** A press that leads away opens a window that knows nothing of ours, and the page works by then. */
  const openElsewhere = async (viewport: typeof PHONE, way: 'Post on X' | 'WhatsApp') => {
    const draft = await openDraft(viewport, ({ context }) =>
      context.route(
        ({ origin }) => origin !== stage.url,
        (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
      ),
    )
    const { page } = draft
    if (way === 'WhatsApp') await press('More')(page)
    const shared = page.waitForResponse((response) => response.url().endsWith('/share'))
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: new RegExp(`^${way}`) }).click(),
    ])
    await popup.waitForLoadState()
    assert.equal(await popup.evaluate(() => window.opener as unknown), null)
    await shared
    await isUnlisted(draft)
    const { origin, pathname, searchParams } = new URL(popup.url())
    await popup.close()
    return { ...draft, opened: [origin + pathname, Object.fromEntries(searchParams)] }
  }

  test('Post on X opens on a phone with words and link', async () => {
    const { context, complaints, address, opened } = await openElsewhere(PHONE, 'Post on X')
    assert.deepEqual(opened, ['https://x.com/intent/tweet', { text: WORDS, url: address }])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('WhatsApp opens at a desk with words and link; without a share sheet, Share copies the link', async () => {
    const { page, context, complaints, address, opened } = await openElsewhere(DESK, 'WhatsApp')
    assert.deepEqual(opened, ['https://wa.me/', { text: `${WORDS} ${address}` }])
    await closeSheet(page)
    await press('Share')(page)
    await toastSays(page, SUCCESS.shareLinkCopied)
    assert.equal(await clipboardText(page), address)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('Copy image does not publish the page, Copy Link does, and Instagram gets the picture’s link and a tall one', async () => {
    const draft = await openDraft(PHONE)
    const { page, made, context, complaints, address } = draft
    await press('More')(page)
    await page.getByRole('button', { name: /^Copy image/ }).click()
    await page.getByRole('button', { name: /^Copied/ }).waitFor()
    const copied = await page.evaluate(whatWasCopied, (await pictureOf(stage, made.id)).url)
    assert.deepEqual(copied, { types: ['image/png'], size: [1000, 1400], isSame: true })
    assert.deepEqual([visibility(stage.store, made), await statusFor(address)], ['draft', 404])

    await closeSheet(page)
    await press(LABELS.copyLink)(page)
    await toastSays(page, SUCCESS.cardLinkCopied)
    assert.equal(await clipboardText(page), address)
    await isUnlisted(draft)

    await press('Instagram')(page)
    await page.getByText(SUCCESS.imageLinkCopied).waitFor()
    assert.equal(await clipboardText(page), (await pictureOf(stage, made.id)).url)
    const story = await fileOf(page, () => page.getByRole('link', { name: 'save the story image' }).click())
    assert.deepEqual(sizeOf(story.bytes), { width: 1080, height: 1920 })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('card, back, story and print sheet arrive as files, each of its own size', async () => {
    const { page, context, complaints } = await stage.open(PHONE)
    const id = stage.cardIds[0]!
    await arriveAt(page, `/card/${id}`)
    await press(LABELS.download)(page)
    const take = (name: RegExp) => fileOf(page, () => page.getByRole('dialog').getByRole('link', { name }).click())
    const [card, back, story, print] = [
      await take(/^Card/),
      await take(/^Back/),
      await take(/^Story/),
      await take(/^Print/),
    ]
    await toastSays(page, SUCCESS.cardDownloaded)
    assert.equal(await isCovered(page, '.sheet-sheet', '.toaster-toast'), false, 'no toast lies over the sheet')
    assert.deepEqual(
      [card, back, story, print].map(({ name }) => name),
      ['', '-back', '-story', '-print'].map(
        (suffix) => `Ace-fantasy-card${suffix}.${suffix === '-print' ? 'pdf' : 'jpg'}`,
      ),
    )
    const sizes = [card, back, story].map(({ bytes }) => Object.values(sizeOf(bytes)))
    assert.deepEqual(sizes, [
      [1000, 1400],
      [1000, 1400],
      [1080, 1920],
    ])
    const stored = await pictureOf(stage, id)
    assert.ok(card.bytes.equals(stored.bytes), 'the file is the stored card')
    assert.ok(!back.bytes.equals(card.bytes), 'the back is another picture')
    assert.equal(await scan(story.bytes), `${stage.url}/card/${id}`)

    const sheet = print.bytes.toString('latin1')
    assert.match(sheet, /^%PDF-1\.4\n[^]*%%EOF\n$/)
    const box = (name: string) =>
      new RegExp(`/${name} \\[([^\\]]*)\\]`)
        .exec(sheet)![1]!
        .split(' ')
        .map((points) => Number(points) / 72)
    assert.deepEqual(box('MediaBox'), [0, 0, 2.75, 3.75])
    assert.deepEqual(box('BleedBox'), [0, 0, 2.75, 3.75])
    assert.deepEqual(box('TrimBox'), [0.125, 0.125, 2.625, 3.625])
    assert.ok(print.bytes.includes(stored.bytes), 'the sheet carries the card as it is')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the browser inside another app, which saves no file, offers the picture to hold and a way out', async () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/140 Instagram 400.0'
    const { page, context, complaints } = await stage.open(PHONE, { userAgent })
    const id = stage.cardIds[0]!
    await arriveAt(page, `/card/${id}`)
    await press(LABELS.download)(page)
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Press and hold the image to save it.').waitFor()
    const shown = sheet.getByRole('img', { name: /^Trading card: Ace/ })
    await shown.evaluate((image: HTMLImageElement) => image.decode())
    assert.ok((await shown.boundingBox())!.width > PHONE.width / 2, 'it is large enough to be pressed and held')
    assert.equal(await sheet.getByRole('link').count(), 1)
    assert.equal(
      await sheet.getByRole('link', { name: 'Open in browser' }).getAttribute('href'),
      `intent://${new URL(stage.url).host}/card/${id}#Intent;scheme=http;end`,
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

/** Whether one of the elements that are shown lies over the sheet, even in part. */
const isCovered = (page: Page, below: string, above: string): Promise<boolean> =>
  page.evaluate(
    ([sheet, toast]) => {
      const edges = document.querySelector(sheet!)!.getBoundingClientRect()
      return [...document.querySelectorAll(toast!)].some((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return bottom > edges.top && top < edges.bottom
      })
    },
    [below, above],
  )
