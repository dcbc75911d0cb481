import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { STATS } from '#shared/domain/stats.ts'
import { expect, type Site, type Tab } from './fixtures.ts'
import { fillForm, generate, generateButton, heroCard } from './form.ts'
import { uniqueName } from './names.ts'
import { arriveAt, button, followLink, press, expectToast } from './page.ts'

const EDITED = { agility: 42, accuracy: 7 } as const
const NEXT_VOTE_IN = /(24\sh|23\sh 59\smin)/

/** Runs the main flow of the product: from a selfie to a card in the Hall with one vote. */
export async function walkFromSelfieToVote(
  { page }: Tab,
  { store }: Pick<Site, 'store'>,
): Promise<{ cardId: string; nickname: string }> {
  const nickname = uniqueName('Captain Quack')
  await arriveAt(page, '/')
  await generateButton(page).click({ force: true })
  await expectToast(page, FAILURE.photoMissing)
  await fillForm(page, { nickname, number: '22' })
  await generate(page)

  await editTwoStats(page)
  const edited = await heroBytes(page)
  const downloaded = await download(page)
  expect(downloaded.name).toBe(`${nickname}-fantasy-card.jpg`)
  expect(downloaded.bytes.equals(edited), 'the downloaded file is the edited card').toBe(true)

  await press(LABELS.copyLink)(page)
  await expectToast(page, SUCCESS.cardLinkCopied)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const cardId = link.split('/').at(-1)!
  expect(new URL(link).pathname).toBe(`/card/${cardId}`)

  await press(LABELS.saveToHall)(page)
  await expect(page.getByText(SUCCESS.cardSaved)).toBeVisible()

  await followLink(page, LABELS.gallery)
  await expect(page.getByRole('heading', { name: 'Hall of Fame', level: 1 })).toBeVisible()
  await followLink(page, 'New')
  await button(page, `Upvote ${nickname}, 0 votes`).first().click()
  await expectToast(page, SUCCESS.voteAdded)
  await expect(button(page, new RegExp(`^Upvote ${nickname}, 1 vote\\.`)).first()).toBeVisible()

  await page.locator(`a[href="/card/${cardId}"]`).first().click()
  await expect(page.getByRole('heading', { name: nickname, level: 1 })).toBeVisible()
  for (const words of ['Green Bay Packers', ...STATS.map(({ label }) => label)])
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
  expect((await heroBytes(page)).equals(edited), 'the published file is the edited card').toBe(true)
  expectStored(store, cardId, nickname)

  await expect(page.getByText(new RegExp(`^Voted\\. Vote again in ${NEXT_VOTE_IN.source}$`))).toBeVisible()
  return { cardId, nickname }
}

async function editTwoStats(page: Page): Promise<void> {
  const before = await heroSource(page)
  await press('Edit stats')(page)
  await page.getByLabel('Agility, number').fill(String(EDITED.agility))
  await page.getByLabel('Accuracy, number').fill(String(EDITED.accuracy))
  await press(LABELS.saveChanges)(page)
  await expect.poll(() => heroSource(page)).not.toBe(before)
}

const heroSource = (page: Page) => heroCard(page).evaluate((image: HTMLImageElement) => image.src)

/** Fetches the image of the card on screen. */
async function heroBytes(page: Page): Promise<Buffer> {
  const response = await fetch(await heroSource(page))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  return Buffer.from(await response.arrayBuffer())
}

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download')
  await followLink(page, LABELS.download)
  const file = await arriving
  await expectToast(page, SUCCESS.cardDownloaded)
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

function expectStored(store: Site['store'], cardId: string, nickname: string): void {
  const [row] = store.rows<{ stats: string; image_url: string }>(
    'select player_name, jersey_number, team_colors, votes, visibility, user_id, stats, image_url from fantasy_football_cards where id = ?',
    cardId,
  )
  const { stats, image_url: imageUrl, ...columns } = row!
  expect(columns).toEqual({
    player_name: nickname,
    jersey_number: '22',
    team_colors: 'Green Bay Packers',
    votes: 1,
    visibility: 'public',
    user_id: 'anonymous',
  })
  expect(JSON.parse(stats)).toMatchObject(EDITED)
  expect(store.files().filter((key) => imageUrl.endsWith(key))).toHaveLength(1)
}
