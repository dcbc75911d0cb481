import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { STATS } from '#shared/domain/stats.ts'
import { OVERALL_BOX, STAT_BOXES, type Box } from '#worker/render/card-layout.ts'
import { pixelsOf, type Tab } from './browser.ts'
import { arriveAt } from './mishap.ts'
import type { Store } from './store.ts'
import { PORTRAIT } from './visitor.ts'

const EDITED = { agility: 42, accuracy: 7 } as const

/** The one path of the product, as a person walks it: from a selfie to a voted card. */
export async function walkFromSelfieToVote({ page, complaints }: Tab, store: Store): Promise<{ cardId: string }> {
  await arriveAt(page, '/')
  await fillTheForm(page)
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
  await toastSays(page, SUCCESS.cardReady)
  const unedited = await heroBytes(page)

  await editTwoStats(page)
  const edited = await heroBytes(page)
  await onlyTheEditedBoxesDiffer(page, unedited, edited)

  const downloaded = await download(page)
  assert.equal(downloaded.name, 'Captain Quack-fantasy-card.jpg')
  assert.ok(downloaded.bytes.equals(edited), 'the downloaded file is the edited card')

  await page.getByRole('button', { name: LABELS.copyLink }).click()
  await toastSays(page, SUCCESS.cardLinkCopied)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const cardId = link.split('/').at(-1)!
  assert.equal(new URL(link).pathname, `/card/${cardId}`)

  await page.getByRole('button', { name: LABELS.saveToHall }).click()
  await page.getByRole('checkbox', { name: /I'm the person in the photo/ }).check()
  await page.getByRole('button', { name: 'Publish' }).click()
  await toastSays(page, SUCCESS.cardSaved)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
  await page.getByRole('heading', { name: 'Hall of Fame', level: 1 }).waitFor()
  await page
    .getByRole('button', { name: /^Upvote Captain Quack, 0 votes$/ })
    .first()
    .click()
  await toastSays(page, SUCCESS.voteAdded)
  await page
    .getByRole('button', { name: /^Upvote Captain Quack, 1 vote\./ })
    .first()
    .waitFor()

  await page.locator(`a[href="/card/${cardId}"]`).first().click()
  await page.getByRole('heading', { name: 'Captain Quack', level: 1 }).waitFor()
  await page.getByText('Green Bay Packers').first().waitFor()
  for (const { label } of STATS) await page.getByText(label, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^Voted/ }).waitFor()
  const saved = await heroBytes(page)
  assert.ok(saved.equals(edited), 'the saved file is the edited card')

  await whatIsStored(store, cardId)
  assert.deepEqual(complaints, [], 'the console said nothing')
  await aSecondVoteWaits(page, complaints)
  return { cardId }
}

async function fillTheForm(page: Page): Promise<void> {
  // It says that it is disabled and may be pressed all the same, to hear why.
  await page.getByRole('button', { name: 'Generate', exact: true }).click({ force: true })
  await toastSays(page, FAILURE.photoMissing)
  await page.getByLabel(LABELS.funNickname).fill('Captain Quack')
  await page.getByLabel(LABELS.jerseyNumber).fill('22')
  await page.getByRole('button', { name: /^Team Colors: / }).click()
  await page.getByLabel('Search team or color').fill('green bay')
  await page.getByRole('radio', { name: /Green Bay Packers/ }).check({ force: true })
  await page.getByRole('button', { name: 'Use these colors' }).click()
  await page.getByRole('button', { name: /^Armor \/ Headgear: / }).click()
  await page.getByRole('radio', { name: 'Duck' }).check({ force: true })
  await page.getByRole('button', { name: 'Wear it' }).click()
  await page.getByLabel('Choose a photo (not saved)').setInputFiles(PORTRAIT)
  await page.getByRole('button', { name: 'Skip crop' }).click()
  await page.getByText(/location data removed/i).waitFor()
}

async function editTwoStats(page: Page): Promise<void> {
  const before = await heroSource(page)
  await page.getByRole('button', { name: 'Edit stats' }).click()
  await page.getByLabel('Agility, number').fill(String(EDITED.agility))
  await page.getByLabel('Accuracy, number').fill(String(EDITED.accuracy))
  await page.getByRole('button', { name: LABELS.saveChanges }).click()
  await page.waitForFunction((old) => document.querySelector<HTMLImageElement>('.stage-stage img')?.src !== old, before)
}

const heroSource = (page: Page) =>
  page
    .locator('.stage-stage img')
    .first()
    .evaluate((image: HTMLImageElement) => image.src)

/** The file behind the one lit card on the screen. */
async function heroBytes(page: Page): Promise<Buffer> {
  const response = await fetch(await heroSource(page))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/jpeg')
  return Buffer.from(await response.arrayBuffer())
}

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: LABELS.download }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('link', { name: /^Card/ }).click(),
  ])
  await toastSays(page, SUCCESS.cardDownloaded)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Two cards are the same picture but for the boxes of the edited stats and of the overall, which all differ. */
