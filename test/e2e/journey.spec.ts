import { expect, test } from './support/fixtures.ts'
import { walkFromSelfieToVote } from './support/walk.ts'

test('a visitor gets from a selfie to a card with a vote @smoke', async ({ tab, site, request }) => {
  const { cardId, nickname } = await walkFromSelfieToVote(tab, site)
  const html = await (await request.get(`/card/${cardId}`)).text()
  expect(html).toContain(`<meta property="og:title" content="${nickname} #22 `)
  expect(html).toMatch(new RegExp(`<meta property="og:image" content="${site.url}/og/${cardId}\\.\\w+\\.jpg"`))
})
