import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { createTestApp, idOf, noPictures, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { hostJob, newJob } from '../edge/hosted-job.ts'
import { ownedCard } from '../edge/owned-cards.ts'
import { connect, type Listener } from './listener.ts'

let app: TestApp
let hall: Listener
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  hall = await connect(app)
  await hall.subscribe('hall')
})

const said = (listener: Listener, channel: string) => listener.messages(channel).map(({ type, data }) => [type, data])
/** Long enough for what would have been said. */
const soon = () => scheduler.wait(60)

async function watch(id: string): Promise<Listener> {
  const listener = await connect(app)
  await listener.subscribe(`card:${id}`)
  return listener
}

describe('a vote', () => {
  test('ticks in the Hall and on the card’s page, whatever door it came by', async () => {
    await seedCard({ id: 'one', votes: 4 })
    const page = await watch('one')
    const visitor = app.visitor()
    await visitor.arrive()
    expect((await visitor.post('/api/cards/one/votes', { votes: 5 })).status).toBe(200)
    await hall.nth('message', 1)
    const headers = { apikey: 'public-fantasy-cards', authorization: 'Bearer public-fantasy-cards' }
    const raw = { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' }, body: '{"votes":6}' }
    expect((await app.send('/rest/v1/fantasy_football_cards?id=eq.one', raw)).status).toBe(204)

    for (const [listener, channel] of [
      [hall, 'hall'],
      [page, 'card:one'],
    ] as const)
      await vi.waitFor(() =>
        expect(said(listener, channel)).toEqual([
          ['votes', { cards: [{ id: 'one', votes: 5 }] }],
          ['votes', { cards: [{ id: 'one', votes: 6 }] }],
        ]),
      )
  })

  test('that is refused says nothing, and one for a card that is not in the Hall says nothing there', async () => {
    await seedCard({ id: 'one' })
    await seedCard({ id: 'shared', visibility: 'unlisted' })
    const page = await watch('shared')
    const visitor = app.visitor()
    await visitor.arrive()
    for (const id of ['one', 'one', 'shared']) await visitor.post(`/api/cards/${id}/votes`, { votes: 1 })
    expect(await page.nth('message', 1)).toMatchObject({ data: { cards: [{ id: 'shared', votes: 1 }] } })
    await soon()
    expect(said(hall, 'hall')).toEqual([['votes', { cards: [{ id: 'one', votes: 1 }] }]])
  })

  test('is merged with others: fifty in a moment are a few messages that end with the right totals', async () => {
    for (const id of ['one', 'two']) await seedCard({ id })
    const start = Date.now()
    for (let n = 1; n <= 25; n++)
      for (const id of ['one', 'two']) {
        const visitor = app.visitor({ 'cf-connecting-ip': `198.51.100.${n}` })
        await visitor.arrive()
        expect((await visitor.post(`/api/cards/${id}/votes`, { votes: n })).status).toBe(200)
      }
    const totals = () => {
      const cards = hall
        .messages('hall')
        .flatMap(({ data }) => (data as { cards: { id: string; votes: number }[] }).cards)
      return Object.fromEntries(cards.map(({ id, votes }) => [id, votes]))
    }
    await vi.waitFor(() => expect(totals()).toEqual({ one: 25, two: 25 }))
    expect(hall.messages('hall').length).toBeLessThanOrEqual(2 + (Date.now() - start) / 250)
  })
})

describe('a card', () => {
  test('that is saved is announced in the Hall; unpublished, it is gone there and on its page', async () => {
    const visitor = app.visitor()
    const owner = idOf(await visitor.arrive())
    const imageUrl = await seedCard({ id: 'mine', visibility: 'draft', owner })
    const page = await watch('mine')
    const card = {
      imageUrl,
      playerName: 'Ace',
      jerseyNumber: '12',
      teamColors: 'Green Bay Packers',
      stats: statsOf(() => 77),
    }
    expect((await visitor.post('/api/cards', card)).status).toBe(201)
    await vi.waitFor(() => expect(said(hall, 'hall')).toEqual([['card', { id: 'mine' }]]))
    expect((await visitor.post('/api/cards/mine/unpublish', {})).status).toBe(200)
    await vi.waitFor(() => expect(said(hall, 'hall').at(-1)).toEqual(['gone', { id: 'mine' }]))
    await vi.waitFor(() => expect(said(page, 'card:mine')).toEqual([['gone', { id: 'mine' }]]))
  })

  test('that gets another name is sent to viewers of its page, and is not new in the Hall', async () => {
    const visitor = app.visitor()
    await ownedCard(idOf(await visitor.arrive()), { visibility: 'public' })
    const page = await watch('c1')
    const rename = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ playerName: 'Nova' }),
    }
    for (let twice = 0; twice < 2; twice++) expect((await visitor.send('/api/cards/c1', rename)).status).toBe(200)
    await vi.waitFor(() => expect(said(page, 'card:c1')).toEqual([['card', { id: 'c1' }]]))
    await soon()
    expect(said(hall, 'hall')).toEqual([])
  })

  test('that is deleted or hidden is gone; of one that was never in the Hall the Hall hears nothing', async () => {
    const visitor = app.visitor()
    const owner = idOf(await visitor.arrive())
    await seedCard({ id: 'shared', visibility: 'unlisted', owner })
    await seedCard({ id: 'shown', owner })
    // One grave report hides only a new card.
    await seedCard({ id: 'bad', createdAt: new Date().toISOString() })
    const page = await watch('shared')
    for (const id of ['shared', 'shown'])
      expect((await visitor.send(`/api/cards/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await visitor.post('/api/cards/bad/reports', { reason: 'minor' })).status).toBe(202)
    await vi.waitFor(() => expect(said(page, 'card:shared')).toEqual([['gone', { id: 'shared' }]]))
    await vi.waitFor(() =>
      expect(said(hall, 'hall')).toEqual([
        ['gone', { id: 'shown' }],
        ['gone', { id: 'bad' }],
      ]),
    )
  })
})

test('a generation tells every step and try on its own channel, in order', async () => {
  const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
  const job = newJob('v')
  const listener = await connect(app)
  await listener.subscribe(`job:${job.id}`)
  let tries = 0
  const hosted = await hostJob(job, {
    draw: async () => {
      tries += 1
      if (tries === 1) throw new AppError('AI_FAILED')
      return 'https://cards.example/storage/fantasy-cards/ai/1.png'
    },
  })
  await hosted.run()

  const step = (state: string, attempt: number) => ['generation', { id: job.id, state, attempt, attempts: 4 }]
  await vi.waitFor(() =>
    expect(said(listener, `job:${job.id}`)).toEqual([
      step('checking', 0),
      step('drawing', 0),
      step('drawing', 1),
      step('drawing', 2),
      step('finishing', 2),
      step('ready', 2),
    ]),
  )
  quiet.mockRestore()
})
