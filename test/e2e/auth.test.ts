import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGNED_IN } from '#shared/domain/later-messages.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { fillForm, generateButton } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { toastSays } from './support/path.ts'
import {
  AUTH_MESSAGE,
  countOf,
  enterPassword,
  isNobody,
  isSignedIn,
  leaveToSignIn,
  mailedLink,
  makeAccount,
  newEmail,
  PASSWORD,
  signUp,
} from './support/sign-in.ts'
import { enterStage, type Stage } from './support/stage.ts'

describe('signing in @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

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
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByRole('heading', { name: 'Sign in by email' }).waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    const link = await mailedLink(stage, email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isSignedIn(page, email)
    await toastSays(page, SIGNED_IN(email))
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Magic link has expired. Please request a new one.').waitFor()
    await context.close()
  })

  test('goes on with a new password by a link from a mail, once, and every other device is signed out', async () => {
    const { page, context, complaints } = await stage.open()
    const elsewhere = await stage.open(DESK)
    const email = newEmail()
    for (const tab of [page, elsewhere.page]) await tab.goto('/my-cards')
    await makeAccount(elsewhere.page, email)
    const sessions = 'sessions where ended_at is null'
    assert.equal(countOf(stage, sessions, email), 1)

    await leaveToSignIn(page)
    await page.getByRole('button', { name: 'Forgot password' }).click()
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    const link = await mailedLink(stage, email)
    await page.goto(link)
    await page.getByLabel('New password').fill(`${PASSWORD}!`)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Password saved' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await enterPassword(page, email, `${PASSWORD}!`)
    await isSignedIn(page, email)
    assert.equal(page.url(), `${stage.url}/my-cards`)
    assert.deepEqual(complaints, [])

    const kept = stage.store.rows('select email_verified from users where email = ?', email)
    const links = stage.store.rows("select 1 from one_time_tokens where purpose = 'reset' and email = ?", email)
    assert.deepEqual([kept[0]?.['email_verified'], links.length, countOf(stage, sessions, email)], [1, 0, 1])
    await elsewhere.page.reload()
    await isNobody(elsewhere.page)
    await page.goto(link)
    await page.getByLabel('New password').fill(`${PASSWORD}?`)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('The link has been used, or its hour is over.').waitFor()
    await context.close()
    await elsewhere.context.close()
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
    await toastSays(other, 'You are signed out.')
    assert.deepEqual(await accessFaults(other, 'signed out'), [])
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
    await enterPassword(elsewhere.page, email)
    await elsewhere.page.getByRole('heading', { name: 'Signed Ann' }).waitFor()
    await context.close()
    await elsewhere.context.close()
  })

  test('is taken over from the page around, in a frame, and stays in it', async () => {
    const { page, context } = await stage.open(DESK)
    const email = newEmail()
    const tokens = await signUp(stage, email)
    await arriveAt(page, '/contact')
    await page.evaluate(
      ([given, said]) => {
        addEventListener('message', ({ data, source, origin }) => {
          if (data.type !== said.request) return
          ;(source as Window).postMessage({ type: said.tokens, projectId: data.projectId, tokens: given }, origin)
        })
        const frame = document.createElement('iframe')
        frame.src = '/my-cards'
        document.body.append(frame)
      },
      [tokens, AUTH_MESSAGE] as const,
    )
    await page.frameLocator('iframe').getByText(`or saved as ${email}.`).waitFor()
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('auth-'))), [])
    await context.close()
  })

  test('is for everybody, in every state of its page and at the door of the admin pages', async () => {
    const { page, context } = await stage.open()
    const faults: string[] = []
    const views = ['signin', 'signup', 'magic', 'forgot', 'reset&token=t', 'verify&token=t'].map(
      (view) => `?view=${view}`,
    )
    for (const path of [...views, '?magic_token=t', '?redirect_url=https://elsewhere.example']) {
      await page.goto(`/auth${path}`)
      faults.push(...(await accessFaults(page, path)))
    }
    await page.goto('/auth')
    await enterPassword(page, newEmail())
    await page.getByRole('alert').waitFor()
    assert.ok(await page.getByRole('alert').evaluate((alert) => alert === document.activeElement))
    faults.push(...(await accessFaults(page, 'a wrong password')))
    await page.goto('/admin')
    faults.push(...(await accessFaults(page, 'the admin door')))
    assert.deepEqual(faults, [])
    await context.close()
  })
})
