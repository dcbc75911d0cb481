import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runs, expectSoundResponse } from '../../support/hostile-requests.ts'
import { CARDS, createTables, visitorId } from '../../worker/db/tables.ts'
import { OPERATORS } from './operators.ts'
import { createMixedClient, type MixedAsk } from './whole-worker.ts'

let mixed: MixedAsk
beforeAll(async () => {
  await freshDatabase()
  mixed = createMixedClient(createTables())
  for (const sql of [
    `create table odd (id text primary key, "select" text, n integer check (n <> 7), real_one real, j json, b boolean,
       at timestamp, twice integer generated always as (n * 2) virtual)`,
    'create table bare (a text not null, b integer unique)',
    'create table pair (x text, y integer, z text, primary key (x, y)) without rowid',
    'create view seen as select id, n, j from odd',
    `create trigger odd_guard before insert on odd when new.n > 90 begin select raise(abort, 'too many'); end`,
  ])
    await testEnv().DB.prepare(sql).run()
})

const NAMES = ['id', 'select', 'n', 'real_one', 'j', 'b', 'at', 'twice', 'a', 'x', 'y', 'z', 'rowid', 'never', 'order']
const name = fc.constantFrom(...NAMES)
const TEXTS = ['', 'a', '7', '-1', '1e300', '99999999999999999999', 'null', 'true', '{', '[1]', '2026-01-01', '*']
const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(
    '2026-13-45T99:99:99Z',
    '2026-01-01T00:00:00+99:99',
    '%',
    '[',
    '\\',
    "'",
    '"',
    '\u0000',
    '\ud800',
    '🏈',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const operator = fc.constantFrom(...OPERATORS)
const condition = fc
  .tuple(
    name,
    operator,
    fc.oneof(
      text,
      fc.array(text, { maxLength: 3 }).map((list) => `(${list.join(',')})`),
    ),
  )
  .map(([column, op, value]): [string, string] => [column, `${op}.${value}`])
const group = fc
  .tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), fc.array(condition, { minLength: 1, maxLength: 5 }))
  .map(([kind, members]): [string, string] => [kind, `(${members.map((member) => member.join('.')).join(',')})`])
const setting = fc.oneof(
  fc.tuple(
    fc.constantFrom('select', 'columns', 'on_conflict'),
    fc.array(name, { maxLength: 4 }).map((list) => list.join()),
  ),
  fc.tuple(
    fc.constant('order'),
    fc.tuple(name, fc.constantFrom('', '.desc', '.asc.nullsfirst', '.x')).map((p) => p.join('')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset', 'cursor'), fc.oneof(fc.constantFrom('0', '1', '999999999'), text)),
)
const search = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: condition }, { weight: 1, arbitrary: group }, { weight: 1, arbitrary: setting }),
    {
      maxLength: 4,
    },
  )
  .map((parameters) => new URLSearchParams(parameters as [string, string][]).toString())

const value = fc.oneof(
  text,
  fc.constantFrom(0, 7, 95, -1, 1.5, 1e300, 2 ** 53, true, false, null),
  fc.jsonValue({ maxDepth: 2 }),
)
const row = fc.dictionary(name, value, { maxKeys: 5 })
const body = fc.oneof(row, fc.array(row, { maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }))

it('handles any query or write with the service key without a server error', async () => {
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('odd', 'bare', 'pair', 'seen'),
      fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE'),
      fc.constantFrom('/rest/v1', '/api/db/fantasy-cards/rest/v1'),
      search,
      body,
      fc.constantFrom(
        '',
        'return=representation',
        'resolution=merge-duplicates',
        'resolution=ignore-duplicates',
        'count=exact',
      ),
      async (table, method, door, query, json, prefer) => {
        const isWrite = method === 'POST' || method === 'PATCH'
        const { status } = await expectSoundResponse(`${method} ${table}?${query}`, () =>
          mixed.ask(`${door}/${table}?${query}`, {
            as: 'service',
            method,
            headers: { prefer, 'content-type': 'application/json' },
            ...(isWrite && { body: JSON.stringify(json) }),
          }),
        )
        const family = Math.floor(status / 100)
        statuses.set(family, (statuses.get(family) ?? 0) + 1)
      },
    ),
    runs(300),
  )
  // The queries are not all invalid: many succeed and many are refused.
  for (const family of [2, 4]) expect(statuses.get(family)).toBeGreaterThan(15)
  expect(mixed.counts.whole).toBe(30)
})

const LIMIT_BYTES = 16_000
const long = (part: string, separator = ',') =>
  Array.from({ length: Math.ceil(LIMIT_BYTES / (part.length + separator.length)) }, () => part).join(separator)

/** Queries at the maximum URL length, each far beyond some limit. */
const LONG: readonly string[] = [
  `id=eq.${'x'.repeat(LIMIT_BYTES)}`,
  `id=in.(${long('x')})`,
  `id=not.in.(${long('"a\\"b"')})`,
  `id=like.${'%25'.repeat(LIMIT_BYTES / 3)}`,
  `order=${long('id')}`,
  `select=${long('id')}`,
  `select=${long('a:id')}`,
  `or=(${long('id.eq.x')})`,
  `and=(${long('id.not.is.null')})`,
  `or=(${long('and(id.eq.x,id.neq.y)')})`,
  `or=${'(or'.repeat(LIMIT_BYTES / 3)}`,
  `or=(${'and('.repeat(3000)}id.eq.x${')'.repeat(3001)}`,
  `and=(${'not.or('.repeat(15)}id.eq.x${')'.repeat(16)}`,
  `and=${'('.repeat(LIMIT_BYTES)}`,
  `and=(${')'.repeat(LIMIT_BYTES)}`,
  long('id=eq.x', '&'),
  long('id=gt.a&or=(id.eq.x)', '&'),
  `${'y'.repeat(LIMIT_BYTES)}=eq.1`,
  `cursor=${'x'.repeat(LIMIT_BYTES)}`,
  `cursor=x&order=${long('id')}`,
  `limit=${'9'.repeat(LIMIT_BYTES)}`,
  `id=eq.${'%F0%9F%8F%88'.repeat(1300)}`,
  `id=eq.${'%00'.repeat(5000)}`,
  `id=eq.${'%ff'.repeat(5000)}`,
  `${'&'.repeat(LIMIT_BYTES)}`,
  `on_conflict=${long('id')}`,
  `columns=${long('id')}`,
]

it('handles 16 KB URLs without a server error', async () => {
  const callers = [{ as: 'service' }, { visitor: visitorId(1) }, {}] as const
  const paths = [CARDS, '/api/db/fantasy-cards/rest/v1/odd', '/rest/v1/pair']
  for (const [at, query] of LONG.entries())
    for (const [i, method] of ['GET', 'HEAD', 'PATCH', 'DELETE', 'POST'].entries()) {
      const path = paths[(at + i) % paths.length]!
      const init = method === 'PATCH' || method === 'POST' ? { body: '{"votes":1}' } : {}
      for (const caller of callers)
        await expectSoundResponse(`${method} ${path}?${query.slice(0, 40)}`, () =>
          mixed.ask(`${path}?${query}`, { ...caller, method, ...init }),
        )
    }
})
