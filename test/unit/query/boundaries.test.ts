import { describe, expect, test } from 'vitest'
import { decodeQuery } from '#shared/query/decode.ts'
import { QueryError } from '#shared/query/error.ts'
import { findOffenders } from '../../support/offenders.ts'

const parseFilters = (search: string, dialect: 'rest' | 'records' = 'rest') => decodeQuery(search, dialect).filters
const refusal = (search: string, dialect: 'rest' | 'records' = 'rest') => {
  try {
    decodeQuery(search, dialect)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(QueryError)
    return (thrown as QueryError).message
  }
  throw new Error(`${search} was not refused`)
}
const one = (column: string, operator: string, value: unknown, not = false) => [{ column, operator, value, not }]

describe('syntax errors', () => {
  test('reports the position of a syntax error and what was expected there', async () => {
    const offenders = await findOffenders(
      [
        ['a=fts.cat', 'failed to parse "fts.cat": an operator expected at character 1'],
        ['a=not.fts.cat', 'failed to parse "not.fts.cat": an operator expected at character 5'],
        ['a=', 'failed to parse "": an operator expected at character 1'],
        ['a=is.maybe', 'failed to parse "is.maybe": null, not_null, true, false or unknown expected at character 9'],
        ['or=(a.eq.1)x', 'failed to parse "(a.eq.1)x": the end expected at character 9'],
        ['a=in.(1)x', 'failed to parse "in.(1)x": the end expected at character 7'],
        ['or=(a.eq.1', 'failed to parse "(a.eq.1": ")" expected at character 8'],
        ['or=x', 'failed to parse "x": "(" expected at character 1'],
        ['or=()', 'failed to parse "()": a name expected at character 2'],
        ['or=("a.eq.1)', 'failed to parse "("a.eq.1)": a name expected at character 2'],
        ['a=in.("x', 'failed to parse "in.("x": a closing quote expected at character 7'],
        ['a=in.("x"y)', 'failed to parse "in.("x"y)": one of ",)" expected at character 8'],
        ['a=in.("x"', 'failed to parse "in.("x"": ")" expected at character 8'],
        ['or=(a eq.1)', 'failed to parse "(a eq.1)": an operator expected at character 7'],
        ['select=a,', 'failed to parse "a,": a name expected at character 3'],
        ['select=a b ', 'failed to parse "a b ": the end expected at character 4'],
        ['select=-a', 'failed to parse "-a": a name expected at character 1'],
        ['order=a.up', 'failed to parse "a.up": the end expected at character 2'],
        ['order=a.desc.asc', 'failed to parse "a.desc.asc": the end expected at character 7'],
        ['a.b=eq.1', '"a.b" is not a parameter'],
        [`${'a.'.repeat(50)}=eq.1`, `"${'a.'.repeat(40)}" is not a parameter`],
        [`a=x${'y'.repeat(100)}`, `failed to parse "x${'y'.repeat(79)}": an operator expected at character 1`],
        ['limit=1x', '"1x" is not a number of rows'],
        ['limit=x1', '"x1" is not a number of rows'],
        ['limit=1234567890', '"1234567890" is not a number of rows'],
        [`offset=${'9'.repeat(30)}`, `"${'9'.repeat(20)}" is not a number of rows`],
        ['cursor=', 'a cursor is the id of a row'],
        [`cursor=${'c'.repeat(513)}`, 'a cursor is the id of a row'],
        ['order=a&order=b', '"order" is given twice'],
        [`or=${'(or'.repeat(17)}(a.eq.1)${')'.repeat(17)}`, /fewer nested groups expected at character 49$/],
      ],
      JSON.stringify,
      ([search, message]) => {
        if (typeof message === 'string') expect(refusal(search)).toBe(message)
        else expect(refusal(search)).toMatch(message)
      },
    )
    expect(offenders).toEqual([])
  })
})

