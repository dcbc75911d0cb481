import { randomInt } from 'node:crypto'
import { uniqueName } from './support/names.ts'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { LEADERBOARDS, leaderboardPath } from '#shared/contracts/leaderboards.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { TEAMS } from '#shared/domain/team.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { signInAsAdmin } from './support/admin.ts'
import { expect, type Site, test } from './support/fixtures.ts'
import { toPicture } from './support/handed-on.ts'
import { openMakersTab } from './support/maker.ts'
import { expectOnlyFailedRequests, useOwnNetwork } from './support/network.ts'
import { followLink, arriveAt, press } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { createService } from './support/service.ts'
import { PORTRAIT } from './support/visitor.ts'

const HALL = leaderboardPath(
  LEADERBOARDS[0],
  TEAMS.find(({ name }) => name === 'Tennessee Titans')!,
)

/** A removed photo is blocked and hides every card drawn from it, so each test uses its own. */
async function uniquePhoto(): Promise<Blob> {
  const [brightness, saturation] = [randomInt(850, 1150) / 1000, randomInt(500, 1500) / 1000]
  const photo = await sharp(PORTRAIT).modulate({ brightness, saturation }).jpeg({ quality: 95 }).toBuffer()
  return new Blob([new Uint8Array(photo)], { type: 'image/jpeg' })
}

/** Reports the card on the current page and waits for the confirmation. */
async function report(page: Page, reason: string, words: string): Promise<void> {
  await followLink(page, LABELS.reportCard)
  await page.getByRole('radio', { name: reason }).check()
  await page.getByLabel(/^Anything we should know/).fill(words)
  await press('Send report')(page)
  await expect(page.getByRole('dialog', { name: 'Thank you' }).getByText('We got your report')).toBeVisible()
}

const storedCard = ({ store }: Site, id: string) =>
  store.rows('select visibility, hidden_from from fantasy_football_cards where id = ?', id)
const storedReports = ({ store }: Site, id: string) =>
  store.rows('select reason, detail from reports where card = ?', id)

test('a severe report hides a card from everyone but its maker, and the reporter sees a confirmation @smoke', async ({
  tab,
  openTab,
  site,
}) => {
  const fields = { nickname: uniqueName('Grave Dave'), team: 'Tennessee Titans' }
  const maker = await openMakersTab({ url: site.url, open: openTab }, 'public', PHONE, fields)
  const { id } = maker.made
  const stranger = await openTab(DESK)
  const inHall = stranger.page.locator(`main a[href="/card/${id}"]`).first()
  await arriveAt(stranger.page, HALL)
  await expect(inHall).toBeVisible()

  const { page } = tab
  await useOwnNetwork(tab.context)
  await arriveAt(page, `/card/${id}`)
  await report(page, 'Nudity or sex', 'Look at the number.')
  expect(storedReports(site, id)).toEqual([{ reason: 'nudity', detail: 'Look at the number.' }])
  expect(storedCard(site, id)).toEqual([{ visibility: 'draft', hidden_from: 'public' }])
  await expect(inHall).toBeHidden()
  await page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Hidden for review', level: 1 })).toBeInViewport()

  expect((await stranger.page.goto(`/card/${id}`))!.status()).toBe(404)
  await expect(stranger.page.getByRole('heading', { name: LABELS.cardNotFound, level: 1 })).toBeVisible()
  await arriveAt(maker.page, `/card/${id}`)
  await expect(maker.page.getByRole('heading', { name: 'Hidden after reports' })).toBeVisible()
  for (const opened of [tab, stranger, maker]) expectOnlyFailedRequests(opened)
})

test('an admin removes a reported card, can undo it for a minute, and then it is gone for everyone', async ({
  tab,
  openTab,
  site,
}) => {
  const nickname = uniqueName('Spam Sam')
  const maker = await openMakersTab(
    { url: site.url, open: openTab },
    'public',
    PHONE,
    { nickname },
    await uniquePhoto(),
  )
  const { id } = maker.made
  const { url: picture } = await toPicture(site, id)
  /** Returns a stranger's status codes for the page, the download and the image. */
  const statuses = () =>
    Promise.all(
      [`/card/${id}`, `/download/${id}/card`, picture].map(
        async (path) => (await fetch(new URL(path, site.url))).status,
      ),
    )
  await useOwnNetwork(tab.context)
  await arriveAt(tab.page, `/card/${id}`)
  await press(LABELS.upvote)(tab.page)
  await expect(tab.page.getByText(/^Voted\. /)).toBeVisible()
  await report(tab.page, 'Spam or something else', 'It advertises a shop.')
  expect(await statuses(), 'one such report hides nothing').toEqual([200, 200, 200])

  const admin = await openTab(DESK)
  const { page } = admin
  await signInAsAdmin(page, site)
  const entry = page.getByRole('article', { name: nickname })
  await expect(entry).toContainText('It advertises a shop.')
  expect(await findAccessibilityViolations(page, 'the reports')).toEqual([])
  const askToRemove = async () => {
    await entry.getByRole('button', { name: 'Remove it...' }).click()
    await expect(page.getByRole('heading', { name: 'Remove this card?' })).toBeVisible()
    await expect(page.getByText('It advertises a shop.')).toBeVisible()
  }
  const removed = page.getByText(`${nickname} was removed.`)

  await askToRemove()
  expect(await findAccessibilityViolations(page, 'the question before a card is removed')).toEqual([])
  await page.getByRole('link', { name: 'Back to the reports' }).click()
  await expect(entry).toBeVisible()
  expect(storedCard(site, id), 'nothing has happened').toEqual([{ visibility: 'public', hidden_from: null }])

  await askToRemove()
  await press('Remove permanently')(page)
  await expect(removed).toBeVisible()
  await expect(entry).toHaveCount(0)
  expect(await findAccessibilityViolations(page, 'a removal that can be undone')).toEqual([])
  expect(await statuses()).toEqual([404, 404, 404])
  await press(`Undo: bring ${nickname} back`)(page)
  await expect(entry).toBeVisible()
  expect(await statuses()).toEqual([200, 200, 200])

  await askToRemove()
  await press('Remove permanently')(page)
  await expect(removed).toBeVisible()
  await createService(site).db.sql('update held_removals set due_at = 0 where card = ?', [id])
  await page.reload()
  await expect(page.getByText(id)).toBeVisible()
  await expect(removed).toHaveCount(0)

  expect(await statuses()).toEqual([410, 410, 410])
  expect([storedCard(site, id), storedReports(site, id)]).toEqual([[], []])
  expect(site.store.rows('select 1 from votes where card = ?', id)).toEqual([])
  expect(site.store.files().filter((key) => picture.endsWith(key))).toEqual([])
  for (const opened of [maker, tab]) {
    expect((await opened.page.goto(`/card/${id}`))!.status()).toBe(410)
    await expect(opened.page.getByText(NO_CARD.removed)).toBeVisible()
    expectOnlyFailedRequests(opened)
  }
})
