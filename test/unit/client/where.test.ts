import { describe, expect, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import type { Where } from '#shared/client/where.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

const sent = (url: string) => decodeURIComponent(url.replace('https://core.example', '').replaceAll('+', ' '))
const table = (client: Client) => client.db.table('t')
const KICKOFF = new Date('2026-11-21T18:30:00.250Z')

describe('record conditions', () => {
  test('encodes each condition in the query', async () => {
    const offenders = await findOffenders<[Where, string]>(
      [
        [{ teamColors: 'Bears' }, 'team_colors=eq.Bears'],
        [{ votes: { gte: 1, lt: 5 } }, 'votes=gte.1&votes=lt.5'],
        [{ done: false }, 'done=eq.0'],
        [{ a: null }, 'a=is.null'],
        [{ a: { eq: null } }, 'a=is.null'],
        [{ a: { is: null } }, 'a=is.null'],
        [{ a: { neq: null } }, 'a=not.is.null'],
        [{ a: { not: 4 } }, 'a=not.eq.4'],
        [{ a: { not: null } }, 'a=not.is.null'],
        [{ a: 'null' }, 'a=in.(null)'],
        [{ a: { neq: 'null' } }, 'a=not.in.(null)'],
        [{ a: { is: true } }, 'a=is.true'],
        [{ a: { in: ['x', 'y,z'] } }, 'a=in.(x,"y,z")'],
        [{ a: { in: [] } }, 'a=in.()'],
        [{ a: { not_in: [1, 2] } }, 'a=not.in.(1,2)'],
        [{ a: { ilike: '%x%' } }, 'a=ilike.%x%'],
        [{ a: '' }, 'a=eq.'],
        [{ OR: [{ a: 1 }, { b: { gt: 2 }, c: 3 }] }, 'or=(a.eq.1,and(b.gt.2,c.eq.3))'],
        [{ x: 1, AND: [{ a: 1 }, { OR: [{ b: 2 }, { c: 'd)' }] }] }, 'x=eq.1&and=(a.eq.1,or(b.eq.2,c.eq."d)"))'],
        [{ createdAt: KICKOFF }, 'created_at=eq.2026-11-21T18:30:00.250Z'],
        [
          { createdAt: { gte: new Date(0), lt: KICKOFF } },
          'created_at=gte.1970-01-01T00:00:00.000Z&created_at=lt.2026-11-21T18:30:00.250Z',
        ],
        [{ createdAt: { in: [KICKOFF] } }, 'created_at=in.(2026-11-21T18:30:00.250Z)'],
        [{ OR: [{ a: { not: KICKOFF } }, { b: null }] }, 'or=(a.not.eq.2026-11-21T18:30:00.250Z,b.is.null)'],
      ],
      JSON.stringify,
      async ([where, query]) => {
        const { client, requests } = createRecorder([])
        await table(client).list({ where })
        expect(sent(requests[0]!.url)).toBe(`/api/db/p1/rest/v1/t?${query}&select=*`)
        await table(client).deleteMany(where)
        expect(sent(requests[1]!.url)).toBe(`/api/db/p1/rest/v1/t?${query}`)
      },
    )
    expect(offenders).toEqual([])
  })

  test('sends a date in a record as an ISO timestamp', async () => {
    const { client, requests } = createRecorder([{ id: 'a' }])
    await table(client).update('a', { createdAt: KICKOFF })
    expect(requests[0]!.body).toEqual({ created_at: '2026-11-21T18:30:00.250Z' })
  })

  test('reads all records without a condition', async () => {
    const { client, requests } = createRecorder([])
    await table(client).list({ where: {} })
    await table(client).list()
    expect(requests.map(({ url }) => sent(url))).toEqual(Array(2).fill('/api/db/p1/rest/v1/t?select=*'))
  })
})

type Misuse = readonly [name: string, where: unknown, path: string]

/** Filters with a missing value, which would match more rows than intended. */
const EMPTY: readonly Misuse[] = [
  ['an undefined value', { a: undefined }, 'a'],
  ['an undefined value next to a defined one', { a: undefined, b: 1 }, 'a'],
  ['an empty field condition', { a: {} }, 'a'],
  ['an operator without a value', { a: { eq: undefined } }, 'a'],
  ['a range with an undefined end', { a: { gte: 1, lt: undefined } }, 'a'],
  ['an empty OR', { OR: [] }, 'OR'],
  ['an empty AND', { AND: [] }, 'AND'],
  ['an OR branch that matches everything', { OR: [{ a: 1 }, {}] }, 'OR'],
  ['an AND branch that matches everything', { AND: [{}] }, 'AND'],
  ['an OR branch with an undefined value', { OR: [{ a: 1 }, { b: undefined }] }, 'b'],
  ['an empty nested group', { AND: [{ OR: [] }, { a: 1 }] }, 'OR'],
]

/** Filters that only untyped callers can write. */
const MALFORMED: readonly Misuse[] = [
  ['null', null, 'where'],
  ['text', 'id', 'where'],
  ['a list', [{ a: 1 }], 'where'],
  ['a map', new Map([['a', 1]]), 'where'],
  ['an unknown operator', { a: { contains: 'x' } }, 'a'],
  ['an inherited name as operator', { a: { toString: 'x' } }, 'a'],
  ['a list as a value', { a: [1, 2] }, 'a'],
  ['an object as a value', { a: { eq: { b: 1 } } }, 'a'],
  ['a function', { a: () => 1 }, 'a'],
  ['a symbol', { a: Symbol('x') }, 'a'],
  ['NaN', { a: Number.NaN }, 'a'],
  ['Infinity', { a: { gt: Number.POSITIVE_INFINITY } }, 'a'],
  ['an invalid date', { a: new Date('soon') }, 'a'],
  ['greater than null', { a: { gt: null } }, 'a'],
  ['like null', { a: { like: null } }, 'a'],
  ['is with text', { a: { is: 'yes' } }, 'a'],
  ['in with text', { a: { in: 'abc' } }, 'a'],
  ['in with null', { a: { in: null } }, 'a'],
  ['a list with a hole', { a: { not_in: ['x', undefined] } }, 'a'],
  ['a list with null', { a: { not_in: ['x', null] } }, 'a'],
  ['an OR that is not a list', { OR: { a: 1 } }, 'OR'],
  ['an undefined OR', { OR: undefined }, 'OR'],
  ['a null OR branch', { OR: [null] }, 'where'],
  ['a column name that contains a filter', { OR: [{ 'a.eq.1,b': 2 }] }, 'a.eq.1,b'],
  ['an empty column name', { '': 1 }, ''],
]

describe('refused conditions', () => {
  test('names the field of an empty or malformed filter, and sends nothing', async () => {
    const offenders = await findOffenders(
      [
        ...EMPTY.map((misuse) => [...misuse, 'A filter is required'] as const),
        ...MALFORMED.map((misuse) => [...misuse, 'Invalid request parameters'] as const),
      ],
      JSON.stringify,
      async ([, where, path, message]) => {
        const { client, requests } = createRecorder([])
        const calls = [
          () => table(client).list({ where: where as Where }),
          () => table(client).count(where as Where),
          () => table(client).exists(where as Where),
          () => table(client).deleteMany(where as Where),
        ]
        for (const call of calls)
          expect(await getRejection(call())).toMatchObject({
            code: 'VALIDATION_ERROR',
            kind: 'validation',
            message,
            details: [{ path }],
          })
        expect(requests).toEqual([])
      },
    )
    expect(offenders).toEqual([])
  })

  test('refuses to delete every row, and sends nothing', async () => {
    const offenders = await findOffenders(
      [
        ['no where', undefined],
        ['an empty where', {}],
        ['not in an empty list', { a: { not_in: [] } }],
        ['not in empty lists within AND', { AND: [{ a: { not_in: [] } }, { b: { not_in: [] } }] }],
        ['every row with an id', { id: { not: null } }],
        ['like any text', { a: { like: '%' }, b: { ilike: '%%' } }],
        ['not in an empty list within OR', { OR: [{ a: 1 }, { b: { not_in: [] } }] }],
      ],
      JSON.stringify,
      async ([, where]) => {
        const { client, requests } = createRecorder([])
        expect(await getRejection(table(client).deleteMany(where as Where))).toMatchObject({
          kind: 'validation',
          message: expect.stringMatching(/^(A filter is required|Invalid request parameters)$/),
        })
        expect(requests).toEqual([])
      },
    )
    expect(offenders).toEqual([])
  })

  test.each([
    ['a selected field', { select: ['id,n'] }, 'id,n'],
    ['a field to order by', { orderBy: { 'id.desc,n': 'asc' as const } }, 'id.desc,n'],
  ])('rejects %s that contains two names, and sends nothing', async (_, what, path) => {
    const { client, requests } = createRecorder([])
    expect(await getRejection(table(client).list(what))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path }],
    })
    expect(requests).toEqual([])
  })

  test('refuses to update every row through the table API, and sends nothing', async () => {
    const { client, requests } = createRecorder([])
    expect(await getRejection(client.rest('t').update([], { votes: 1 }))).toMatchObject({
      kind: 'validation',
      message: 'A filter is required',
    })
    expect(requests).toEqual([])
  })
})

test('matches its types with what the API accepts', () => {
  const right: Where[] = [{ a: KICKOFF, b: null, c: { lt: KICKOFF, gte: 1 }, OR: [{ d: { in: [1, 'x'] } }] }]
  const wrong: Where[] = [
    // @ts-expect-error an optional value
    { a: undefined },
    // @ts-expect-error an unknown operator
    { a: { contains: 'x' } },
    // @ts-expect-error an operator without a value
    { a: { eq: undefined } },
    // @ts-expect-error greater than null
    { a: { gt: null } },
    // @ts-expect-error a list with undefined
    { a: { in: [null] } },
    // @ts-expect-error values instead of filters
    { a: [1, 2] },
    // @ts-expect-error an OR that is not a list
    { OR: { a: 1 } },
  ]
  expect([right, wrong].map(({ length }) => length)).toEqual([1, 7])
})
