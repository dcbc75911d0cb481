import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import { type Order, where } from '#shared/query/ast.ts'
import { CARD_COLUMNS } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { expectEveryMember, getFailure, PUBLIC_KEY, SERVICE_KEY, TRANSPORTS } from './support.ts'

const TABLE = 'fantasy_football_cards'
const IDS = ['conform-0', 'conform-1', 'conform-2', 'conform-3']
const STATS = { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }
const descending = (column: string): Order => ({ column, direction: 'desc' })

/** A public card, inserted directly. */
const seeded = (id: string, n: number) => ({
  sql: `insert or replace into ${TABLE} (id, player_name, jersey_number, team_colors, image_url, stats, created_at, votes,
    visibility, owner, generation_id, drafted_at) values (?, ?, '12', 'Chicago Bears', ?, ?, ?, ?, 'public', 'x', ?, ?)`,
  args: [
    id,
    `Ace ${n}`,
    `https://cards.example/${id}.jpg`,
    JSON.stringify(STATS),
    // Later than any other card, so that lists of the newest start with these.
    `2099-01-01T00:00:0${n}.000Z`,
    n % 2,
    id,
    '2099-01-01T00:00:00.000Z',
  ],
})

describe.each(TRANSPORTS)('the table of cards %s', (_, connect) => {
  let service: Client
  let cards: ReturnType<Client['rest']>
  beforeAll(freshDatabase)
  beforeEach(async () => {
    service = (await connect(SERVICE_KEY)).client
    await service.db.batch(IDS.map(seeded))
    cards = (await connect(PUBLIC_KEY)).client.rest(TABLE)
  })

  test('lists the newest cards, the best cards and a single card for everyone', async () => {
    const newest = await cards.select({ order: [descending('created_at')], limit: 3 })
    expect(newest.map(({ id }) => id)).toEqual(['conform-3', 'conform-2', 'conform-1'])
    expect(Object.keys(newest[0]!)).toEqual(CARD_COLUMNS)
    expect(newest[0]).toMatchObject({ player_name: 'Ace 3', stats: STATS, votes: 1 })
    const order = [descending('votes'), descending('created_at')]
    const best = await cards.select({ filters: [where('id', 'like', 'conform*')], order, columns: ['id'], limit: 100 })
    expect(best).toEqual([3, 1, 2, 0].map((n) => ({ id: `conform-${n}` })))
    expect(await cards.select({ filters: [where('id', 'eq', 'conform-2')] })).toMatchObject([{ id: 'conform-2' }])
    expect(await cards.select({ filters: [where('id', 'eq', 'nobody')] })).toEqual([])
  })

  test('counts one vote per visitor', async () => {
    const one = [where('id', 'eq', 'conform-0')]
    const client = (await connect(PUBLIC_KEY)).client.rest(TABLE)
    expect(await client.update(one, { votes: 1 }, { returning: true })).toMatchObject([{ id: 'conform-0', votes: 1 }])
    expect(await getFailure(client.update(one, { votes: 2 }))).toMatchObject({ code: '23505', status: 409 })
    expect(await getFailure(client.update(one, { player_name: 'x' }))).toMatchObject({ code: '42501', status: 403 })
    expect(await getFailure(client.update([], { votes: 2 }))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await cards.select({ filters: one, columns: ['votes', 'player_name'] })).toEqual([
      { votes: 1, player_name: 'Ace 0' },
    ])
  })

  test('rejects a card whose image was not made here, and other rows from anyone but the service', async () => {
    const card = { player_name: 'Nova', jersey_number: '7', team_colors: 'Chicago Bears', stats: STATS, votes: 0 }
    const foreign = { ...card, image_url: 'https://elsewhere.example/x.jpg', user_id: 'anonymous' }
    expect(await getFailure(cards.insert(foreign))).toMatchObject({ kind: expect.any(String), status: 403 })
    const message = { id: crypto.randomUUID(), name: 'Ann', email: 'a@b.c', message: 'Hi', created_at: '2026-01-01' }
    const box = service.rest('contact_submissions')
    expect(await box.insert(message)).toEqual([])
    expect(await box.select({ filters: [where('id', 'eq', message.id)] })).toMatchObject([message])
    const [changed] = await box.update([where('id', 'eq', message.id)], { name: 'Bo' }, { returning: true })
    expect(changed).toMatchObject({ ...message, name: 'Bo' })
  })
})

expectEveryMember('rest')
