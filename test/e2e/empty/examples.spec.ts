import { EXAMPLES } from '#shared/domain/examples.ts'
import { HALL_WORDS } from '#shared/domain/hall-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { findAccessibilityViolations } from '../support/access.ts'
import { expect, test } from '../support/fixtures.ts'
import { arriveAt } from '../support/page.ts'
import { DESK, PHONE } from '../support/screens.ts'

test('an empty Hall shows labeled example cards without vote buttons', async ({ openTab, site }) => {
  for (const viewport of [PHONE, DESK]) {
    const { page } = await openTab(viewport)
    await arriveAt(page, '/hall-of-fame')
    await expect(page.getByText(LABELS.noCards)).toBeVisible()
    const examples = page.getByRole('region', { name: HALL_WORDS.examples })
    for (const [i, { playerName }] of EXAMPLES.entries()) {
      const item = examples.getByRole('listitem').nth(i)
      // The screen reader text also says that it is an example.
      await expect(item.getByRole('img', { name: playerName })).toHaveAttribute('alt', /^Example/)
      await expect(item.getByText(LABELS.example, { exact: true })).toBeVisible()
    }
    await expect(examples.getByText(HALL_WORDS.examplesNote)).toBeVisible()
    await expect(examples.getByRole('link')).toHaveCount(0)
    await expect(examples.getByRole('button')).toHaveCount(0)
    expect(await findAccessibilityViolations(page, 'an empty Hall')).toEqual([])
    await arriveAt(page, '/hall-of-fame?team=Los+Angeles+Rams')
    await expect(page.getByRole('link', { name: 'Make the first Los Angeles Rams card' })).toBeVisible()
    for (const list of ['top', 'recent', 'new', 'trending', 'week'])
      expect(await (await page.request.get(`/api/cards?list=${list}`)).json(), list).toEqual({ cards: [] })
    const vote = await page.request.post(`/api/cards/${EXAMPLES[0].id}/votes`, { headers: { origin: site.url } })
    expect(vote.status(), 'an example has no id of a card').toBe(400)
  }
})
