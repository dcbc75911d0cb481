import type { Page } from '@playwright/test'
import { LABELS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { openMakersTab } from './support/maker.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { press, expectToast, waitForHydration } from './support/page.ts'

/** Requests the manage link like the maker's own page. */
const askForManageLink = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (card) => {
    const { url } = (await (await fetch(`/api/cards/${card}/manage-link`)).json()) as { url: string }
    return url
  }, id)

const isDrawn = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .not.toBe(0)

test('a manage link opens a draft in another browser, where it can be renamed, reopened and deleted', async ({
  tab,
  openTab,
  site,
}) => {
  const { page } = tab
  const maker = await openMakersTab({ url: site.url, open: openTab }, 'draft')
  await maker.page.goto('/my-cards')
  await page.goto(await askForManageLink(maker.page, maker.made.id))
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible()
  await expect(page).toHaveURL(`/card/${maker.made.id}`)
  await isDrawn(page, '.stage-stage img')
  await press('Change nickname')(page)
  await page.getByRole('textbox', { name: LABELS.funNickname }).fill('Second Device')
  await press(LABELS.saveChanges)(page)
  await expect(page.getByRole('heading', { name: 'Second Device', level: 1 })).toBeVisible()

  await page.goto('/my-cards')
  await isDrawn(page, '.card-tile-link img')
  await page.getByRole('link', { name: 'Open Second Device' }).click()
  await press('Delete')(page)
  await press('Delete for good')(page)
  await expectToast(page, 'Second Device was deleted.')
  // The secret is in the URL fragment, so the first request does not send it.
  expectOnlyFailedRequests(tab)
})
