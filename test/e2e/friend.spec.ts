import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { getVisitorId } from './support/maker.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, button, expectToast } from './support/page.ts'
import { PHONE } from './support/screens.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

test('a friend votes for a shared card with one click, and only once from two tabs @smoke', async ({ tab, site }) => {
  const maker = createVisitor(site.url)
  await maker.arrive()
  const { id } = await makePublicCard(maker)
  const { page, context } = tab
  const other = await context.newPage()
  await arriveAt(other, `/card/${id}`)
  const upvote = button(page, LABELS.upvote)
  // A phone in landscape.
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width })
  await arriveAt(page, `/card/${id}/`)
  expect(new URL(page.url()).pathname).toBe(`/card/${id}`)
  await expect(page.locator('.flip-card-flip')).toBeInViewport({ ratio: 1 })
  await expect(upvote).not.toBeInViewport()
  await page.setViewportSize(PHONE)

  const makeYours = page.getByRole('main').getByRole('link', { name: LABELS.makeYours, exact: true })
  const primaries = page.locator('main .button-primary')
  for (const part of [page.getByRole('heading', { level: 1 }), page.getByText('0 votes'), upvote])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expect(upvote).toHaveText(`${LABELS.upvote} · 0`)
  await expect(primaries).toHaveCount(1)

  // The other tab stays outdated, although it refetches the card when it hears of the vote.
  const unvoted = (await (await page.request.get(`/api/cards/${id}`)).json()) as object
  await other.route(`**/api/cards/${id}`, (route) => route.fulfill({ json: unvoted }))
  await upvote.click()
  await expectToast(page, SUCCESS.voteAdded)
  await expect(makeYours).toBeInViewport({ ratio: 1 })
  await expect(makeYours).toHaveAttribute('href', `/?remix=${id}`)
  await expect(primaries).toHaveCount(1)
  await expect(upvote).toHaveCount(0)
  expect(await page.evaluate(() => scrollY), 'the press moves nothing').toBe(0)
  expect(await findAccessibilityViolations(page, 'a card after the vote')).toEqual([])

  await other.unroute(`**/api/cards/${id}`)
  await button(other, LABELS.upvote).click()
  await expectToast(other, FAILURE.vote)
  await expect(other.getByText(/^Voted\. /)).toBeVisible()
  await expect(other.locator('.scoreboard-cell:first-child b')).toHaveText('1')
  const visitor = await getVisitorId(tab)
  expect(site.store.rows('select 1 from votes where card = ? and voter = ?', id, visitor)).toHaveLength(1)
  expectOnlyFailedRequests(tab)
})
