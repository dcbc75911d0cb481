import { readFileSync } from 'node:fs'
import { LABELS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { openMakersTab } from './support/maker.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, press, expectToast, waitForSheetExit } from './support/page.ts'
import { DESK } from './support/screens.ts'
import { ageSignIn, newEmail, signInByMail } from './support/sign-in.ts'

test("a passwordless account shows a browser's cards on every device, exports its data, and is deleted with its cards", async ({
  openTab,
  site,
}) => {
  const email = newEmail()
  const maker = await openMakersTab({ url: site.url, open: openTab }, 'public', DESK)
  const { id } = maker.made
  await signInByMail(maker.page, site, email)
  await arriveAt(maker.page, '/my-cards')
  await expect(maker.page.getByText('1 card is only in this browser.')).toBeVisible()
  await press('Add it to my account')(maker.page)
  await expectToast(maker.page, "Added. You'll see your cards on every device.")
  await expect(maker.page.getByText('1 card is only in this browser.')).toBeHidden()

  const tab = await openTab()
  const { page } = tab
  await signInByMail(page, site, email)
  await expect(page.getByRole('link', { name: 'Open Gridiron Gran' })).toBeVisible()
  await page.goto(`/card/${id}`)
  await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible()
  await press('Change nickname')(page)
  await page.getByRole('textbox', { name: LABELS.funNickname }).fill('Mailed Gran')
  await press(LABELS.saveChanges)(page)
  await expect(page.getByRole('heading', { name: 'Mailed Gran', level: 1 })).toBeVisible()

  await arriveAt(page, '/account')
  await expect(page.getByText('This account has no password.')).toBeVisible()
  await expect(page.getByText(/^1 card is saved with this account\./)).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), press('Download my data')(page)])
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as { account: { email: string } }
  expect(data.account.email).toBe(email)
  await ageSignIn(page)
  await press('Delete account')(page)
  const sheet = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(sheet.getByText(/^This account has no password\. Sign in again with an emailed link/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Delete account/ })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Keep the account' }).click()

  await page.unrouteAll({ behavior: 'wait' })
  await expect(sheet).toBeHidden()
  await waitForSheetExit(page)
  await page.reload()
  await press('Delete account')(page)
  expect(await findAccessibilityViolations(page, 'the question before an account is deleted')).toEqual([])
  await sheet.getByRole('button', { name: 'Delete account and 1 card', exact: true }).click()
  await expectToast(page, 'Your account was deleted.')
  expect(site.store.rows('select id from users where email = ?', email)).toEqual([])
  expect(site.store.rows('select id from fantasy_football_cards where id = ?', id)).toEqual([])
  const response = await page.goto(`/card/${id}`)
  expect(response!.status()).toBe(410)
  expectOnlyFailedRequests(tab)
})
