import { SIGNED_IN } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { expectToast, press } from './support/page.ts'
import { DESK } from './support/screens.ts'
import {
  ageSignIn,
  requestMagicLink,
  countRows,
  enterPassword,
  isSignedIn,
  isSignedOut,
  leaveToSignIn,
  readMailedLink,
  makeAccount,
  newEmail,
  openMenu,
  PASSWORD,
  sendLink,
} from './support/sign-in.ts'

const SESSIONS = 'sessions where ended_at is null'
const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith('auth-'))

test('signing up returns to the same page, and all tabs follow the session until sign-out @smoke', async ({
  openTab,
  site,
}) => {
  const { page, context } = await openTab(DESK)
  const other = await context.newPage()
  const email = newEmail()
  await other.goto('/my-cards')
  await isSignedOut(other)
  await page.goto('/my-cards?from=mail#end')
  await makeAccount(page, email)
  await expect(page).toHaveURL(`${site.url}/my-cards?from=mail#end`)
  await isSignedIn(other, email)
  await page.reload()
  await isSignedIn(page, email)

  await openMenu(other)
  await other.getByRole('button', { name: `Sign out of ${email}` }).click()
  await expectToast(other, 'You are signed out.')
  await isSignedOut(page)
  expect(await page.evaluate(storedTokens)).toEqual([])

  await leaveToSignIn(page)
  await enterPassword(page, email)
  await isSignedIn(page, email)
})

test('a magic link signs in once, after one confirmation in its own tab @smoke', async ({ tab, openTab, site }) => {
  const email = newEmail()
  await tab.page.goto('/my-cards')
  const link = await requestMagicLink(tab.page, site, email)
  const { page } = await openTab(DESK)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isSignedIn(page, email)
  await expectToast(page, SIGNED_IN(email))
  await page.goto(link)
  await expect(page.getByText('Magic link has expired. Please request a new one.')).toBeVisible()
})

test('a password reset link works once and signs out every other device, and the account page all of them', async ({
  tab,
  openTab,
  site,
}) => {
  const { page } = tab
  const elsewhere = await openTab(DESK)
  const email = newEmail()
  await elsewhere.page.goto('/my-cards')
  await makeAccount(elsewhere.page, email)

  await page.goto('/my-cards')
  await leaveToSignIn(page)
  await page.getByRole('button', { name: 'Forgot password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await sendLink(page)
  const link = await readMailedLink(site, email)
  await page.goto(link)
  await page.getByLabel('New password').fill(`${PASSWORD}!`)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enterPassword(page, email, `${PASSWORD}!`)
  await isSignedIn(page, email)
  await expect(page).toHaveURL(`${site.url}/my-cards`)

  expect(countRows(site, SESSIONS, email)).toBe(1)
  await elsewhere.page.reload()
  await isSignedOut(elsewhere.page)

  await openMenu(page)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  expect(await findAccessibilityViolations(page, '/account')).toEqual([])
  await ageSignIn(page)
  await press('Sign out everywhere')(page)
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Password').fill(`${PASSWORD}!`)
  expect(await findAccessibilityViolations(page, 'the question for the password')).toEqual([])
  await sheet.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText("You're not signed in.")).toBeVisible()
  expect(countRows(site, SESSIONS, email)).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(link)
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  for (const opened of [tab, elsewhere]) expectOnlyFailedRequests(opened)
})
