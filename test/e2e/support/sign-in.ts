import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Site } from './fixtures.ts'
import { waitForHydration } from './page.ts'
import { localSecret } from './server.ts'

export const PROJECT = 'fantasy-cards'
export const PASSWORD = 'correct horse battery'

export const newEmail = () => `fan-${randomUUID()}@example.com`

/** Opens the account menu, unless it is open. */
export async function openMenu(page: Page): Promise<void> {
  const links = page.locator('.nav-links')
  if (!(await links.isVisible())) await page.getByLabel('Menu').click()
  await expect(links).toBeVisible()
}

/** Goes from a page of the site to the sign-in page, which remembers the return URL. */
export async function leaveToSignIn(page: Page): Promise<void> {
  await waitForHydration(page)
  await openMenu(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/auth\?/)
}

/** Goes from a page of the site to sign-up, signs up and returns. */
export async function makeAccount(page: Page, email: string): Promise<void> {
  await leaveToSignIn(page)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await isSignedIn(page, email)
}

/** Submits the form of the open sign-in page. */
export async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Goes from a page of the site to sign-in, requests a magic link and returns it. */
export async function requestMagicLink(page: Page, site: Pick<Site, 'url'>, email: string): Promise<string> {
  await leaveToSignIn(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Get a link by email' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await sendLink(page)
  return readMailedLink(site, email)
}

/** Submits the form that requests a mail, with the email address filled in. */
export async function sendLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** Signs in with a mailed link, and ends on My cards. */
export async function signInByMail(page: Page, site: Pick<Site, 'url'>, email: string): Promise<void> {
  await page.goto('/my-cards')
  await page.goto(await requestMagicLink(page, site, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isSignedIn(page, email)
}

/** Expects My cards to list the cards of an account. */
export const isSignedIn = (page: Page, email: string) => expect(page.getByText(`or saved as ${email}.`)).toBeVisible()

/** Expects My cards to list only this browser's cards. */
export const isSignedOut = (page: Page) =>
  expect(page.getByText('Cards you made in this browser. We keep')).toBeVisible()

/** Makes the sign-in look older than ten minutes, so that it no longer authorizes account changes. */
export async function ageSignIn(page: Page): Promise<void> {
  await page.route('**/api/auth/account', async (route) => {
    // The server may close an idle connection just as it is reused.
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, json: { ...((await response.json()) as object), isFresh: false } })
  })
  await page.reload()
}

/** Signs up over HTTP and returns the tokens. */
export async function signUp({ url }: Pick<Site, 'url'>, email: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, projectId: PROJECT }),
  })
  return (await response.json()) as Record<string, unknown>
}

/** Returns the link in the newest mail to a recipient, once there is one. */
export async function readMailedLink({ url }: Pick<Site, 'url'>, email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const response = await fetch(`${url}/api/notifications/${PROJECT}/outbox?to=${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${localSecret('SERVICE_KEY')}` },
    })
    const { messages } = (await response.json()) as { messages: { text: string }[] }
    link = /http:\/\/\S+/.exec(messages[0]?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

/** Counts an account's rows. @param from a table with `user_id`, and a condition */
export function countRows({ store }: Pick<Site, 'store'>, from: string, email: string): number {
  const sql = `select count(*) as n from ${from} and user_id = (select id from users where email = ?)`
  return store.rows<{ n: number }>(sql, email)[0]!.n
}
