import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { expectFinishedCard, choosePhoto, generateButton } from './support/form.ts'
import { getVisitorId } from './support/maker.ts'
import { WITH_TEAM } from './support/hall.ts'
import { arriveAt, press } from './support/page.ts'
import { DESK, PHONE } from './support/screens.ts'
import { walkFromSelfieToVote } from './support/walk.ts'

for (const viewport of [PHONE, DESK])
  test(`a visitor gets from a selfie to a card with a vote, at ${viewport.width} px${viewport === PHONE ? ' @smoke' : ''}`, async ({
    openTab,
    site,
    request,
  }) => {
    const { cardId, nickname } = await walkFromSelfieToVote(await openTab(viewport), site)
    const html = await (await request.get(`/card/${cardId}`)).text()
    expect(html).toContain(`<meta property="og:title" content="${nickname} #22 `)
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="${site.url}/og/${cardId}\\.\\w+\\.jpg"`))
  })

test('a photo is in the Hall after three clicks: choose it, Generate, Save to Hall @smoke', async ({ tab, site }) => {
  const { page } = tab
  await arriveAt(page, WITH_TEAM)
  await choosePhoto(page)
  await generateButton(page).click()
  await expectFinishedCard(page)
  await press(LABELS.saveToHall)(page)
  await expect(page.getByText(SUCCESS.cardSaved)).toBeVisible()
  const saved = site.store.rows(
    'select visibility from fantasy_football_cards where owner = ?',
    await getVisitorId(tab),
  )
  expect(saved).toEqual([{ visibility: 'public' }])
})
