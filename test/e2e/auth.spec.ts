import { AUTH_MESSAGE } from '#shared/client/auth/wire.ts'
import { SIGNED_IN } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, toastSays } from './support/page.ts'
import { DESK } from './support/screens.ts'
import {
  askForLink,
  countOf,
  enterPassword,
  isSignedIn,
  isSignedOut,
  leaveToSignIn,
  openMenu,
  mailedLink,
  makeAccount,
  newEmail,
  PASSWORD,
  sendLink,
  signUp,
} from './support/sign-in.ts'

const SESSIONS = 'sessions where ended_at is null'
const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith('auth-'))

test('signing up comes back to the same page, and all tabs follow it until the visitor signs out @smoke', async ({
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
  await toastSays(other, 'You are signed out.')
  await isSignedOut(page)
  expect(await page.evaluate(storedTokens)).toEqual([])

  await leaveToSignIn(page)
  await enterPassword(page, email)
  await isSignedIn(page, email)
})

test('a magic link signs in, once @smoke', async ({ tab, site }) => {
  const { page } = tab
  const email = newEmail()
  await page.goto('/my-cards')
  const link = await askForLink(page, site, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isSignedIn(page, email)
  await toastSays(page, SIGNED_IN(email))
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Magic link has expired. Please request a new one.')).toBeVisible()
  expectOnlyFailedRequests(tab)
})

test('a mailed link sets a new password, once, and signs out every other device @smoke', async ({
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
  const link = await mailedLink(site, email)
  await page.goto(link)
  await page.getByLabel('New password').fill(`${PASSWORD}!`)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enterPassword(page, email, `${PASSWORD}!`)
  await isSignedIn(page, email)
  await expect(page).toHaveURL(`${site.url}/my-cards`)

  expect(countOf(site, SESSIONS, email)).toBe(1)
  await elsewhere.page.reload()
  await isSignedOut(elsewhere.page)
  await page.goto(link)
  await page.getByLabel('New password').fill(`${PASSWORD}?`)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  for (const opened of [tab, elsewhere]) expectOnlyFailedRequests(opened)
})

test('a frame takes the session over from the page around it, and stores nothing', async ({ openTab, site }) => {
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

test('the sign-in page and the admin door are accessible in every state', async ({ tab }) => {
  const { page } = tab
  const faults: string[] = []
  const paths = ['?view=signup', '?view=reset&token=t', '?magic_token=t', '?redirect_url=https://elsewhere.example']
  for (const path of paths) {
    await page.goto(`/auth${path}`)
    faults.push(...(await accessFaults(page, path)))
  }
  await page.goto('/auth')
  await enterPassword(page, newEmail())
  await expect(page.getByRole('alert')).toBeFocused()
  faults.push(...(await accessFaults(page, 'a wrong password')))
  await page.goto('/admin')
  faults.push(...(await accessFaults(page, 'the admin door')))
  expect(faults).toEqual([])
  expectOnlyFailedRequests(tab)
})
