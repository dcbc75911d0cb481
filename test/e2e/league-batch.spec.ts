import { findAccessibilityViolations } from './support/access.ts'
import { faceFile } from './support/faces.ts'
import { expect, test } from './support/fixtures.ts'
import { arriveAt, button, waitForHydration } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'

const LEAGUE = 'Sunday Night Gridiron'

test('makes cards from three photos across a reload, and keeps the name of a member’s seat', async ({ openTab }) => {
  test.setTimeout(240_000)
  const { page } = await openTab(DESK)
  await arriveAt(page, '/league')
  await page.getByLabel('League name').fill(LEAGUE)
  await button(page, 'Create league').click()
  await page.waitForURL(/\/league\/[\w-]{22}$/)
  const path = new URL(page.url()).pathname

  const { page: member } = await openTab(PHONE)
  await arriveAt(member, path)
  await member.getByLabel('Your team name').fill('Paper Tigers')
  await button(member, 'Join').click()
  await member.waitForURL(/\?league=/)
  await arriveAt(member, path)
  await expect(page.getByText('Waiting for Paper Tigers')).toBeVisible()

  await page.getByRole('link', { name: 'Add photos' }).click()
  await expect(page.getByText('Choose photos')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'a batch without photos')).toEqual([])
  const photos = ['curly-hair', 'cap', 'thick-glasses'].map(faceFile)
  await page.getByLabel('Choose photos').setInputFiles(photos)
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('Finding the face…')).toHaveCount(0, { timeout: 60_000 })
  await expect(rows.nth(0).getByLabel('Name')).toHaveValue('Paper Tigers')
  await rows.nth(1).getByLabel('Name').fill('Captain Cap')
  await rows.nth(1).getByLabel('Seat').selectOption('7')
  await button(page, 'Adjust Captain Cap').click()
  await expect(page.getByRole('dialog', { name: 'Fit the face' })).toBeVisible()
  await button(page, 'Use photo').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await findAccessibilityViolations(page, 'a batch of photos')).toEqual([])

  await page.reload()
  await waitForHydration(page)
  await expect(rows).toHaveCount(3)
  const row = (seat: string) => rows.filter({ has: page.locator(`select:has(option[value="${seat}"]:checked)`) })
  await expect(row('7').getByLabel('Name')).toHaveValue('Captain Cap')
  await row('3').getByLabel('Name').fill('Specs')
  await button(page, 'Make 3 cards').click()
  await expect(page.getByText('0 of 3 cards done')).toBeVisible()
  await expect(page.getByText('Up next')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'a batch at work')).toEqual([])
  // Running rows resume with the same generations.
  await page.reload()
  await waitForHydration(page)
  for (const name of ['Paper Tigers', 'Captain Cap', 'Specs'])
    await expect(member.getByRole('link', { name: new RegExp(`^${name}: `) })).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('link', { name: 'See the roster' }).or(page.getByText('Choose photos'))).toBeVisible()
  expect(await findAccessibilityViolations(page, 'a batch that is done')).toEqual([])
  await expect(member.getByText('Seat 7', { exact: false }).first()).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const request = indexedDB.open('league-batch')
        await new Promise((done) => request.addEventListener('success', done))
        const all = request.result.transaction('photos').objectStore('photos').count()
        await new Promise((done) => all.addEventListener('success', done))
        return all.result
      }),
    )
    .toBe(0)

  // The person on a card claims its seat with a link.
  await arriveAt(page, path)
  await button(page, 'Manage seat 7, Captain Cap').click()
  await button(page, 'Copy the link to this seat').click()
  await expect(button(page, 'Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const { page: friend } = await openTab(PHONE)
  await arriveAt(friend, link)
  await expect(button(friend, 'Take the seat of Captain Cap')).toBeVisible()
  expect(await findAccessibilityViolations(friend, 'a league for a person with the link to a seat')).toEqual([])
  await button(friend, 'Take the seat of Captain Cap').click()
  await expect(button(friend, 'Take the seat of Captain Cap')).toHaveCount(0)
  await expect(friend.getByText('You', { exact: true })).toBeVisible()

  const { page: reader } = await openTab(PHONE, { javaScriptEnabled: false })
  await reader.goto(`${path}/batch`)
  await expect(reader.getByRole('main')).toContainText('You need JavaScript to add photos.', { useInnerText: true })
})
