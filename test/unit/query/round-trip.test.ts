import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Condition, type Filter, IS_VALUES, type Order, type Query, type Selected } from '#shared/query/ast.ts'
import { decodeQuery } from '#shared/query/decode.ts'
import { encodeQuery } from '#shared/query/encode.ts'

const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'cursor', 'on_conflict', 'columns', 'and', 'or', 'not'])
const plain = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/).filter((text) => !RESERVED.has(text))
/** Unusual column names. */
const odd = fc.oneof(
  fc.constantFrom('first name', 'Größe', '名前', 'a"b', 'a\\b', 'a.b', 'a,b', '1', 'a:b', 'x (y)', 'a&b'),
  fc
    .string({ unit: fc.constantFrom(...'aé ."\\,:()&=*\u{1F3C8}'), minLength: 1, maxLength: 20 })
    .filter((text) => text !== '*'),
)
const name = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: odd })
/** Text with every character that has a meaning in the grammar. */
const hostile = fc.string({ unit: fc.constantFrom(...'ab.,()"\\&=%+ *_:é\u{1F3C8}') })
const text = fc.oneof(hostile, fc.string(), fc.constantFrom('', 'null', 'not.eq.1', 'in.(1)', '"quoted"'))

const compared = fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike')
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ column: name, not: fc.boolean(), operator: compared, value: text }),
  fc.record({ column: name, not: fc.boolean(), operator: fc.constant('in'), value: fc.array(text, { maxLength: 4 }) }),
  fc.record({ column: name, not: fc.boolean(), operator: fc.constant('is'), value: fc.constantFrom(...IS_VALUES) }),
) as fc.Arbitrary<Condition>

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.record({
      group: fc.constantFrom('and', 'or'),
      not: fc.boolean(),
      filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Filter>,
  ),
}))

const partly = { requiredKeys: [] as never[] }
const query = fc
  .tuple(
    fc.array(filter, { maxLength: 3 }),
    fc.record(
      {
        select: fc.array(
          fc.oneof(
            fc.constant({ column: '*' }),
            fc.record({ column: name }),
            fc.record({ column: name, alias: name }),
          ) as fc.Arbitrary<Selected>,
          { minLength: 1, maxLength: 4 },
        ),
        order: fc.array(
          fc.record(
            { column: name, direction: fc.constantFrom('asc', 'desc'), nulls: fc.constantFrom('first', 'last') },
            { requiredKeys: ['column', 'direction'] },
          ) as fc.Arbitrary<Order>,
          { minLength: 1, maxLength: 3 },
        ),
        limit: fc.nat(1000),
        offset: fc.nat(1000),
        cursor: fc.string({ minLength: 1 }),
        onConflict: fc.array(name, { minLength: 1, maxLength: 2 }),
        columns: fc.array(name, { minLength: 1, maxLength: 3 }),
      },
      partly,
    ),
  )
  .map(([filters, settings]) => Object.assign({ filters }, settings) as Query)

describe('a query', () => {
  test('decodes every query to what was encoded', () => {
    fc.assert(
      fc.property(query, (query) => {
        expect(decodeQuery(encodeQuery(query), 'rest')).toEqual(query)
      }),
      { numRuns: 2000 },
    )
  })

  test('filters by a column with the name of a parameter', () => {
    const filters: Filter[] = [{ column: 'order', not: false, operator: 'eq', value: '7' }]
    expect(decodeQuery(encodeQuery({ filters }), 'rest').filters).toEqual([{ group: 'and', not: false, filters }])
  })
})
