import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { accessFaults } from './support/access.ts'
import { expect, type OpenTab, test } from './support/fixtures.ts'
import { arriveAt, toastSays } from './support/page.ts'
import { hold, notBrowsersOwn } from './support/network.ts'
import { DESK, PHONE } from './support/screens.ts'
import { PORTRAIT } from './support/visitor.ts'

/** A tab whose states are checked with axe in both themes, and at 320 px for what sticks out. */
async function openChecked(openTab: OpenTab, viewport: typeof PHONE, path: string) {
  const { page, complaints } = await openTab(viewport)
  await arriveAt(page, path)
  const check = async (state: string) => expect.soft(await accessFaults(page, state)).toEqual([])
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

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`the generator is accessible on ${device} from an empty form to a finished card`, async ({ openTab }) => {
    const { page, check, checkSheet } = await openChecked(openTab, viewport, '/')
    await check('an empty form')
    await checkSheet(/^Team Colors: /, LABELS.teamColors)
    await checkSheet(/^Armor \/ Headgear: /, LABELS.armor)
    await checkSheet(LABELS.privacy, LABELS.privacy)
    // The page's policy refuses style elements of others, so the size is set on the element itself.
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    await check('an empty form at 200 % text')
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
    await page.getByLabel('Choose a photo (not saved)').setInputFiles(PORTRAIT)
    await expect(page.getByRole('dialog', { name: 'Fit your face' })).toBeVisible()
    await check('the crop sheet')
    await page.getByRole('button', { name: 'Use photo' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
    await check('a form with a photo')
    const form = await hold(page, '**/api/generations')
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(page.getByRole('button', { name: LABELS.cancel })).toBeVisible()
    await check('drawing')
    form.release()
    await expect(page.getByRole('heading', { name: SUCCESS.cardReady })).toBeVisible({ timeout: 60_000 })
    await check('a finished card')
    await checkSheet('Edit stats', /stats/i)
    await checkSheet('Other formats', /Download/)
    await checkSheet('More', /More|Share/)
    await page.getByRole('button', { name: LABELS.saveToHall }).click()
    await expect(page.getByText(/^In the Hall/)).toBeVisible()
    await check('a saved card')
  })

  test(`the Hall is accessible on ${device} with cards, without any and when it does not load`, async ({ openTab }) => {
    const { page, complaints, check, checkSheet } = await openChecked(openTab, viewport, '/hall-of-fame')
    await expect(page.locator('a[href^="/card/"] img').first()).toBeVisible()
    await check('the Hall')
    await checkSheet(/^More about /, /.+/)
    await arriveAt(page, '/hall-of-fame?team=Dallas%20Cowboys')
    await expect(page.getByText(LABELS.emptyFilter)).toBeVisible()
    await check('a team without cards')
    await page.route('**/api/cards?list=**', (route) => route.abort('connectionfailed'))
    await arriveAt(page, '/contact')
    await page.getByRole('link', { name: LABELS.gallery, exact: true }).first().click()
    await expect(page.getByText(/Couldn't load/).first()).toBeVisible()
    await check('a Hall that did not load')
    expect(complaints.splice(0).filter(notBrowsersOwn).length).toBeGreaterThan(0)
  })

  test(`a card, its report and a missing card are accessible on ${device}`, async ({ openTab, site }) => {
    const path = `/card/${site.cardIds[0]}`
    const { page, complaints, check, checkSheet } = await openChecked(openTab, viewport, path)
    await page.getByRole('button', { name: LABELS.upvote }).click()
    await toastSays(page, SUCCESS.voteAdded)
    await check('a card with a vote and a toast')
    await checkSheet(/Report this card/, /Report/)
    await arriveAt(page, '/card/0123456789abcdef0123456789abcdef')
    await expect(page.getByRole('heading', { name: LABELS.cardNotFound })).toBeVisible()
    await check('a missing card')
    expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
  })

  test(`contact, its errors and the pages of text are accessible on ${device}`, async ({ openTab }) => {
    const { page, complaints, check } = await openChecked(openTab, viewport, '/contact')
    await check('contact')
    await page.getByRole('button', { name: LABELS.sendMessage }).click()
    await toastSays(page, FAILURE.contactFieldsMissing)
    await check('contact with errors')
    for (const path of ['/privacy-policy', '/my-cards', '/no-such-page']) {
      await arriveAt(page, path)
      await check(path)
    }
    expect(complaints.splice(0).filter(notBrowsersOwn)).toEqual([])
  })
}
