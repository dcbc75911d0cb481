import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { getVisitorId } from './support/maker.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, button, expectToast } from './support/page.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

test('two tabs of one visitor count one vote @smoke', async ({ tab, site }) => {
  const maker = createVisitor(site.url)
  await maker.arrive()
  const { id } = await makePublicCard(maker)
  const { page, context } = tab
  const other = await context.newPage()
  for (const each of [page, other]) {
    await arriveAt(each, `/card/${id}`)
    await expect(button(each, LABELS.upvote)).toBeVisible()
  }
  // The other tab stays outdated, although it refetches the card when it hears of the vote.
  const unvoted = (await (await page.request.get(`/api/cards/${id}`)).json()) as object
  await other.route(`**/api/cards/${id}`, (route) => route.fulfill({ json: unvoted }))
  await button(page, LABELS.upvote).click()
  await expectToast(page, SUCCESS.voteAdded)
  await other.unroute(`**/api/cards/${id}`)
  await button(other, LABELS.upvote).click()
  await expectToast(other, FAILURE.vote)
  await expect(other.getByText(/^Voted\. /)).toBeVisible()
  await expect(other.locator('.scoreboard-cell:first-child b')).toHaveText('1')
  const visitor = await getVisitorId(tab)
  expect(site.store.rows('select 1 from votes where card = ? and voter = ?', id, visitor)).toHaveLength(1)
  expectOnlyFailedRequests(tab)
})
