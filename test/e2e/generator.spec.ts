import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { FAILURE, LABELS } from '#shared/domain/messages.ts'
import { ANIMATED_GIF, HEIC, TEXT } from '../support/pictures.ts'
import { expect, test } from './support/fixtures.ts'
import {
  expectFinishedCard,
  choosePhoto,
  fillForm,
  generate,
  generateButton,
  uploadPhoto,
  heroCard,
  photoPreview,
  waitForPhoto,
} from './support/form.ts'
import { toPicture } from './support/handed-on.ts'
import { getVisitorId } from './support/maker.ts'
import { expectAlert, arriveAt, followLink, press, expectToast, waitForHydration } from './support/page.ts'
import { DESK } from './support/screens.ts'
import { PORTRAIT } from './support/visitor.ts'

const isAtTop = (page: Page) => expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

test('the form explains why a file is not a photo, and accepts a dropped or pasted photo', async ({
  openTab,
  site,
}, testInfo) => {
  const tab = await openTab(DESK)
  const { page, context } = tab
  const portrait = readFileSync(PORTRAIT)
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().includes('/api/analytics/')) posted.push(request.url())
  })
  await arriveAt(page, '/')
  await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
  const refused: [name: string, bytes: Uint8Array, words: RegExp][] = [
    ['notes.jpg', TEXT, /can't read this (?:file|photo)/],
    ['phone.heic', HEIC, /can't read HEIC photos/],
    ['half.jpg', portrait.subarray(0, portrait.length / 2), /can't read this photo/],
    ['dance.gif', ANIMATED_GIF, /Animated images don't work here/],
    ['huge.jpg', portrait, /50 ?MB/],
  ]
  for (const [name, bytes, words] of refused) {
    const file = testInfo.outputPath(name)
    writeFileSync(file, bytes)
    if (name === 'huge.jpg') truncateSync(file, 50 * 1024 * 1024 + 1)
    await uploadPhoto(page, file)
    await expectAlert(page, words)
  }
  await generateButton(page).click({ force: true })
  await expectToast(page, FAILURE.photoMissing)

  const drop = page.locator('.photo-step-drop')
  const { x, y, width, height } = (await drop.boundingBox())!
  const session = await context.newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [PORTRAIT], dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  await drag('dragOver')
  await expect(page.locator('.photo-step-drop.photo-step-over')).toBeVisible()
  await drag('drop')
  await waitForPhoto(page)
  await press('Remove photo')(page)
  await page.evaluate(copyPhoto, portrait.toString('base64'))
  await page.keyboard.press('Control+V')
  await waitForPhoto(page)

  expect(posted, 'nothing leaves the device').toEqual([])
  expect(site.store.rows('select 1 from generations where visitor = ?', await getVisitorId(tab))).toEqual([])
  await expect(page.getByLabel(LABELS.funNickname)).toHaveValue('Gridiron Gran')
})

test('a generation survives leaving and reloading the page @smoke', async ({ tab, site }) => {
  const { page } = tab
  let isHeld = true
  // The progress responses say "drawing" until the test releases them.
  await page.routeWebSocket(/.*/, () => {})
  await page.route(/\/api\/generations\/[\w-]+$/, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const generation = (await response.json()) as object
    await route.fulfill({ response, json: isHeld ? { ...generation, state: 'drawing', card: null } : generation })
  })
  await arriveAt(page, '/')
  await fillForm(page)
  const accepted = page.waitForResponse('**/api/generations')
  await generateButton(page).click()
  const drawing = page.getByRole('heading', { name: 'Drawing your card' })
  await expect(drawing).toBeVisible()
  // Polling for a generation before its form has arrived returns 404, also after a reload.
  await accepted
  await followLink(page, LABELS.gallery)
  await expect(page.getByRole('heading', { name: 'Hall of Fame', level: 1 })).toBeVisible()
  await followLink(page, LABELS.generator)
  await expect(drawing).toBeVisible()
  await isAtTop(page)
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText('You can leave. Your card will be here when you get back.')).toBeVisible()
  isHeld = false
  await expectFinishedCard(page)
  expect(site.store.rows('select 1 from generations where visitor = ?', await getVisitorId(tab))).toHaveLength(1)
})

test("a remix starts with another card's setup, never with its face, name or number", async ({ tab, site }) => {
  const { page } = tab
  const [remixed] = site.cardIds.slice(3)
  await arriveAt(page, `/card/${remixed}`)
  await page.getByRole('main').getByRole('link', { name: LABELS.makeYours }).click()
  await expect(page.getByText("Same team and gear as Ace's card")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Team Colors: Green Bay Packers' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Armor / Headgear: Goggles' })).toBeVisible()
  const nickname = page.getByLabel(LABELS.funNickname)
  await expect(nickname).toHaveValue('')
  await expect(page.getByLabel(LABELS.jerseyNumber)).toHaveValue('')
  await expect(photoPreview(page)).toHaveCount(0)
  await press('Got it')(page)

  await press('Roll a nickname')(page)
  await expect(nickname).toHaveValue(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u)
  const name = await nickname.inputValue()
  await choosePhoto(page)
  await expect(page.getByRole('radio'), 'the form asks for no style').toHaveCount(0)
  await generate(page)

  const cards = site.store.rows<Record<string, string>>(
    'select id, player_name, team_colors, armor, finish, visibility from fantasy_football_cards where owner = ?',
    await getVisitorId(tab),
  )
  expect(cards).toEqual([
    {
      id: expect.any(String),
      player_name: name,
      team_colors: 'Green Bay Packers',
      armor: 'goggles',
      finish: 'ink',
      visibility: 'draft',
    },
  ])
  const [own, other] = [await toPicture(site, cards[0]!['id']!), await toPicture(site, remixed!)]
  expect(own.bytes.equals(other.bytes)).toBe(false)
  await expect(heroCard(page)).toHaveAttribute('src', own.url)
})

/** Puts a photo on the clipboard like an image viewer. */
async function copyPhoto(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob({ type: 'image/png' }) })])
}
