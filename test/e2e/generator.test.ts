import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { after, afterEach, before, describe, test } from 'node:test'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { ANIMATED_GIF, HEIC, PDF, TEXT } from '../support/pictures.ts'
import type { Tab } from './support/browser.ts'
import { visitorIdOf } from './support/maker.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import { enterStage, type Stage } from './support/stage.ts'
import { PORTRAIT } from './support/visitor.ts'

const PHOTO_LOST = 'Your photo was still on its way when the page was left. Please choose it again.'

/** A file that cannot be used. `sizeBytes`: how large it is made afterwards, with nothing in it. */
type Refused = { name: string; bytes: Buffer; words: RegExp; sizeBytes?: number }

describe('the generator @core', () => {
  let stage: Stage
  let tab: Tab

  before(async () => {
    stage = await enterStage()
  })
  afterEach(() => tab.context.close())
  after(() => stage.close())

  const open = async (): Promise<Page> => {
    tab = await stage.open()
    await arriveAt(tab.page, '/')
    await tab.page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await tab.page.getByLabel(LABELS.jerseyNumber).fill('81')
    return tab.page
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'cards-photos-'))
  after(() => rmSync(folder, { recursive: true }))
  const choose = (page: Page, file: string) => page.getByLabel('Choose a photo (not saved)').setInputFiles(file)
  const takePortrait = async (page: Page) => {
    await choose(page, PORTRAIT)
    await page.getByRole('button', { name: 'Skip crop' }).click()
  }
  const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })
  const formHolds = async (page: Page) => {
    assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), 'Gridiron Gran')
    assert.equal(await page.getByLabel(LABELS.jerseyNumber).inputValue(), '81')
  }
  const portrait = readFileSync(PORTRAIT)
  const refused: Record<string, Refused> = {
    'a text': { name: 'notes.jpg', bytes: Buffer.from(TEXT), words: /not a picture we can read|damaged/ },
    'a renamed PDF': { name: 'pdf.jpg', bytes: Buffer.from(PDF), words: /not a picture we can read|damaged/ },
    'half a JPEG': { name: 'half.jpg', bytes: portrait.subarray(0, portrait.length / 2), words: /damaged/ },
    'an animated GIF': {
      name: 'dance.gif',
      bytes: Buffer.from(ANIMATED_GIF),
      words: /Animated pictures cannot be used|Choose JPEG, PNG or WebP/,
    },
    HEIC: { name: 'phone.heic', bytes: Buffer.from(HEIC), words: /HEIC.*Choose JPEG or PNG/ },
    // Its size alone is judged; written out, a busy disk would hold up the browser with everything else.
    '50 MB and one byte': { name: 'huge.jpg', bytes: portrait, sizeBytes: 50 * 1024 * 1024 + 1, words: /50 ?MB/ },
  }
  for (const [what, { name, bytes, words, sizeBytes }] of Object.entries(refused))
    test(`says at the field why ${what} cannot be used, and keeps the form`, async () => {
      const file = path.join(folder, name)
      writeFileSync(file, bytes)
      if (sizeBytes !== undefined) truncateSync(file, sizeBytes)
      const page = await open()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && !request.url().includes('/api/analytics/')) sent.push(request.url())
      })
      await choose(page, file)
      await page.getByRole('alert').filter({ hasText: words }).waitFor()
      await generate(page).click({ force: true })
      await toastSays(page, FAILURE.photoMissing)
      await formHolds(page)
      assert.deepEqual(sent, [])
      const visitor = await visitorIdOf(tab)
      assert.deepEqual(stage.store.rows('select id from generations where visitor = ?', visitor), [])
      assert.deepEqual(tab.complaints, [])
    })

  test('keeps form and photo when the server cannot draw, and says why', async () => {
    const page = await open()
    await takePortrait(page)
    await page.route('**/api/generations', (route) =>
      route.fulfill({
        status: 502,
        contentType: 'application/json',
        body: JSON.stringify({
          error: 'AI returned no image.',
          message: 'AI returned no image.',
          code: 'AI_NO_IMAGE',
          details: null,
          hint: null,
        }),
      }),
    )
    await generate(page).click()
    await toastSays(page, 'Failed to generate card: AI returned no image.')
    await formHolds(page)
    await page.unroute('**/api/generations')
    await generate(page).click()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
  })

  test('goes on after a reload in the middle, and the form comes back without the photo', async () => {
    const page = await open()
    await takePortrait(page)
    const taken = page.waitForResponse((response) => response.url().endsWith('/api/generations'))
    await generate(page).click()
    assert.equal((await taken).status(), 202)
    assert.match(page.url(), /job=[0-9a-f]{32}/)
    await page.reload()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Make another card' }).click()
    await formHolds(page)
    assert.equal(await generate(page).getAttribute('aria-disabled'), 'true')
    assert.deepEqual(tab.complaints, [])
  })

  test('asks for the photo again after a reload that came before the server had it, and keeps the form', async () => {
    const page = await open()
    await takePortrait(page)
    // It is sent and never arrives.
    await page.route('**/api/generations', () => {})
    await generate(page).click()
    await page.waitForURL(/job=[0-9a-f]{32}/)
    await page.reload()
    await page.getByRole('alert').filter({ hasText: PHOTO_LOST }).waitFor({ timeout: 40_000 })
    await formHolds(page)
    assert.equal(await page.getByText(PHOTO_LOST).count(), 1)
    assert.doesNotMatch(page.url(), /job=/)
  })

  test('picks a team and a piece of gear at random and names them', async () => {
    const page = await open()
    await page.getByRole('button', { name: LABELS.randomTeam }).click()
    const team = await page
      .getByRole('button', { name: /^Team Colors: / })
      .locator('b')
      .innerText()
    await toastSays(page, team)
    await page.getByRole('button', { name: LABELS.randomArmor }).click()
    const armor = await page
      .getByRole('button', { name: /^Armor \/ Headgear: / })
      .locator('b')
      .innerText()
    await toastSays(page, armor)
    await page.reload()
    await page.getByRole('button', { name: `Team Colors: ${team}` }).waitFor()
  })
})
