import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { PHOTO_WORDS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, button, waitForHydration } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'

const NO_SCRIPTS = { javaScriptEnabled: false }
const LEAGUE = 'Sunday Night Gridiron'

type Open = Parameters<Parameters<typeof test>[2]>[0]['openTab']

/** Creates a league in a commissioner's tab. */
async function createLeague(openTab: Open) {
  const { page, complaints } = await openTab(DESK)
  await arriveAt(page, '/league')
  await page.getByLabel('League name').fill(LEAGUE)
  await button(page, 'Create league').click()
  await expect(page.getByRole('heading', { name: LEAGUE })).toBeVisible()
  await page.waitForURL(/\/league\/[\w-]{22}$/)
  return { page, complaints, path: new URL(page.url()).pathname }
}

/** Joins a league in another browser and ends on the generator page. */
async function joinLeague(openTab: Open, path: string, teamName: string) {
  const { page } = await openTab(PHONE)
  await arriveAt(page, path)
  await page.getByLabel('Your team name').fill(teamName)
  await button(page, 'Join').click()
  await page.waitForURL(/\?league=/)
  await expect(page.getByText(`Card for ${LEAGUE}`)).toBeVisible()
  return page
}

test('seats a member’s card without another press, and deletes it with the league', async ({ openTab }) => {
  test.setTimeout(180_000)
  const { page: commissioner, path } = await createLeague(openTab)
  const member = await joinLeague(openTab, path, 'Gridiron Gang')
  await member.getByLabel('Choose a photo (not saved)').setInputFiles('test/fixtures/portrait.jpg')
  await expect(member.getByText('Location data removed')).toBeVisible()
  await expect(member.getByText(PHOTO_WORDS.findingFace)).toHaveCount(0)
  await button(member, 'Generate').click()
  await expect(member.getByText(`In ${LEAGUE}, seat 1`)).toBeVisible({ timeout: 90_000 })
  await expect(commissioner.getByText('Waiting for Gridiron Gang')).toHaveCount(0)
  await expect(commissioner.getByRole('main').locator('a[href^="/card/"]').first()).toBeVisible()
  const card = await commissioner.getByRole('main').locator('a[href^="/card/"]').first().getAttribute('href')

  await button(commissioner, 'Manage seat 1, Gridiron Gang').click()
  await button(commissioner, 'Awards').click()
  await button(commissioner, 'Champion').click()
  await expect(button(commissioner, 'Champion')).toHaveAttribute('aria-pressed', 'true')
  expect(await findAccessibilityViolations(commissioner, 'the awards of a seat')).toEqual([])
  await button(commissioner, 'Done').click()

  const { page: reader } = await openTab(PHONE, NO_SCRIPTS)
  await reader.goto(path)
  await expect(reader.getByRole('heading', { name: LEAGUE })).toBeVisible()
  await expect(reader.getByRole('list', { name: 'Awards' }).getByText('Champion')).toBeVisible()
  const picture = await reader.request.get(`/download${path}/seat/1`)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  await expect(reader.locator(`a[href="${card}"]`).first()).toBeVisible()

  const link = (await reader.getByRole('link', { name: 'Cards to cut out, Letter' }).getAttribute('href'))!
  expect((await reader.request.get(link)).headers()['content-type']).toBe('application/pdf')
  await button(commissioner, 'Posters and PDFs').click()
  const poster = commissioner.getByRole('img', { name: `Poster of ${LEAGUE}` })
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  expect(await findAccessibilityViolations(commissioner, 'the sheet of prints')).toEqual([])
  await commissioner.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await button(commissioner, 'League settings').click()
  await button(commissioner, 'Start a new season').click()
  await button(commissioner, 'Start season').click()
  await expect(commissioner.getByRole('heading', { name: 'Past seasons' })).toBeVisible()
  await commissioner.getByText('Champion: Gridiron Gang').click()
  expect(await findAccessibilityViolations(commissioner, 'a league with a past season')).toEqual([])

  await button(commissioner, 'League settings').click()
  await button(commissioner, 'Delete league').click()
  await expect(commissioner.getByText("We can't undo this.")).toBeVisible()
  expect(await findAccessibilityViolations(commissioner, 'the sheet that deletes a league')).toEqual([])
  await commissioner
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click()
  await expect.poll(async () => (await reader.request.get(path)).status()).toBe(404)
  expect((await reader.request.get(link)).status()).toBe(404)
  await expect.poll(async () => (await reader.request.get(card!)).status()).toBe(410)
})

