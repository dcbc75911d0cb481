import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Condition, Filter, Group } from '#shared/query/ast.ts'
import { encodeQuery } from '#shared/query/encode.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runs } from '../../support/hostile-requests.ts'
import { evaluateFilter, type ModelRow } from './filter-model.ts'
import { createTables, type Tables } from '../../worker/db/tables.ts'

const RUNS = runs(250)

const WORDS = [
  '',
  'a',
  'A',
  'ab',
  'aB',
  'a%b',
  'a_b',
  'a*b',
  'a\\b',
  '[a]',
  '?',
  'é',
  'É',
  'null',
  '1',
  '10',
  '🏈',
  'x,"y" (z)',
]
const NUMBERS = [-2, -0.5, 0, 1, 2, 10]
const at = <T>(values: readonly T[], i: number): T => values[i % values.length]!

/** Every kind of value and null, in uneven combinations. */
const ROWS: readonly ModelRow[] = Array.from({ length: 40 }, (_, i) => ({
  id: `row-${String(i).padStart(2, '0')}`,
  word: i % 7 === 3 ? null : at(WORDS, i),
  size: i % 5 === 2 ? null : at(NUMBERS, i * 3 + 1),
  done: i % 3 === 2 ? null : i % 2 === 0,
}))

let tables: Tables
beforeAll(async () => {
  await freshDatabase()
  tables = createTables()
  await testEnv().DB.exec('create table things (id text primary key, word text, size real, done boolean)')
  expect((await tables.post('/rest/v1/things', ROWS, { as: 'service' })).status).toBe(201)
})

const not = fc.boolean()
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: fc.constantFrom(...'aAbB1%_*.,()"éÉ'), maxLength: 3 }),
)
const pattern = fc
  .array(fc.constantFrom('a', 'A', 'b', '%', '*', '_', '\\%', '\\_', '\\*', '\\\\', '[a]', '?', 'é', 'É', '🏈'), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
const size = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: -3, max: 11 })).map(String)
const compared = fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte')
const createList = (value: fc.Arbitrary<string>) => fc.array(value, { maxLength: 4 })
const has = (column: string) => fc.constant(column)

const condition = fc.oneof(
  fc.record({ column: has('word'), not, operator: compared, value: word }),
  fc.record({ column: has('word'), not, operator: fc.constantFrom('like', 'ilike'), value: pattern }),
  fc.record({ column: has('word'), not, operator: fc.constant('in'), value: createList(word) }),
  fc.record({ column: has('size'), not, operator: compared, value: size }),
  fc.record({ column: has('size'), not, operator: fc.constant('in'), value: createList(size) }),
  fc.record({
    column: has('done'),
    not,
    operator: fc.constantFrom('eq', 'neq'),
    value: fc.constantFrom('true', 'false'),
  }),
  fc.record({
    column: fc.constantFrom('word', 'size', 'done'),
    not,
    operator: fc.constant('is'),
    value: fc.constantFrom('null', 'not_null'),
  }),
  fc.record({
    column: has('done'),
    not,
    operator: fc.constant('is'),
    value: fc.constantFrom('true', 'false', 'unknown'),
  }),
) as fc.Arbitrary<Condition>

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.record({
      group: fc.constantFrom('and', 'or'),
      not,
      filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Group>,
  ),
}))

it('returns the rows that a JavaScript model finds, for any filter', async () => {
  let some = 0
  await fc.assert(
    fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 3 }), async (filters) => {
      const search = encodeQuery({ filters, select: [{ column: 'id' }], order: [{ column: 'id', direction: 'asc' }] })
      const response = await tables.ask(`/rest/v1/things?${search}`, { as: 'service' })
      const found = (await response.json()) as { id: string }[]
      expect(response.status, JSON.stringify(found)).toBe(200)
      const expected = ROWS.filter((row) => filters.every((one) => evaluateFilter(one, row) === true)).map(
        ({ id }) => id,
      )
      expect(found.map(({ id }) => id)).toEqual(expected)
      if (expected.length > 0 && expected.length < ROWS.length) some++
    }),
    RUNS,
  )
  // Most filters separate the rows. Agreement on empty results would prove little.
  expect(some).toBeGreaterThan(RUNS.numRuns / 3)
})
