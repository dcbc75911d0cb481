import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from './support/access.ts'
import { expect, test } from './support/fixtures.ts'
import { arriveAt, button, expectToast } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const)
  test(`a friend votes for a shared card with one click on ${device}${viewport === PHONE ? ' @smoke' : ''}`, async ({
    openTab,
    site,
  }) => {
    const maker = createVisitor(site.url)
    await maker.arrive()
    const { id } = await makePublicCard(maker)
    const { page } = await openTab(viewport)
    await arriveAt(page, `/card/${id}/`)
    expect(new URL(page.url()).pathname).toBe(`/card/${id}`)

    const upvote = button(page, LABELS.upvote)
    const makeYours = page.getByRole('main').getByRole('link', { name: LABELS.makeYours, exact: true })
    const primaries = page.locator('main .button-primary')
    for (const part of [page.getByRole('heading', { level: 1 }), page.getByText('0 votes'), upvote])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expect(upvote).toHaveText(`${LABELS.upvote} · 0`)
    await expect(primaries).toHaveCount(1)

    await upvote.click()
    await expectToast(page, SUCCESS.voteAdded)
    await expect(makeYours).toBeInViewport({ ratio: 1 })
    await expect(makeYours).toHaveAttribute('href', `/?remix=${id}`)
    await expect(primaries).toHaveCount(1)
    await expect(upvote).toHaveCount(0)
    expect(await page.evaluate(() => scrollY), 'the press moves nothing').toBe(0)
    expect(await findAccessibilityViolations(page, 'a card after the vote')).toEqual([])
  })

test('voting on a phone in landscape keeps the card in view', async ({ openTab, site }) => {
  const { page } = await openTab({ width: 844, height: 390 })
  await arriveAt(page, `/card/${site.cardIds[0]}`)
  await expect(page.locator('.flip-card-flip')).toBeInViewport({ ratio: 1 })
  await expect(button(page, LABELS.upvote)).not.toBeInViewport()
})