test('creates a league, lets members join over a bad network, rename, leave and be removed, and passes the role on @smoke', async ({
  openTab,
}) => {
  const { path, ...running } = await createLeague(openTab)
  const { page: commissioner } = running
  const tab = await openTab(PHONE)
  const { page: member, context } = tab
  await arriveAt(member, path)
  await member.getByLabel('Your team name').fill('Fumble Bees')
  await context.setOffline(true)
  await button(member, 'Join').click()
  await expect(member.locator('#team-name-fault')).toBeVisible()
  await expect(member.getByLabel('Your team name')).toHaveValue('Fumble Bees')
  await context.setOffline(false)
  await button(member, 'Join').click()
  await member.waitForURL(/\?league=/)
  expectOnlyFailedRequests(tab)
  await expect(member.getByLabel('Fun nickname')).toHaveValue('Fumble Bees')
  expect(await findAccessibilityViolations(member, 'the generator of a member')).toEqual([])
  await expect(commissioner.getByText('Waiting for Fumble Bees')).toBeVisible()
  await commissioner.reload()
  await waitForHydration(commissioner)
  await expect(commissioner.getByText('Waiting for Fumble Bees')).toBeVisible()
  expect(await findAccessibilityViolations(commissioner, 'a league with a waiting seat')).toEqual([])
  await joinLeague(openTab, path, 'Blitz Kids')

  await arriveAt(member, path)
  await button(member, 'Manage seat 1, Fumble Bees').click()
  expect(await findAccessibilityViolations(member, 'the menu of a seat')).toEqual([])
  await button(member, 'Rename').click()
  await member.getByLabel('Team name', { exact: true }).fill('Honey Badgers')
  await button(member, 'Save Changes').click()
  await expect(commissioner.getByText('Waiting for Honey Badgers')).toBeVisible()

  await button(commissioner, 'Manage seat 2, Blitz Kids').click()
  await button(commissioner, 'Remove from league').click()
  expect(await findAccessibilityViolations(commissioner, 'the question before a seat is freed')).toEqual([])
  await button(commissioner, 'Remove').click()
  await expect(member.getByText('1 of 16 seats')).toBeVisible()

  await button(commissioner, 'Manage seat 1, Honey Badgers').click()
  await button(commissioner, 'Make commissioner').click()
  // The response is lost, and the page learns from the league that the change succeeded.
  await commissioner.route(
    '**/commissioner',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button(commissioner, 'Pass it on').click()
  await expect(commissioner.getByRole('dialog')).toHaveCount(0)
  await expect(button(commissioner, 'League settings')).toHaveCount(0)
  expectOnlyFailedRequests(running)
  await expect(button(member, 'League settings')).toBeVisible()
  await button(member, 'Manage seat 1, Honey Badgers').click()
  await button(member, 'Give up your seat').click()
  await button(member, 'Leave').click()
  await expect(member.getByText('0 of 16 seats')).toBeVisible()
})

test('passes the accessibility checks in every league state at 360 px, with the keyboard only', async ({ openTab }) => {
  const { page } = await openTab({ width: 360, height: 740 })
  await arriveAt(page, '/league')
  expect(await findAccessibilityViolations(page, 'the form of a league')).toEqual([])
  await page.getByLabel('League name').focus()
  await page.keyboard.type(LEAGUE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/league\/[\w-]{22}$/)
  const enter = async (name: string | RegExp) => {
    await button(page, name).focus()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { name: LEAGUE })).toBeFocused()
  expect(await findAccessibilityViolations(page, 'an empty league')).toEqual([])

  await enter('QR code')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.getByLabel('Your team name').focus()
  await page.keyboard.type('Fumble Bees')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?league=/)
  await page.goBack()

  await enter('League settings')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('Lock joining').focus()
  await page.keyboard.press('Space')
  expect(await findAccessibilityViolations(page, 'the settings of a league')).toEqual([])
  await enter('Save Changes')
  await expect(page.getByText('1 of 16 seats, joining is closed')).toBeVisible()
  await expect(button(page, 'League settings')).toBeFocused()
  expect(await findAccessibilityViolations(page, 'a locked league')).toEqual([])

  const { page: outsider } = await openTab(PHONE)
  await arriveAt(outsider, new URL(page.url()).pathname)
  await expect(outsider.getByText(LEAGUE_FAILURE.locked)).toBeVisible()
  expect(await findAccessibilityViolations(outsider, 'a locked league for others')).toEqual([])
})

test('lets browsers without JavaScript start a league, join it and read the roster', async ({ openTab }) => {
  const { page } = await openTab(PHONE, NO_SCRIPTS)
  await page.goto('/league')
  await page.getByLabel('League name').fill(LEAGUE)
  await button(page, 'Create league').click()
  await page.waitForURL(/\/league\/[\w-]{22}$/)
  await expect(page.getByText('0 of 16 seats')).toBeVisible()

  const { page: member, complaints } = await openTab(PHONE, NO_SCRIPTS)
  await member.goto(new URL(page.url()).pathname)
  await button(member, 'Join').click()
  await expect(member.locator('#team-name-fault')).toBeVisible()
  expectOnlyFailedRequests({ complaints })
  await member.getByLabel('Your team name').fill('Paper Tigers')
  await button(member, 'Join').click()
  await expect(member.getByText('Your card goes here')).toBeVisible()
  expect(await member.locator('[data-scripted]:visible').count()).toBe(0)
  await page.reload()
  await expect(page.getByText('Waiting for Paper Tigers')).toBeVisible()
})
