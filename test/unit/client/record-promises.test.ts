import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection, type Recorded } from './recorder.ts'

const notes = (client: Client) => client.db.table('projectNotes')
const nothing = undefined as unknown as string
const PATH = '/api/db/p1/rest/v1/project_notes'
const HEX = /^[0-9a-f]{32}$/

/** Returns the written rows, like a server that stores everything. */
const echo = ({ body }: Recorded) => Response.json(Array.isArray(body) ? body : [body])
const failing = (status: number, body: unknown) => () => Response.json(body, { status })
const sent = ({ url }: Recorded) => decodeURIComponent(url.replace('https://core.example', '').replaceAll('+', ' '))

type Promised = readonly [
  sentence: string,
  call: (client: Client) => Promise<unknown>,
  result: unknown,
  error: { readonly kind: string; readonly code: string; readonly message: string },
  requests: number,
]

const every = 'VALIDATION_ERROR'
const FAILURES: readonly Promised[] = [
  [
    'an update of a missing record',
    (c) => notes(c).update('x1', { a: 1 }),
    [],
    { kind: 'network', code: 'NOT_FOUND', message: 'Record with id x1 not found' },
    1,
  ],
  [
    'an updateMany with a missing record, which stops there',
    (c) =>
      notes(c).updateMany([
        { id: 'x1', a: 1 },
        { id: 'x2', a: 1 },
      ]),
    [],
    { kind: 'network', code: 'NOT_FOUND', message: 'Record with id x1 not found' },
    1,
  ],
  [
    'a record that the server did not store',
    (c) => notes(c).create({ a: 1 }),
    [],
    { kind: 'network', code: 'INTERNAL', message: 'Failed to create record' },
    1,
  ],
  [
    'a record that the server neither stored nor changed',
    (c) => notes(c).upsert({ id: 'x', a: 1 }),
    [],
    { kind: 'network', code: 'INTERNAL', message: 'Failed to create record' },
    1,
  ],
  [
    'a delete without a filter',
    (c) => notes(c).deleteMany({}),
    [],
    { kind: 'validation', code: every, message: 'A filter is required' },
    0,
  ],
  [
    'an updateMany without an id, which sends nothing',
    (c) => notes(c).updateMany([{ id: 'x1', a: 1 }, { a: 1 } as unknown as { id: string }]),
    [],
    { kind: 'validation', code: every, message: 'An id is required' },
    0,
  ],
  ...(['get', 'delete', 'update'] as const).flatMap((method) =>
    [nothing, ''].map((id): Promised => [
      `${method} of ${JSON.stringify(id) ?? 'no id'}`,
      (c) => (method === 'update' ? notes(c).update(id, {}) : notes(c)[method](id)),
      [],
      { kind: 'validation', code: every, message: 'An id is required' },
      0,
    ]),
  ),
  [
    'an expired token',
    (c) => notes(c).list(),
    failing(401, { error: 'Session expired', code: 'TOKEN_EXPIRED' }),
    { kind: 'auth', code: 'TOKEN_EXPIRED', message: 'Session expired' },
    1,
  ],
  [
    'an invalid request',
    (c) => notes(c).createMany([{ a: 1 }]),
    failing(400, { message: 'column project_notes.a does not exist', code: '42703' }),
    { kind: 'validation', code: '42703', message: 'column project_notes.a does not exist' },
    1,
  ],
  [
    'a duplicate record',
    (c) => notes(c).create({ id: 'x' }),
    failing(409, { message: 'duplicate key', code: '23505' }),
    { kind: 'network', code: '23505', message: 'duplicate key' },
    1,
  ],
  [
    'a missing table',
    (c) => notes(c).count(),
    failing(404, { message: 'relation does not exist', code: '42P01' }),
    { kind: 'network', code: '42P01', message: 'relation does not exist' },
    1,
  ],
  [
    'SQL without the service key',
    (c) => c.db.sql('select 1'),
    failing(403, { message: 'permission denied', code: '42501' }),
    { kind: 'network', code: '42501', message: 'permission denied' },
    1,
  ],
  [
    'invalid SQL',
    (c) => c.db.sql('selec'),
    failing(400, { message: 'near "selec": syntax error', code: '42601' }),
    { kind: 'validation', code: '42601', message: 'near "selec": syntax error' },
    1,
  ],
  ...[null, {}, { rows: [1] }].map((result): Promised => [
    `an SQL response of ${JSON.stringify(result)}`,
    (c) => c.db.sql('select 1'),
    () => Response.json(result),
    { kind: 'network', code: 'INTERNAL', message: 'The server sent an unreadable response.' },
    1,
  ]),
  [
    'a batch response without results',
    (c) => c.db.batch([{ sql: 'select 1' }]),
    { success: true },
    { kind: 'network', code: 'INTERNAL', message: 'The server sent an unreadable response.' },
    1,
  ],
]