describe('the largest accepted values', () => {
  test('accepts the largest value within each limit', async () => {
    const offenders = await findOffenders(
      [
        ['limit=123456789', { limit: 123_456_789 }],
        [`cursor=${'c'.repeat(512)}`, { cursor: 'c'.repeat(512) }],
        [
          'order=a.asc.nullsfirst,b.desc',
          {
            order: [
              { column: 'a', direction: 'asc', nulls: 'first' },
              { column: 'b', direction: 'desc' },
            ],
          },
        ],
        [`select=${'n'.repeat(64)}`, { select: [{ column: 'n'.repeat(64) }] }],
        [`select="${'"'.replace('"', String.raw`\"`).repeat(64)}"`, { select: [{ column: '"'.repeat(64) }] }],
        ['select="a.b",c-d e', { select: [{ column: 'a.b' }, { column: 'c-d e' }] }],
      ],
      JSON.stringify,
      ([search, query]) => {
        expect(decodeQuery(search, 'rest')).toEqual({ filters: [], ...query })
      },
    )
    expect(offenders).toEqual([])
  })

  test('rejects a name of 65 characters, plain or quoted', () => {
    expect(refusal(`select=${'n'.repeat(65)}`)).toContain('the end expected at character 65')
    expect(refusal(`select="${'n'.repeat(65)}"`)).toContain('a name expected at character 1')
  })

  test('accepts sixteen nested groups', () => {
    const nested = `or=${'(or'.repeat(15)}(a.eq.1)${')'.repeat(15)}`
    expect(JSON.stringify(parseFilters(nested)).match(/"group"/g)).toHaveLength(16)
    expect(refusal(`or=${'(or'.repeat(16)}(a.eq.1)${')'.repeat(16)}`)).toContain('fewer nested groups')
  })

  test('accepts a quoted name anywhere in a group, but only where a name is expected', () => {
    expect(parseFilters('or=("a,b".eq.1)')).toEqual([{ group: 'or', not: false, filters: one('a,b', 'eq', '1') }])
    expect(refusal('or=(a"b".eq.1)')).toContain('"." expected at character 3')
  })
})

describe('names that look like groups', () => {
  test.each([
    ['xor=eq.1', one('xor', 'eq', '1')],
    ['order_by=eq.1', one('order_by', 'eq', '1')],
    ['android=eq.1', one('android', 'eq', '1')],
    ['or=(oracle.eq.1)', [{ group: 'or', not: false, filters: one('oracle', 'eq', '1') }]],
  ])('parses a name that resembles a group as a column: %s', (search, filters) =>
    expect(parseFilters(search)).toEqual(filters),
  )
})

describe('a value in parentheses', () => {
  test('keeps commas and parentheses inside a parenthesized value', async () => {
    const offenders = await findOffenders(
      [
        ['or=(a=eq.1)', [{ group: 'or', not: false, filters: one('a', 'eq', '1') }]],
        [
          'or=(a=not.eq.1,b.eq.2%26)',
          [{ group: 'or', not: false, filters: [...one('a', 'eq', '1', true), ...one('b', 'eq', '2&')] }],
        ],
        ['or=(a.eq.1%26b.eq.2)', [{ group: 'or', not: false, filters: one('a', 'eq', '1&b.eq.2') }]],
        ['or=(a.eq."x" )', [{ group: 'or', not: false, filters: one('a', 'eq', 'x') }]],
        [String.raw`a=in.("\")`, null],
        [String.raw`a=in.("a\\b")`, one('a', 'in', [String.raw`a\b`])],
      ],
      JSON.stringify,
      ([search, filters]) => {
        if (filters === null) expect(refusal(search)).toContain('a closing quote')
        else expect(parseFilters(search)).toEqual(filters)
      },
    )
    expect(offenders).toEqual([])
  })
})

describe("the record client's shorthands", () => {
  test('accepts the shorthands of the record client', async () => {
    const offenders = await findOffenders(
      [
        ['a=is.1', one('a', 'is', 'true')],
        ['a=is.0', one('a', 'is', 'false')],
        ['a=not.4', one('a', 'eq', '4', true)],
        ['a=neq.null', one('a', 'is', 'null', true)],
        ['a=not.neq.null', one('a', 'is', 'null', false)],
        ['a=not.eq.null', one('a', 'is', 'null', true)],
      ],
      JSON.stringify,
      ([search, filters]) => expect(parseFilters(search, 'records')).toEqual(filters),
    )
    expect(offenders).toEqual([])
  })

  test.each(['a=is.1', 'a=is.0', 'a=not.4'])('rejects %s without the record client’s shorthands', (search) => {
    expect(refusal(search)).toContain('expected at character')
  })

  test.each(['a=is.2', 'a=4'])('rejects %s with the record client’s shorthands', (search) => {
    expect(refusal(search, 'records')).toContain('expected at character')
  })
})
