import type { Page } from '@playwright/test'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { getImageSize } from '../support/image-size.ts'
import { expect, type OpenTab, type Site, type Tab, test } from './support/fixtures.ts'
import { download, installShareSheet, toPicture, readSharedContent, readClipboard } from './support/handed-on.ts'
import { type Made, openMakersTab } from './support/maker.ts'
import { arriveAt, press, expectToast } from './support/page.ts'
import { PHONE } from './support/screens.ts'

const WORDS = 'Meet Gridiron Gran, my fantasy football card. Make yours!'

type Draft = Tab & { made: Made; address: string }

/** Opens a new draft as its maker, once `prepare` has set up the browser. */
async function openDraft(
  site: Site,
  openTab: OpenTab,
  viewport: typeof PHONE,
  prepare: (tab: Tab & { made: Made }) => Promise<unknown> = async () => {},
): Promise<Draft> {
  const tab = await openMakersTab({ url: site.url, open: openTab }, 'draft', viewport)
  const draft = { ...tab, address: `${site.url}/card/${tab.made.id}` }
  await hasVisibility(site, draft, 'draft')
  await prepare(tab)
  await arriveAt(tab.page, `/?job=${tab.made.jobId}`)
  await expect(tab.page.getByRole('heading', { name: SUCCESS.cardReady })).toBeVisible()
  return draft
}

/** Expects a visibility in the database, and the response to a visitor who only has the URL. */
async function hasVisibility({ store }: Site, { made, address }: Draft, visibility: 'draft' | 'unlisted') {
  const rows = store.rows('select visibility from fantasy_football_cards where id = ?', made.id)
  expect(rows).toEqual([{ visibility }])
  expect((await fetch(address)).status).toBe(visibility === 'draft' ? 404 : 200)
}

const sheet = (page: Page) => page.getByRole('dialog')
const closeSheet = (page: Page) => sheet(page).getByRole('button', { name: 'Close' }).last().click()
const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const untilShared = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/share'))

test("the phone's share sheet gets the image, the chosen text and the link within the click @smoke", async ({
  openTab,
  site,
}) => {
  let loaded: Promise<unknown> | undefined
  const draft = await openDraft(site, openTab, PHONE, async ({ page, made }) => {
    await page.addInitScript(installShareSheet)
    const { url } = await toPicture(site, made.id)
    loaded = page
      .waitForResponse((response) => response.request().resourceType() === 'fetch' && response.url() === url)
      .then((response) => response.finished())
  })
  const { page, made } = draft
  await press('More')(page)
  await sheet(page).getByRole('radio', { name: WORDS }).check()
  await closeSheet(page)
  await loaded
  await Promise.all([untilShared(page), press(LABELS.share)(page)])

  const [handed, ...more] = await page.evaluate(readSharedContent)
  expect(more).toEqual([])
  expect(handed).toMatchObject({ title: 'Gridiron Gran', text: WORDS, url: draft.address })
  const [file] = handed!.files
  expect(file).toMatchObject({ name: 'Gridiron Gran-fantasy-card.jpg', type: 'image/jpeg' })
  const bytes = Buffer.from(file!.base64, 'base64')
  expect(getImageSize(bytes)).toEqual({ width: 1000, height: 1400 })
  expect(bytes.equals((await toPicture(site, made.id)).bytes), 'the file is the stored card').toBe(true)
  await hasVisibility(site, draft, 'unlisted')
})

test('copying the image keeps a draft private, copying its link shares it, and Instagram gets a tall image', async ({
  openTab,
  site,
}) => {
  const draft = await openDraft(site, openTab, PHONE)
  const { page, made, address } = draft
  await press('More')(page)
  await page.getByRole('button', { name: /^Copy image/ }).click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  const copied = await page.evaluate(readClipboard, (await toPicture(site, made.id)).url)
  expect(copied).toEqual({ types: ['image/png'], size: [1000, 1400], isSame: true })
  await hasVisibility(site, draft, 'draft')

  await closeSheet(page)
  await press(LABELS.copyLink)(page)
  await expectToast(page, SUCCESS.cardLinkCopied)
  expect(await clipboardText(page)).toBe(address)
  await hasVisibility(site, draft, 'unlisted')

  await press(LABELS.instagram)(page)
  await expect(page.getByText(SUCCESS.imageLinkCopied)).toBeVisible()
  expect(await clipboardText(page)).toBe((await toPicture(site, made.id)).url)
  const story = await download(page, () => page.getByRole('link', { name: 'Save the vertical image' }).click())
  expect(getImageSize(story.bytes)).toEqual({ width: 1080, height: 1920 })
})