describe('failures of records', () => {
  test('fails with the documented code, message and number of requests', async () => {
    const offenders = await findOffenders(FAILURES, JSON.stringify, async ([, call, result, error, count]) => {
      const { client, requests } = createRecorder(result)
      const refusal = await getRejection(call(client))
      expect(refusal).toBeInstanceOf(AppError)
      expect(refusal).toMatchObject(error)
      expect(requests).toHaveLength(count)
    })
    expect(offenders).toEqual([])
  })
})

describe('requests', () => {
  test('creates many records in one request, each with its own id', async () => {
    const { client, requests } = createRecorder(echo)
    const made = await notes(client).createMany([{ teamColors: 'a' }, { id: 'given', teamColors: 'b' }, { id: null }])
    expect(made).toEqual([
      { id: expect.stringMatching(HEX), teamColors: 'a' },
      { id: 'given', teamColors: 'b' },
      { id: expect.stringMatching(HEX) },
    ])
    expect(requests).toMatchObject([{ method: 'POST', headers: { prefer: 'return=representation' } }])
    expect([sent(requests[0]!), (requests[0]!.body as unknown[])[1]]).toEqual([PATH, { id: 'given', team_colors: 'b' }])
  })

  test('sends no request for an empty list', async () => {
    const { client, requests } = createRecorder([])
    expect([await notes(client).createMany([]), await notes(client).upsertMany([])]).toEqual([[], []])
    expect(await notes(client).updateMany([])).toEqual([])
    expect(requests).toEqual([])
  })

  test.each([
    [undefined, 'id', true],
    ['id', 'id', true],
    ['ownEmail', 'own_email', false],
    ['teamId, ownEmail', 'team_id,own_email', false],
    [['teamId', 'id'], 'team_id,id', true],
  ])('upserts on %j by the columns %s, generating an id: %s', async (onConflict, columns, hasId) => {
    const { client, requests } = createRecorder(echo)
    const options = onConflict === undefined ? {} : { onConflict }
    await notes(client).upsert({ ownEmail: 'x' }, options)
    await notes(client).upsertMany([{ ownEmail: 'x' }], options)
    expect(requests.map(sent)).toEqual(Array(2).fill(`${PATH}?on_conflict=${columns}`))
    const [row] = requests[1]!.body as Record<string, unknown>[]
    expect([row!['own_email'], 'id' in row!]).toEqual(['x', hasId])
  })

  test('updates many records one after the other', async () => {
    const { client, requests } = createRecorder(echo)
    await notes(client).updateMany([
      { id: 'a', voteCount: 1 },
      { id: 'b', voteCount: 2 },
    ])
    expect(requests.map((request) => [request.method, sent(request), request.body])).toEqual([
      ['PATCH', `${PATH}?id=eq.a`, { vote_count: 1 }],
      ['PATCH', `${PATH}?id=eq.b`, { vote_count: 2 }],
    ])
  })

  test('checks existence with a count', async () => {
    const counted = (total: number) => () => Response.json([], { headers: { 'content-range': `*/${total}` } })
    const { client, requests } = createRecorder(counted(3))
    expect(await notes(client).exists({ done: true })).toBe(true)
    expect([sent(requests[0]!), requests[0]!.headers['prefer']]).toEqual([`${PATH}?done=eq.1&select=id`, 'count=exact'])
    expect(await notes(createRecorder(counted(0)).client).exists()).toBe(false)
  })

  test('deletes many records by a filter', async () => {
    const { client, requests } = createRecorder([])
    await notes(client).deleteMany({ OR: [{ a: 1 }, { b: null }] })
    expect([requests[0]!.method, sent(requests[0]!)]).toEqual(['DELETE', `${PATH}?or=(a.eq.1,b.is.null)`])
  })

  test('sends SQL with its parameters, and returns rows under record names', async () => {
    const result = { rows: [{ team_colors: 'x' }], columns: ['team_colors'], rowCount: 1, executionTime: 0.5 }
    const { client, requests } = createRecorder(result)
    expect(await client.db.sql('select ?', ['x'])).toEqual({ ...result, rows: [{ teamColors: 'x' }] })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://core.example/api/db/p1/sql',
      body: { query: 'select ?', params: ['x'] },
    })
  })

  test('sends a write batch unless it is marked read-only', async () => {
    const { client, requests } = createRecorder({
      results: [{ rows: [{ a_b: 1 }], columns: ['a_b'], rowCount: 1 }],
      executionTime: 1,
      success: true,
    })
    const statements = [{ sql: 'select ?', args: [1] }]
    expect((await client.db.batch(statements)).results).toEqual([{ rows: [{ aB: 1 }], columns: ['a_b'], rowCount: 1 }])
    await client.db.batch(statements, 'read')
    expect(requests.map(({ url, body }) => [url, body])).toEqual([
      ['https://core.example/api/db/p1/batch', { statements, mode: 'write' }],
      ['https://core.example/api/db/p1/batch', { statements, mode: 'read' }],
    ])
  })
})
