import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { DESK, PHONE } from './support/browser.ts'
import { openMakersTab } from './support/maker.ts'
import { arriveAt, press } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { toastSays } from './support/path.ts'
import { isSignedIn, leaveToSignIn, mailedLink, newEmail } from './support/sign-in.ts'
import { enterStage, type Stage } from './support/stage.ts'

const ACCOUNT = '**/api/auth/account'

describe('the cards of an account without a password @long', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  async function signInByMail(page: Page, email: string): Promise<void> {
    await page.goto('/my-cards')
    await leaveToSignIn(page)
    await press('Email me a link')(page)
    await page.getByLabel('Email').fill(email)
    await press('Send me a link')(page)
    await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
    await page.goto(await mailedLink(stage, email))
    await press('Sign in')(page)
    await isSignedIn(page, email)
  }

  /** As if the sign-in was longer ago than the minutes in which it is a proof. */
  const seemsLongSignedIn = (page: Page) =>
    page.route(ACCOUNT, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), isFresh: false } })
    })

  test('have their tools on a second device at once, and go with the account, which says how many', async () => {
    const email = newEmail()
    const maker = await openMakersTab(stage, 'draft', DESK)
    const { id, jobId } = maker.made
    await signInByMail(maker.page, email)
    await arriveAt(maker.page, `/?job=${jobId}`)
    await press(LABELS.saveToHall)(maker.page)
    await maker.page.getByRole('checkbox', { name: /I'm the person in the photo/ }).check()
    await press('Publish')(maker.page)
    await toastSays(maker.page, SUCCESS.cardSaved)

    const { page, context, complaints } = await stage.open(PHONE)
    await signInByMail(page, email)
    // The page as a link brings it, not from the app's own list.
    await page.goto(`/card/${id}`)
    await page.getByRole('heading', { name: 'Your card' }).waitFor()
    await press('Change nickname')(page)
    await page.getByRole('textbox', { name: LABELS.funNickname }).fill('Mailed Gran')
    await press(LABELS.saveChanges)(page)
    await page.getByRole('heading', { name: 'Mailed Gran', level: 1 }).waitFor()

    await arriveAt(page, '/account')
    await page.getByText('This account has no password: you sign in by mailed links or by another service.').waitFor()
    assert.equal(await page.getByLabel('Password now').count(), 0)
    await page.getByText(/^1 card is saved with this account\./).waitFor()
    assert.deepEqual(await accessFaults(page, 'an account without a password'), [])

    await seemsLongSignedIn(page)
    await page.reload()
    await press('Delete account')(page)
    const sheet = page.getByRole('dialog', { name: 'Delete your account?' })
    await sheet.getByText(/^This account has no password\. Sign in once more by a mailed link/).waitFor()
    assert.equal(await sheet.getByRole('button', { name: /^Delete account/ }).count(), 0)
    await sheet.getByRole('button', { name: 'Keep the account' }).click()
    // An answer that is on its way is altered to its end.
    await page.unrouteAll({ behavior: 'wait' })

    await page.reload()
    await press('Delete account')(page)
    await sheet.getByText(/and with it 1 card with all pictures and votes/).waitFor()
    assert.deepEqual(await accessFaults(page, 'the question'), [])
    await sheet.getByRole('button', { name: 'Delete account and 1 card', exact: true }).click()
    await toastSays(page, 'Your account is deleted.')
    assert.deepEqual(stage.store.rows('select id from users where email = ?', email), [])
    assert.deepEqual(stage.store.rows('select id from fantasy_football_cards where id = ?', id), [])
    assert.equal((await page.goto(`/card/${id}`))!.status(), 410)
    for (const tab of [maker, { context, complaints }]) {
      assert.deepEqual(tab.complaints.filter(notBrowsersOwn), [])
      await tab.context.close()
    }
  })

  test('that were made before the sign-in are taken along by one press, and are on a second device', async () => {
    const email = newEmail()
    const maker = await openMakersTab(stage, 'public', PHONE)
    await signInByMail(maker.page, email)
    await arriveAt(maker.page, '/my-cards')
    await maker.page.getByText('1 card is with this browser alone.').waitFor()
    assert.deepEqual(await accessFaults(maker.page, 'a card that no account keeps'), [])
    await press('Keep it with my account')(maker.page)
    await toastSays(maker.page, 'Kept with your account, on every device.')
    await maker.page.getByText('1 card is with this browser alone.').waitFor({ state: 'detached' })

    const { page, context, complaints } = await stage.open(PHONE)
    await signInByMail(page, email)
    await arriveAt(page, '/my-cards')
    await page.getByRole('link', { name: 'Open Gridiron Gran' }).waitFor()
    await arriveAt(page, '/account')
    await page.getByText(/^1 card is saved with this account\./).waitFor()
    for (const tab of [maker, { context, complaints }]) {
      assert.deepEqual(tab.complaints.filter(notBrowsersOwn), [])
      await tab.context.close()
    }
  })
})
