import { AUTH_MESSAGE } from '#shared/client/auth/wire.ts'
import { SIGNED_IN } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, expectToast } from './support/page.ts'
import { DESK } from './support/screens.ts'
import {
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
  signUp,
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

test('a password reset link works once and signs out every other device @smoke', async ({ tab, openTab, site }) => {
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
  await page.goto(link)
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  for (const opened of [tab, elsewhere]) expectOnlyFailedRequests(opened)
})

test('an iframe takes the session from its parent page and stores nothing', async ({ openTab, site }) => {
  const { page } = await openTab(DESK)
  const email = newEmail()
  const tokens = await signUp(site, email)
  await arriveAt(page, '/contact')
  await page.evaluate(
    ([given, message]) => {
      addEventListener('message', ({ data, source, origin }) => {
        if (data.type !== message.request) return
        ;(source as Window).postMessage({ type: message.tokens, projectId: data.projectId, tokens: given }, origin)
      })
      const frame = document.createElement('iframe')
      frame.src = '/my-cards'
      document.body.append(frame)
    },
    [tokens, AUTH_MESSAGE] as const,
  )
  await expect(page.frameLocator('iframe').getByText(`or saved as ${email}.`)).toBeVisible()
  expect(await page.evaluate(storedTokens)).toEqual([])
})

test('the sign-in page and the admin sign-in pass the accessibility checks in every state', async ({ tab }) => {
  const { page } = tab
  const faults: string[] = []
  const paths = ['?view=signup', '?view=reset&token=t', '?magic_token=t', '?redirect_url=https://elsewhere.example']
  for (const path of paths) {
    await page.goto(`/auth${path}`)
    faults.push(...(await findAccessibilityViolations(page, path)))
  }
  await page.goto('/auth')
  await enterPassword(page, newEmail())
  await expect(page.getByRole('alert')).toBeFocused()
  faults.push(...(await findAccessibilityViolations(page, 'a wrong password')))
  await page.goto('/admin')
  faults.push(...(await findAccessibilityViolations(page, 'the admin door')))
  expect(faults).toEqual([])
  expectOnlyFailedRequests(tab)
})