async function onlyTheEditedBoxesDiffer(page: Page, before: Buffer, after: Buffer): Promise<void> {
  const [one, other] = await Promise.all([pixelsOf(page, before), pixelsOf(page, after)])
  assert.deepEqual([one.width, one.height, other.width, other.height], [1000, 1400, 1000, 1400])
  const boxes = { overall: OVERALL_BOX, agility: STAT_BOXES.agility, accuracy: STAT_BOXES.accuracy }
  const changed = Object.fromEntries(Object.keys(boxes).map((name) => [name, 0]))
  let elsewhere = 0
  for (let i = 0; i < one.rgba.length; i += 4) {
    if ([0, 1, 2].every((channel) => one.rgba[i + channel] === other.rgba[i + channel])) continue
    const x = (i / 4) % one.width
    const y = Math.floor(i / 4 / one.width)
    const box = Object.entries(boxes).find(([, candidate]) => isIn(candidate, x, y))
    if (box === undefined) elsewhere++
    else changed[box[0]]!++
  }
  assert.equal(elsewhere, 0, 'pixels that changed outside the edited boxes')
  for (const [name, count] of Object.entries(changed))
    assert.ok(count > 20, `${name} looks as before (${count} pixels)`)
}

const isIn = ({ left, top, width, height }: Box, x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height

async function whatIsStored(store: Store, cardId: string): Promise<void> {
  const rows = store.rows(
    'select id, player_name, jersey_number, team_colors, votes, visibility, user_id, stats, image_url from fantasy_football_cards where id = ?',
    cardId,
  )
  assert.equal(rows.length, 1)
  const { stats, image_url: imageUrl, ...row } = rows[0]! as { stats: string; image_url: string }
  assert.deepEqual(
    { ...row },
    {
      id: cardId,
      player_name: 'Captain Quack',
      jersey_number: '22',
      team_colors: 'Green Bay Packers',
      votes: 1,
      visibility: 'public',
      user_id: 'anonymous',
    },
  )
  const saved = JSON.parse(stats) as Record<string, number>
  assert.deepEqual({ agility: saved['agility'], accuracy: saved['accuracy'] }, EDITED)
  const files = store.files()
  assert.deepEqual(
    files.filter((key) => key.startsWith('player-photos/')),
    [],
    'the photo is gone',
  )
  assert.ok(
    files.some((key) => imageUrl.endsWith(key)),
    'the card is there',
  )
}

/** A vote lasts a day, which is known here: nothing is asked, so nothing is refused and logged. */
async function aSecondVoteWaits(page: Page, complaints: string[]): Promise<void> {
  // Marked as disabled, it still answers a press with the time.
  await page.getByRole('button', { name: /^Voted/ }).click({ force: true })
  await page
    .getByText(/You can vote for this card again in (24\sh|23\sh 59\smin)\./)
    .first()
    .waitFor()
  assert.deepEqual(complaints, [])
}

export async function toastSays(page: Page, words: string): Promise<void> {
  await page.locator('[data-sonner-toast]', { hasText: words }).first().waitFor()
}
