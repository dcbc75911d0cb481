import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { DESK, PHONE } from './support/browser.ts'
import { fillForm, generateButton } from './support/form.ts'
import { toastSays } from './support/path.ts'
import { localSecret } from './support/server.ts'
import { enterStage, type Stage } from './support/stage.ts'

const PASSWORD = 'correct horse battery'

describe('signing in', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  let people = 0
  const newEmail = () => `fan-${Date.now()}-${++people}@example.com`

  /** On a phone it waits behind the menu's button. */
  async function openMenu(page: Page): Promise<void> {
    const menu = page.getByRole('button', { name: 'Menu' })
    if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
  }
  async function leaveToSignIn(page: Page): Promise<void> {
    await openMenu(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(/\/auth\?/)
  }
  async function makeAccount(page: Page, email: string): Promise<void> {
    await leaveToSignIn(page)
    await page.getByRole('link', { name: 'Make an account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Make an account' }).click()
    await isSignedIn(page, email)
  }
  const isSignedIn = (page: Page, email: string) => page.getByText(`or saved as ${email}.`).waitFor()
  const isNobody = (page: Page) => page.getByText('Made with this browser. Drafts').waitFor()

  /** The address in the newest mail to somebody. */
  async function mailedLink(email: string): Promise<string> {
    const answer = await fetch(`${stage.url}/api/notifications/fantasy-cards/outbox?to=${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${localSecret('SERVICE_KEY')}` },
    })
    const { messages } = (await answer.json()) as { messages: { text: string }[] }
    return /http:\/\/\S+/.exec(messages[0]!.text)![0]
  }

  for (const viewport of [PHONE, DESK])
    test(`leaves for the sign-in page and comes back to the same page, with nothing left in its address, at ${viewport.width} px`, async () => {
      const { page, context, complaints } = await stage.open(viewport)
      const email = newEmail()
      await page.goto('/my-cards?from=mail#end')
      await isNobody(page)
      await makeAccount(page, email)
      assert.equal(page.url(), `${stage.url}/my-cards?from=mail#end`)
      await page.reload()
      await isSignedIn(page, email)
      assert.deepEqual(complaints, [])
      await context.close()
    })

  test('works by a link from a mail, once', async () => {
    const { page, context } = await stage.open()
    const email = newEmail()
    await page.goto('/my-cards')
    await leaveToSignIn(page)
    await page.getByRole('link', { name: 'Email me a link' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    const link = await mailedLink(email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isSignedIn(page, email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Magic link has expired. Please request a new one.').waitFor()
    await context.close()
  })

  test('is seen by every tab, and so is signing out', async () => {
    const { page, context } = await stage.open(DESK)
    const other = await context.newPage()
    const email = newEmail()
    for (const tab of [page, other]) await tab.goto('/my-cards')
    await isNobody(other)
    await makeAccount(page, email)
    await isSignedIn(other, email)
    await other.getByRole('button', { name: `Sign out of ${email}` }).click()
    await isNobody(page)
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('auth-tokens:'))),
      [],
    )
    await context.close()
  })

  test('goes onto the card that is saved, which is found on another device', async () => {
    const { page, context } = await stage.open(DESK)
    const email = newEmail()
    await page.goto('/my-cards')
    await makeAccount(page, email)
    await page.getByRole('link', { name: LABELS.generator, exact: true }).click()
    await fillForm(page, { nickname: 'Signed Ann' })
    await generateButton(page).click()
    await page.getByRole('heading', { name: SUCCESS.cardReady }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: LABELS.saveToHall }).click()
    await page.getByRole('checkbox', { name: /I'm the person in the photo/ }).check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await toastSays(page, SUCCESS.cardSaved)
    const saved =
      'select users.email from fantasy_football_cards join users on users.id = user_id where player_name = ?'
    assert.deepEqual(
      stage.store.rows<{ email: string }>(saved, 'Signed Ann').map((row) => row.email),
      [email],
    )

    const elsewhere = await stage.open()
    await elsewhere.page.goto('/my-cards')
    await leaveToSignIn(elsewhere.page)
    await elsewhere.page.getByLabel('Email').fill(email)
    await elsewhere.page.getByLabel('Password').fill(PASSWORD)
    await elsewhere.page.getByRole('button', { name: 'Sign in' }).click()
    await elsewhere.page.getByRole('heading', { name: 'Signed Ann' }).waitFor()
    await context.close()
    await elsewhere.context.close()
  })

  test('is taken over from the page around, in a frame, and stays in it', async () => {
    const { page, context } = await stage.open(DESK)
    const email = newEmail()
    const answer = await fetch(`${stage.url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, projectId: 'fantasy-cards' }),
    })
    const tokens: unknown = await answer.json()
    await page.goto('/contact')
    await page.evaluate((given) => {
      addEventListener('message', ({ data, source, origin }) => {
        if (data.type !== 'BLINK_REQUEST_AUTH_TOKENS') return
        const handed = { type: 'BLINK_AUTH_TOKENS', projectId: data.projectId, tokens: given }
        ;(source as Window).postMessage(handed, origin)
      })
      localStorage.setItem('auth-tokens:fantasy-cards', '{}')
      const frame = document.createElement('iframe')
      frame.src = '/my-cards'
      document.body.append(frame)
    }, tokens)
    await page.frameLocator('iframe').getByText(`or saved as ${email}.`).waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('auth-tokens:fantasy-cards')), '{}')
    await context.close()
  })
})
