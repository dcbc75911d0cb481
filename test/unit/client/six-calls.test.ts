import { expect, test } from 'vitest'
import type { Order } from '#shared/query/ast.ts'
import { where } from '#shared/query/ast.ts'
import { createRecorder } from './recorder.ts'

const descending = (column: string): Order => ({ column, direction: 'desc' })

test('sends the six calls of the card data service exactly as specified', async () => {
  const { client, requests } = createRecorder([{ id: 'c1' }])
  const cards = client.rest('fantasy_football_cards')
  const card = { player_name: 'Ace', image_url: 'https://x/y.jpg', stats: { touchdownPower: 99 }, votes: 0 }

  await cards.select({ order: [descending('created_at')], limit: 8 })
  await cards.select({ order: [descending('created_at')], limit: 5 })
  await cards.select({ order: [descending('votes'), descending('created_at')], limit: 100 })
  await cards.select({ filters: [where('id', 'eq', 'c1')] })
  await cards.update([where('id', 'eq', 'c1')], { votes: 8 })
  await cards.insert(card, { returning: true })

  const path = 'https://core.example/rest/v1/fantasy_football_cards'
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', `${path}?select=*&order=created_at.desc&limit=8`, null],
    ['GET', `${path}?select=*&order=created_at.desc&limit=5`, null],
    ['GET', `${path}?select=*&order=votes.desc,created_at.desc&limit=100`, null],
    ['GET', `${path}?id=eq.c1&select=*`, null],
    ['PATCH', `${path}?id=eq.c1`, { votes: 8 }],
    ['POST', path, card],
  ])
  for (const { headers } of requests)
    expect(headers).toMatchObject({ apikey: 'public-key', authorization: 'Bearer public-key' })
  expect(requests.map(({ headers }) => headers['prefer'])).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    'return=representation',
  ])
})

test('sends a signed-in user’s token as the bearer, never in apikey', async () => {
  const { client, requests } = createRecorder([], { token: () => 'user-token' })
  await client.rest('t').select()
  expect(requests[0]!.headers).toMatchObject({ apikey: 'public-key', authorization: 'Bearer user-token' })
})

test('keeps a value with every special character of the grammar as one value', async () => {
  const { client, requests } = createRecorder([])
  await client.rest('t').select({ filters: [where('team', 'eq', 'a&b=c,d.(e)"f" +%')] })
  const url = new URL(requests[0]!.url)
  expect([...url.searchParams]).toEqual([
    ['team', 'eq.a&b=c,d.(e)"f" +%'],
    ['select', '*'],
  ])
})
