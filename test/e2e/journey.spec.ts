import { expect, test } from './support/fixtures.ts'
import { DESK, PHONE } from './support/screens.ts'
import { walkFromSelfieToVote } from './support/walk.ts'

for (const viewport of [PHONE, DESK])
  test(`a visitor goes from a selfie to a card with a vote, at ${viewport.width} px${viewport === PHONE ? ' @smoke' : ''}`, async ({
    openTab,
    site,
    request,
  }) => {
    const { cardId, nickname } = await walkFromSelfieToVote(await openTab(viewport), site)
    const html = await (await request.get(`/card/${cardId}`)).text()
    expect(html).toContain(`<meta property="og:title" content="${nickname} #22 `)
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="${site.url}/og/${cardId}\\.\\w+\\.jpg"`))
  })
