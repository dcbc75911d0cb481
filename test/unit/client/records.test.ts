import { describe, expect, test } from 'vitest'
import { createRecorder, getRejection, type Recorded } from './recorder.ts'

const PATH = '/api/db/p1/rest/v1/fantasy_football_cards'
const sent = (url: string) => decodeURIComponent(url.replace('https://core.example', '').replaceAll('+', ' '))

describe('records', () => {
  test('maps camelCase names to snake_case and back, except inside JSON columns', async () => {
    const stored = { id: 'c1', player_name: 'Ace', stats: { touchdownPower: 9, deep_key: 1 } }
    const { client, requests } = createRecorder([stored])
    const made = await client.db
      .table('fantasyFootballCards')
      .create({ id: 'c1', playerName: 'Ace', stats: stored.stats })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: `https://core.example${PATH}`,
      headers: {
        prefer: 'return=representation',
        authorization: 'Bearer public-key',
        'content-type': 'application/json',
      },
      body: stored,
    })
    expect(made).toEqual({ id: 'c1', playerName: 'Ace', stats: stored.stats })
  })

  test('generates an id of 32 hexadecimal digits for a record without one', async () => {
    const { client, requests } = createRecorder(({ body }: Recorded) => Response.json([body]))
    const made = await client.db.table('notes').create({ body: 'x' })
    expect(made['id']).toMatch(/^[0-9a-f]{32}$/)
    expect(requests[0]!.body).toEqual(made)
  })

  test('finds, updates and deletes records by id with the API’s own queries', async () => {
    const { client, requests } = createRecorder([{ id: 'a/b', team_colors: 'x' }])
    const table = client.db.table('notes')
    expect(await table.get('a/b')).toEqual({ id: 'a/b', teamColors: 'x' })
    await table.update('a/b', { teamColors: 'y' })
    await table.delete('a/b')
    expect(requests.map(({ method, url, body }) => [method, sent(url), body])).toEqual([
      ['GET', '/api/db/p1/rest/v1/notes?id=eq.a/b&limit=1', null],
      ['PATCH', '/api/db/p1/rest/v1/notes?id=eq.a/b', { team_colors: 'y' }],
      ['DELETE', '/api/db/p1/rest/v1/notes?id=eq.a/b', null],
    ])
  })

  test('returns null for a missing record, and fails to update one', async () => {
    const { client } = createRecorder([])
    expect(await client.db.table('notes').get('x1')).toBeNull()
    expect(await getRejection(client.db.table('notes').update('x1', {}))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Record with id x1 not found',
    })
    expect(await getRejection(client.db.table('notes').create({}))).toMatchObject({
      message: 'Failed to create record',
    })
  })

  test('counts records on the server, from content-range', async () => {
    const { client, requests } = createRecorder(() =>
      Response.json([{ id: 'a' }], { headers: { 'content-range': '0-0/42' } }),
    )
    expect(await client.db.table('notes').count({ done: true })).toBe(42)
    expect([sent(requests[0]!.url), requests[0]!.headers['prefer']]).toEqual([
      '/api/db/p1/rest/v1/notes?done=eq.1&select=id',
      'count=exact',
    ])
  })
})

describe('a list', () => {
  test('lists records with order, limit and offset', async () => {
    const { client, requests } = createRecorder([])
    await client.db.table('t').list({
      select: ['id', 'teamColors'],
      orderBy: { createdAt: 'desc', id: 'asc' },
      limit: 5,
      offset: 10,
      cursor: 'c9',
    })
    expect(sent(requests[0]!.url)).toBe(
      '/api/db/p1/rest/v1/t?select=id,team_colors&order=created_at.desc,id.asc&limit=5&offset=10&cursor=c9',
    )
  })
})
