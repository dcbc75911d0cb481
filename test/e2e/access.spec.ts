import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, type OpenTab, test } from './support/fixtures.ts'
import { choosePhoto, openEditTools } from './support/form.ts'
import { WITH_TEAM } from './support/hall.ts'
import { arriveAt, expectToast } from './support/page.ts'
import { holdRequests, notBrowsersOwn } from './support/network.ts'
import { DESK, PHONE } from './support/screens.ts'
import { enterPassword, newEmail } from './support/sign-in.ts'

/** A phone tab whose states are checked in the phone and the desktop layout, with axe in both themes. */
async function openChecked(openTab: OpenTab, path: string) {
  const { page, complaints } = await openTab(PHONE)
  await arriveAt(page, path)
  const check = async (state: string) => {
    expect.soft(await findAccessibilityViolations(page, state)).toEqual([])
    await page.setViewportSize(DESK)
    expect.soft(await findAccessibilityViolations(page, `${state} on a desk`)).toEqual([])
    await page.setViewportSize(PHONE)
  }
  const checkSheet = async (name: string | RegExp, title: string | RegExp) => {
    const opener = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first()
    await opener.click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await check(String(title))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toBeHidden()
    await expect(opener, `${title} gives the focus back`).toBeFocused()
  }
  return { page, complaints, check, checkSheet }
}

test('the generator passes the accessibility checks from an empty form to a finished card', async ({ openTab }) => {
  test.setTimeout(240_000)
  const { page, check, checkSheet } = await openChecked(openTab, WITH_TEAM)
  await check('an empty form')
  await checkSheet(/^Team Colors: /, LABELS.teamColors)
  await checkSheet(/^Armor \/ Headgear: /, LABELS.armor)
  await checkSheet(LABELS.privacy, LABELS.privacy)
  // The CSP refuses injected style elements, so the size is set on the element itself.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  // The sticky header covers part of a page that is scrolled.
  await page.evaluate(() => window.scrollTo(0, 0))
  await check('an empty form at 200 % text')
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
  await choosePhoto(page)
  await checkSheet('Adjust', 'Fit your face')
  await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
  await check('a form with a photo')
  const form = await holdRequests(page, '**/api/generations')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page.getByRole('button', { name: LABELS.cancel })).toBeVisible()
  await check('drawing')
  form.release()
  await expect(page.getByRole('heading', { name: SUCCESS.cardReady })).toBeVisible({ timeout: 60_000 })
  await check('a finished card')
  await openEditTools(page)
  await page.getByRole('radio', { name: /^Photo/ }).check({ force: true })
  await check('the tools of a finished card, with the other finish')
  await checkSheet('Edit stats', /stats/i)
  await checkSheet('Other formats', /Download/)
  await checkSheet('More', /More|Share/)
  await page.getByRole('button', { name: LABELS.saveToHall }).click()
  await expect(page.getByText(SUCCESS.cardSaved)).toBeVisible()
  await check('a saved card')
})

test('the Hall, a card page and its report form pass the accessibility checks, also when they cannot load', async ({
  openTab,
  site,
}) => {
  test.setTimeout(240_000)
  const { page, complaints, check, checkSheet } = await openChecked(openTab, '/hall-of-fame')
  await expect(page.locator('a[href^="/card/"] img').first()).toBeVisible()
  await check('the Hall')
  await checkSheet(/^More about /, /.+/)
  await arriveAt(page, '/hall-of-fame?team=Dallas%20Cowboys')
  await expect(page.getByText(LABELS.emptyFilter)).toBeVisible()
  await check('a team without cards')
  await arriveAt(page, `/card/${site.cardIds[0]}`)
  await page.getByRole('button', { name: LABELS.upvote }).click()
  await expectToast(page, SUCCESS.voteAdded)
  await check('a card with a vote and a toast')
  await checkSheet(/Report this card/, /Report/)
  await arriveAt(page, '/card/0123456789abcdef0123456789abcdef')
  await expect(page.getByRole('heading', { name: LABELS.cardNotFound })).toBeVisible()
  await check('a missing card')
  expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
  await page.route('**/api/cards?list=**', (route) => route.abort('connectionfailed'))
  await arriveAt(page, '/contact')
  await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
  await expect(page.getByText(/Couldn't (?:load|update)/).first()).toBeVisible()
  await check('a Hall that did not load')
  expect(complaints.splice(0).filter(notBrowsersOwn).length).toBeGreaterThan(0)
})

test('contact, text pages and every sign-in page pass the accessibility checks', async ({ openTab }) => {
  test.setTimeout(240_000)
  const { page, complaints, check } = await openChecked(openTab, '/contact')
  await check('contact')
  await page.getByRole('button', { name: LABELS.sendMessage }).click()
  await expectToast(page, FAILURE.contactFieldsMissing)
  await check('contact with errors')
  for (const path of ['/privacy-policy', '/my-cards', '/no-such-page']) {
    await arriveAt(page, path)
    await check(path)
  }
  const views = ['?view=signup', '?view=reset&token=t', '?magic_token=t', '?redirect_url=https://elsewhere.example']
  for (const path of [...views.map((view) => `/auth${view}`), '/admin']) {
    await page.goto(path)
    expect.soft(await findAccessibilityViolations(page, path)).toEqual([])
  }
  await page.goto('/auth')
  await enterPassword(page, newEmail())
  await expect(page.getByRole('alert')).toBeFocused()
  expect.soft(await findAccessibilityViolations(page, 'a wrong password')).toEqual([])
  expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
})
