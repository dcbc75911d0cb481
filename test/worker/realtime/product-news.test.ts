import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { createStats } from '#shared/domain/stats.ts'
import type { RealtimeChannelBase } from '#worker/realtime/channel/channel.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { hostJob, newJob } from '../edge/hosted-job.ts'
import { ownedCard } from '../edge/owned-cards.ts'
import { channelCalls, connect, type Listener } from './listener.ts'
import { channelStub } from './sleep.ts'

let app: TestApp
let hall: Listener
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  hall = await connect(app)
  await hall.subscribe('hall')
})

const LAST = 'last'
const listMessages = (listener: Listener, channel: string) =>
  listener.messages(channel).flatMap(({ type, data }) => (type === LAST ? [] : [[type, data]]))

/** Publishes a last message and waits until the Hall has received it, and so all earlier ones. */
async function receiveAll(): Promise<void> {
  await runInDurableObject(channelStub('hall'), (channel: RealtimeChannelBase) => channel.alarm())
  await channelCalls(() => app).post({ channel: 'hall', type: LAST }, as.service())
  await vi.waitFor(() => expect(hall.messages('hall').at(-1)).toMatchObject({ type: LAST }))
}

async function watch(id: string): Promise<Listener> {
  const listener = await connect(app)
  await listener.subscribe(`card:${id}`)
  return listener
}

describe('events of votes', () => {
  it('publishes a vote in the Hall and on the card’s page, from either API', async () => {
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
        expect(listMessages(listener, channel)).toEqual([
          ['votes', { cards: [{ id: 'one', votes: 5 }] }],
          ['votes', { cards: [{ id: 'one', votes: 6 }] }],
        ]),
      )
  })

  it('publishes no refused vote, and no vote for an unlisted card in the Hall', async () => {
    await seedCard({ id: 'one' })
    await seedCard({ id: 'shared', visibility: 'unlisted' })
    const page = await watch('shared')
    const visitor = app.visitor()
    await visitor.arrive()
    for (const id of ['one', 'one', 'shared']) await visitor.post(`/api/cards/${id}/votes`, { votes: 1 })
    expect(await page.nth('message', 1)).toMatchObject({ data: { cards: [{ id: 'shared', votes: 1 }] } })
    await receiveAll()
    expect(listMessages(hall, 'hall')).toEqual([['votes', { cards: [{ id: 'one', votes: 1 }] }]])
  })

  it('merges the votes of a quarter of a second into one message with the newest totals', async () => {
    const now = Date.now()
    await runInDurableObject(channelStub('hall'), async (channel: RealtimeChannelBase) => {
      channel.clock = () => now
      for (const totals of [{ one: 1 }, { one: 2, two: 1 }, { one: 3 }]) await channel.tick('hall', totals)
      await channel.alarm()
      channel.clock = Date.now
    })
    await hall.nth('message', 2)
    expect(listMessages(hall, 'hall')).toEqual([
      ['votes', { cards: [{ id: 'one', votes: 1 }] }],
      [
        'votes',
        {
          cards: [
            { id: 'one', votes: 3 },
            { id: 'two', votes: 1 },
          ],
        },
      ],
    ])
  })
})

describe('events of cards', () => {
  it('publishes a saved card in the Hall, and its removal there and on its page when it is unpublished', async () => {
    const visitor = app.visitor()
    const owner = getVisitorId(await visitor.arrive())
    const imageUrl = await seedCard({ id: 'mine', visibility: 'draft', owner })
    const page = await watch('mine')
    const card = {
      imageUrl,
      playerName: 'Ace',
      jerseyNumber: '12',
      teamColors: 'Green Bay Packers',
      stats: createStats(() => 77),
    }
    expect((await visitor.post('/api/cards', card)).status).toBe(201)
    await vi.waitFor(() => expect(listMessages(hall, 'hall')).toEqual([['card', { id: 'mine' }]]))
    expect((await visitor.post('/api/cards/mine/unpublish', {})).status).toBe(200)
    await vi.waitFor(() => expect(listMessages(hall, 'hall').at(-1)).toEqual(['gone', { id: 'mine' }]))
    await vi.waitFor(() => expect(listMessages(page, 'card:mine')).toEqual([['gone', { id: 'mine' }]]))
  })

  it('publishes a renamed card on its page once, and not in the Hall', async () => {
    const visitor = app.visitor()
    await ownedCard(getVisitorId(await visitor.arrive()), { visibility: 'public' })
    const page = await watch('c1')
    const rename = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ playerName: 'Nova' }),
    }
    for (let twice = 0; twice < 2; twice++) expect((await visitor.send('/api/cards/c1', rename)).status).toBe(200)
    await vi.waitFor(() => expect(listMessages(page, 'card:c1')).toEqual([['card', { id: 'c1' }]]))
    await receiveAll()
    expect(listMessages(hall, 'hall')).toEqual([])
  })

  it('publishes the removal of a deleted or hidden card, in the Hall only if it was there', async () => {
    const visitor = app.visitor()
    const owner = getVisitorId(await visitor.arrive())
    await seedCard({ id: 'shared', visibility: 'unlisted', owner })
    await seedCard({ id: 'shown', owner })
    // One grave report hides only a new card.
    await seedCard({ id: 'bad', createdAt: new Date().toISOString() })
    const page = await watch('shared')
    for (const id of ['shared', 'shown'])
      expect((await visitor.send(`/api/cards/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await visitor.post('/api/cards/bad/reports', { reason: 'minor' })).status).toBe(202)
    await vi.waitFor(() => expect(listMessages(page, 'card:shared')).toEqual([['gone', { id: 'shared' }]]))
    await vi.waitFor(() =>
      expect(listMessages(hall, 'hall')).toEqual([
        ['gone', { id: 'shown' }],
        ['gone', { id: 'bad' }],
      ]),
    )
  })
})

it('publishes every step and attempt of a generation on its own channel, in order', async () => {
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
    expect(listMessages(listener, `job:${job.id}`)).toEqual([
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
