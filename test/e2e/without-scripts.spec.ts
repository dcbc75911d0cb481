import type { Page, Route } from '@playwright/test'
import { FAILURE, LABELS, SIGNED_IN, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, type Site, test } from './support/fixtures.ts'
import { cardsOn, EMPTY_TEAM, teamFilter } from './support/hall.ts'
import { useOwnNetwork } from './support/network.ts'
import { DESK, PHONE } from './support/screens.ts'
import { countRows, enterPassword, newEmail, PASSWORD, signUp } from './support/sign-in.ts'

const NO_SCRIPTS = { javaScriptEnabled: false }

const listPaths = ({ cardIds }: Site) => [
  '/',
  '/hall-of-fame',
  `/hall-of-fame?sort=new&team=${EMPTY_TEAM}`,
  `/card/${cardIds[0]}`,
  '/face-off',
  '/contact',
  '/my-cards',
  '/account',
  '/nowhere',
  '/card/nobody',
]

test('a browser without JavaScript votes once and downloads a card @smoke', async ({ openTab, site }) => {
  const { page } = await openTab(PHONE, NO_SCRIPTS)
  await page.goto(`/card/${site.cardIds[0]}`)
  await page.getByRole('button', { name: LABELS.upvote }).click()
  await expect(page.getByText(/Voted\. Vote again in 24/)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/card/${site.cardIds[0]}`)
  await page.reload()
  await expect(page.getByText(/Voted\. Vote again in 24/)).toBeVisible()
  await expect(page.getByRole('button', { name: LABELS.upvote })).toHaveCount(0)
  for (const [name, file] of [
    [LABELS.download, /-fantasy-card\.jpg$/],
    ['Print-ready PDF', /-fantasy-card-print\.pdf$/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').getByRole('link', { name, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(file)
    expect(await download.failure()).toBeNull()
  }
})

test('a browser without JavaScript sends a message, and keeps the input of a rejected one @smoke', async ({
  openTab,
  site,
}) => {
  const { page, context, complaints } = await openTab(PHONE, NO_SCRIPTS)
  await useOwnNetwork(context)
  const email = newEmail()
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Email').fill('ann@example')
  await page.getByLabel('Message').fill('Nice\ncards!')
  await page.getByRole('button', { name: LABELS.sendMessage }).click()
  await expect(page.getByText(FAILURE.contactEmailInvalid)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ann')
  await expect(page.getByLabel('Message')).toHaveValue('Nice\ncards!')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: LABELS.sendMessage }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  const rows = site.store.rows('select message from contact_submissions where email = ?', email)
  expect(rows.map(({ message }) => message)).toEqual([expect.stringContaining('Nice\ncards!')])
  // Chromium itself reports the rejected form, a 400.
  complaints.splice(0)
})

test('a browser without JavaScript filters the Hall by team and board, also by keyboard @smoke', async ({
  openTab,
}) => {
  const { page } = await openTab(PHONE, NO_SCRIPTS)
  await page.goto('/hall-of-fame')
  await teamFilter(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(LABELS.allTeams)
  await page.getByRole('link', { name: /^Green Bay Packers · [1-9]/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('/hall-of-fame?team=Green+Bay+Packers')
  await expect(teamFilter(page)).toHaveAttribute('aria-label', 'Team: Green Bay Packers')
  expect((await cardsOn(page)).length).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'New', exact: true }).click()
  await page.waitForURL('/hall-of-fame?sort=new&team=Green+Bay+Packers')
  await expect(page.getByRole('heading', { name: 'New cards' })).toBeVisible()
  expect((await cardsOn(page)).length).toBeGreaterThan(0)

  await teamFilter(page).click()
  await page.getByRole('link', { name: `${EMPTY_TEAM} · 0`, exact: true }).click()
  await expect(page.getByText(LABELS.emptyFilter)).toBeVisible()
  expect(await cardsOn(page)).toEqual([])
  const first = page.getByRole('link', { name: `Make the first ${EMPTY_TEAM} card` })
  await expect(first).toHaveAttribute('href', `/?team=${encodeURIComponent(EMPTY_TEAM)}`)
})

test('a browser without JavaScript signs in with a password', async ({ openTab, site }) => {
  const { page, complaints } = await openTab(PHONE, NO_SCRIPTS)
  const email = newEmail()
  await signUp(site, email)
  await page.goto('/account')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await enterPassword(page, email, `${PASSWORD}x`)
  await expect(page.getByRole('alert')).toBeVisible()
  await enterPassword(page, email)
  await expectSignedIn(page, site, email)
  expect(countRows(site, 'sessions where ended_at is null', email)).toBe(2)
  // Chromium itself reports the wrong password, a 401.
  complaints.splice(0)
})

test('pages without JavaScript have their colors and one heading, and no controls that need scripts', async ({
  openTab,
  site,
}) => {
  for (const viewport of [PHONE, DESK]) {
    const { page, complaints } = await openTab(viewport, NO_SCRIPTS)
    for (const path of listPaths(site)) {
      await page.goto(path)
      await expect(page.locator('[inert], [data-scripted]').filter({ visible: true }), path).toHaveCount(0)
      await expect(page.locator('h1').filter({ visible: true }), path).toHaveCount(1)
    }
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(WITHOUT_SCRIPTS.script, { useInnerText: true })
    await page.getByRole('contentinfo').getByRole('link', { name: LABELS.privacy }).click()
    for (const words of ['Contact messages', 'Delete your cards', "Are you in a card you didn't agree to?"])
      await expect(page.getByText(words).first()).toBeVisible()
    // Chromium itself reports the 404 pages.
    complaints.splice(0)
  }
  for (const [colorScheme, ground] of [
    ['light', 'rgb(241, 239, 231)'],
    ['dark', 'rgb(12, 15, 14)'],
  ] as const) {
    const { page } = await openTab(PHONE, { ...NO_SCRIPTS, colorScheme })
    for (const path of ['/', '/auth']) {
      await page.goto(path)
      await expect(page.locator('body'), path).toHaveCSS('background-color', ground)
    }
  }
})

test('pages without JavaScript pass the accessibility checks', async ({ tab: { page, complaints }, site }) => {
  await page.route('**/*', sendWithoutScripts)
  for (const path of listPaths(site)) {
    await page.goto(path)
    expect.soft(await findAccessibilityViolations(page, `${path} without scripts`)).toEqual([])
  }
  complaints.splice(0)
})

/** Expects the page to name the account, and the tokens it received to belong to it. */
async function expectSignedIn(page: Page, { url }: Site, email: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: SIGNED_IN(email) })).toBeVisible()
  const token = new URL(page.url()).searchParams.get('access_token')
  const response = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(((await response.json()) as { user: { email: string } }).user.email).toBe(email)
}

/** Serves a page like a browser without JavaScript sees it, because axe itself is a script. */
async function sendWithoutScripts(route: Route): Promise<void> {
  if (route.request().resourceType() === 'script') return route.abort()
  if (route.request().resourceType() !== 'document') return route.continue()
  const response = await route.fetch({ maxRetries: 2 })
  const body = (await response.text())
    .replaceAll(/<\/?noscript>/g, '')
    .replaceAll(/<script src="[^"]*"><\/script>/g, '')
  return route.fulfill({ response, body })
}
