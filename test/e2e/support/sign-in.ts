import { AUTH_MESSAGE } from '#shared/client/auth/wire.ts'
import type { Page } from 'playwright-core'
import { untilTakenOver } from './mishap.ts'
import { localSecret } from './server.ts'
import type { Stage } from './stage.ts'

export const PROJECT = 'fantasy-cards'
export const PASSWORD = 'correct horse battery'
export { AUTH_MESSAGE }

let people = 0
export const newEmail = () => `fan-${Date.now()}-${process.pid}-${++people}@example.com`

/** On a phone it waits behind the menu's button. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
}

/** Once the page knows the way back: before that one would come to the first page. */
export async function leaveToSignIn(page: Page): Promise<void> {
  await untilTakenOver(page)
  await openMenu(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/\/auth\?/)
}

export async function makeAccount(page: Page, email: string): Promise<void> {
  await leaveToSignIn(page)
  await page.getByRole('button', { name: 'Make an account' }).click()
  await page.getByRole('heading', { name: 'Make an account' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Make an account' }).click()
  await isSignedIn(page, email)
}

/** Fills the form of the sign-in page that is open. */
export async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** My cards say so. */
export const isSignedIn = (page: Page, email: string) => page.getByText(`or saved as ${email}.`).waitFor()
export const isNobody = (page: Page) => page.getByText('Made with this browser. Drafts').waitFor()

/** An account and its tokens, without a browser. */
export async function signUp({ url }: Pick<Stage, 'url'>, email: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, projectId: PROJECT }),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** The address in the newest mail to a recipient. */
export async function mailedLink({ url }: Pick<Stage, 'url'>, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/notifications/${PROJECT}/outbox?to=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${localSecret('SERVICE_KEY')}` },
  })
  const { messages } = (await answer.json()) as { messages: { text: string }[] }
  return /http:\/\/\S+/.exec(messages[0]!.text)![0]
}

/** How many rows of an account's there are. @param from a table with `user_id`, and which of its rows */
export function countOf({ store }: Pick<Stage, 'store'>, from: string, email: string): number {
  const sql = `select count(*) as n from ${from} and user_id = (select id from users where email = ?)`
  return store.rows<{ n: number }>(sql, email)[0]!.n
}
