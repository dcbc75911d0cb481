import { describe, expect, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import type { Where } from '#shared/client/where.ts'
import { offendersOf } from '../../support/offenders.ts'
import { createRecorder, refusalOf } from './recorder.ts'

const sent = (url: string) => decodeURIComponent(url.replace('https://core.example', '').replaceAll('+', ' '))
const table = (client: Client) => client.db.table('t')
const KICKOFF = new Date('2026-11-21T18:30:00.250Z')

describe('which records are meant', () => {
  test('is written into the query', async () => {
    const offenders = await offendersOf<[Where, string]>(
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

  test('a date in a record goes out as its moment', async () => {
    const { client, requests } = createRecorder([{ id: 'a' }])
    await table(client).update('a', { createdAt: KICKOFF })
    expect(requests[0]!.body).toEqual({ created_at: '2026-11-21T18:30:00.250Z' })
  })

  test('none that is named is all of them, for reading', async () => {
    const { client, requests } = createRecorder([])
    await table(client).list({ where: {} })
    await table(client).list()
    expect(requests.map(({ url }) => sent(url))).toEqual(Array(2).fill('/api/db/p1/rest/v1/t?select=*'))
  })
})

type Misuse = readonly [name: string, where: unknown, path: string]

/** Filters with a missing value: each would let through more than was meant. */
const EMPTY: readonly Misuse[] = [
  ['a value that is not there', { a: undefined }, 'a'],
  ['a value that is not there beside one that is', { a: undefined, b: 1 }, 'a'],
  ['no test of a field', { a: {} }, 'a'],
  ['a test against nothing', { a: { eq: undefined } }, 'a'],
  ['one end of a span that is not there', { a: { gte: 1, lt: undefined } }, 'a'],
  ['no alternative', { OR: [] }, 'OR'],
  ['no demand', { AND: [] }, 'AND'],
  ['an alternative that anything meets', { OR: [{ a: 1 }, {}] }, 'OR'],
  ['a demand that anything meets', { AND: [{}] }, 'AND'],
  ['an alternative with a value that is not there', { OR: [{ a: 1 }, { b: undefined }] }, 'b'],
  ['a group in a group that is empty', { AND: [{ OR: [] }, { a: 1 }] }, 'OR'],
]

/** Filters that only a caller without types can write. */
const MALFORMED: readonly Misuse[] = [
  ['null', null, 'where'],
  ['a text', 'id', 'where'],
  ['a list', [{ a: 1 }], 'where'],
  ['a map', new Map([['a', 1]]), 'where'],
  ['an unknown operator', { a: { contains: 'x' } }, 'a'],
  ['an inherited name as operator', { a: { toString: 'x' } }, 'a'],
  ['a list as a value', { a: [1, 2] }, 'a'],
  ['an object as a value', { a: { eq: { b: 1 } } }, 'a'],
  ['a function', { a: () => 1 }, 'a'],
  ['a symbol', { a: Symbol('x') }, 'a'],
  ['no number', { a: Number.NaN }, 'a'],
  ['a number without end', { a: { gt: Number.POSITIVE_INFINITY } }, 'a'],
  ['no date', { a: new Date('soon') }, 'a'],
  ['more than nothing', { a: { gt: null } }, 'a'],
  ['like nothing', { a: { like: null } }, 'a'],
  ['is with a word', { a: { is: 'yes' } }, 'a'],
  ['in with a word', { a: { in: 'abc' } }, 'a'],
  ['in with null', { a: { in: null } }, 'a'],
  ['a list with a hole', { a: { not_in: ['x', undefined] } }, 'a'],
  ['a list with null', { a: { not_in: ['x', null] } }, 'a'],
  ['alternatives that are no list', { OR: { a: 1 } }, 'OR'],
  ['alternatives that are missing', { OR: undefined }, 'OR'],
  ['an alternative that is null', { OR: [null] }, 'where'],
  ['a name that holds a filter of its own', { OR: [{ 'a.eq.1,b': 2 }] }, 'a.eq.1,b'],
  ['a name that is none', { '': 1 }, ''],
]

describe('sends nothing, and says which field is wrong, for', () => {
  test('a filter that is empty or malformed', async () => {
    const offenders = await offendersOf(
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
          expect(await refusalOf(call())).toMatchObject({
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

  test('a removal of every row', async () => {
    const offenders = await offendersOf(
      [
        ['no where at all', undefined],
        ['an empty one', {}],
        ['all but none', { a: { not_in: [] } }],
        ['all but none among demands', { AND: [{ a: { not_in: [] } }, { b: { not_in: [] } }] }],
        ['all that have an id', { id: { not: null } }],
        ['all that are like any text', { a: { like: '%' }, b: { ilike: '%%' } }],
        ['all but none as an alternative', { OR: [{ a: 1 }, { b: { not_in: [] } }] }],
      ],
      JSON.stringify,
      async ([, where]) => {
        const { client, requests } = createRecorder([])
        expect(await refusalOf(table(client).deleteMany(where as Where))).toMatchObject({
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
  ])('%s that is two', async (_, what, path) => {
    const { client, requests } = createRecorder([])
    expect(await refusalOf(table(client).list(what))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] })
    expect(requests).toEqual([])
  })

  test('a change of every row by the table’s own names', async () => {
    const { client, requests } = createRecorder([])
    expect(await refusalOf(client.rest('t').update([], { votes: 1 }))).toMatchObject({
      kind: 'validation',
      message: 'A filter is required',
    })
    expect(requests).toEqual([])
  })
})

test('the types take what the wire takes, and nothing that would be refused for its type', () => {
  const right: Where[] = [{ a: KICKOFF, b: null, c: { lt: KICKOFF, gte: 1 }, OR: [{ d: { in: [1, 'x'] } }] }]
  const wrong: Where[] = [
    // @ts-expect-error a value that may be missing
    { a: undefined },
    // @ts-expect-error an unknown operator
    { a: { contains: 'x' } },
    // @ts-expect-error a test against nothing
    { a: { eq: undefined } },
    // @ts-expect-error more than nothing
    { a: { gt: null } },
    // @ts-expect-error a list of what has no value
    { a: { in: [null] } },
    // @ts-expect-error values where filters belong
    { a: [1, 2] },
    // @ts-expect-error alternatives that are no list
    { OR: { a: 1 } },
  ]
  expect([right, wrong].map(({ length }) => length)).toEqual([1, 7])
})
