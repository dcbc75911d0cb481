import { beforeEach, expect, test } from 'vitest'
import { createStats } from '#shared/domain/stats.ts'
import { createTestApp, getVisitorId, noPictures, ORIGIN } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

type SeenCall = { line: string; body: unknown; keys: [string | null, string | null] }

beforeEach(freshDatabase)

test('calls the card data service with exactly the six documented calls', async () => {
  const seen: Promise<SeenCall>[] = []
  const app = createTestApp({
    pictures: noPictures,
    watchBackend: (request) => {
      const url = new URL(request.url)
      if (!url.pathname.startsWith('/rest/')) return
      seen.push(
        request.text().then((text) => ({
          line: `${request.method} ${decodeURIComponent(url.pathname + url.search)}`,
          body: text === '' ? null : (JSON.parse(text) as unknown),
          keys: [request.headers.get('apikey'), request.headers.get('authorization')],
        })),
      )
    },
  })
  const visitor = app.visitor()
  const owner = getVisitorId(await visitor.arrive())
  const imageUrl = await seedCard({ id: 'c1', visibility: 'draft', owner })
  const stats = createStats(() => 80)

  await visitor.send('/api/cards?list=recent')
  await visitor.send('/api/cards?list=strip')
  await visitor.send('/api/cards?list=top')
  await visitor.send('/api/cards/c1')
  const card = { playerName: 'Ace', jerseyNumber: '12', teamColors: 'Chicago Bears', imageUrl, stats }
  expect((await visitor.post('/api/cards', card)).status).toBe(201)
  expect((await visitor.post('/api/cards/c1/votes', { votes: 1 })).status).toBe(200)

  const calls = await Promise.all(seen)
  expect(calls.map(({ line, body }) => ({ line, body }))).toEqual([
    { line: 'GET /rest/v1/fantasy_football_cards?select=*&order=created_at.desc&limit=8', body: null },
    { line: 'GET /rest/v1/fantasy_football_cards?select=*&order=created_at.desc&limit=5', body: null },
    { line: 'GET /rest/v1/fantasy_football_cards?select=*&order=votes.desc,created_at.desc&limit=100', body: null },
    { line: 'GET /rest/v1/fantasy_football_cards?id=eq.c1&select=*', body: null },
    {
      line: 'POST /rest/v1/fantasy_football_cards',
      body: {
        player_name: 'Ace',
        jersey_number: '12',
        team_colors: 'Chicago Bears',
        image_url: `${ORIGIN}/storage/fantasy-cards/cards/c1/1.jpg`,
        stats,
        user_id: 'anonymous',
        votes: 0,
      },
    },
    { line: 'PATCH /rest/v1/fantasy_football_cards?id=eq.c1', body: { votes: 1 } },
  ])
  for (const { keys } of calls) expect(keys).toEqual(['public-fantasy-cards', 'Bearer public-fantasy-cards'])
})
