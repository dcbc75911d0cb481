import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessFaults } from './support/access.ts'
import { arriveAt, untilTakenOver } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { toastSays } from './support/path.ts'
import { enterPassword, leaveToSignIn, makeAccount, newEmail, PASSWORD } from './support/sign-in.ts'
import { enterStage, type Stage } from './support/stage.ts'

const NEW_PASSWORD = 'another horse battery'

const ACCOUNT = '**/api/auth/account'

/** Answers that the sign-in is older than ten minutes: from then on the password is asked for. */
async function seemsLongSignedIn(page: Page): Promise<void> {
  await page.route(ACCOUNT, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), isFresh: false } })
  })
  await page.reload()
}

describe('an account @core', () => {
  let stage: Stage
  before(async () => {
    stage = await enterStage()
  })
  after(() => stage.close())

  test('is looked after on a page of its own: password, data, sign-ins, and its end', async () => {
    const email = newEmail()
    const { page, context, complaints } = await stage.open()
    await arriveAt(page, '/my-cards')
    await makeAccount(page, email)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByText(email, { exact: true }).waitFor()
    assert.deepEqual(await accessFaults(page, '/account'), [])

    await page.getByLabel('Password now').fill('not my password')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('That is not the password of this account.').waitFor()
    assert.equal(await page.getByLabel('Password now').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('New password').getAttribute('aria-invalid'), 'false')
    assert.deepEqual(await accessFaults(page, 'a wrong password'), [])
    await page.getByLabel('Password now').fill(PASSWORD)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await toastSays(page, 'Your password is changed.')

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as { account: { email: string } }
    assert.equal(data.account.email, email)

    await seemsLongSignedIn(page)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Password').fill('not my password')
    await sheet.getByRole('button', { name: 'Sign out everywhere' }).click()
    await sheet.getByText('That is not the password of this account.').waitFor()
    assert.deepEqual(await accessFaults(page, 'the proof'), [])
    await sheet.getByLabel('Password').fill(NEW_PASSWORD)
    await sheet.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('Nobody is signed in here.').waitFor()

    await leaveToSignIn(page)
    await enterPassword(page, email, NEW_PASSWORD)
    await untilTakenOver(page)
    // An answer that is on its way is altered to its end.
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/account')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await sheet.getByText(/no further proof is needed/).waitFor()
    assert.deepEqual(await accessFaults(page, 'no proof'), [])
    await sheet.getByRole('button', { name: 'Delete account' }).click()
    await toastSays(page, 'Your account is deleted.')
    assert.equal(stage.store.rows('select id from users where email = ?', email).length, 0)
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await context.close()
  })
})
