import { describe, expect, test } from 'vitest'
import { decodeQuery } from '#shared/query/decode.ts'
import { QueryError } from '#shared/query/error.ts'
import { findOffenders } from '../../support/offenders.ts'

const is = (column: string, operator: string, value: unknown, not = false) => ({ column, operator, value, not })
const restFilters = (search: string) => decodeQuery(search, 'rest').filters
const recordFilters = (search: string) => decodeQuery(search, 'records').filters

describe('the grammar of /rest/v1', () => {
  test('parses every operator of /rest/v1 and its negation', async () => {
    const offenders = await findOffenders(
      [
        ['a=eq.x', [is('a', 'eq', 'x')]],
        ['a=eq.', [is('a', 'eq', '')]],
        ['a=eq."x"', [is('a', 'eq', '"x"')]],
        ['a=eq.a.b,c)', [is('a', 'eq', 'a.b,c)')]],
        ['a=gte.1&a=lt.5', [is('a', 'gte', '1'), is('a', 'lt', '5')]],
        ['a=not.like.*x*', [is('a', 'like', '*x*', true)]],
        ['a=is.NULL', [is('a', 'is', 'null')]],
        ['a=in.(x,"y,z")', [is('a', 'in', ['x', 'y,z'])]],
        ['a=in.()', [is('a', 'in', [])]],
        ['a=in.("")', [is('a', 'in', [''])]],
        [String.raw`a=in.("say \"hi\"",b)`, [is('a', 'in', ['say "hi"', 'b'])]],
        ['a=eq.null', [is('a', 'eq', 'null')]],
        ['a=eq.two%20words', [is('a', 'eq', 'two words')]],
        ['a=eq.two+words', [is('a', 'eq', 'two words')]],
      ],
      JSON.stringify,
      ([search, filters]) => {
        expect(restFilters(search)).toEqual(filters)
      },
    )
    expect(offenders).toEqual([])
  })

  test('parses nested groups, and a repeated group', () => {
    expect(restFilters('or=(a.eq.1,and(b.gt.2,c.lt.3),d.not.eq.4)&or=(a.is.null)')).toEqual([
      {
        group: 'or',
        not: false,
        filters: [
          is('a', 'eq', '1'),
          { group: 'and', not: false, filters: [is('b', 'gt', '2'), is('c', 'lt', '3')] },
          is('d', 'eq', '4', true),
        ],
      },
      { group: 'or', not: false, filters: [is('a', 'is', 'null')] },
    ])
  })

  test('parses a quoted value with commas and parentheses', () => {
    expect(restFilters('not.or=(a.eq."x,(y)",b.in.(1,2))')).toEqual([
      { group: 'or', not: true, filters: [is('a', 'eq', 'x,(y)'), is('b', 'in', ['1', '2'])] },
    ])
  })

  test('parses the selection, order and range of a query', () => {
    expect(
      decodeQuery('select=id,name:player_name&order=a.desc.nullslast,b&limit=8&offset=16&cursor=c1', 'rest'),
    ).toEqual({
      filters: [],
      select: [{ column: 'id' }, { column: 'player_name', alias: 'name' }],
      order: [
        { column: 'a', direction: 'desc', nulls: 'last' },
        { column: 'b', direction: 'asc' },
      ],
      limit: 8,
      offset: 16,
      cursor: 'c1',
    })
  })
})

describe('the grammar of the record client', () => {
  test('parses the record client’s shorthands for equal, null and lists', async () => {
    const offenders = await findOffenders(
      [
        ['a=not.v', [is('a', 'eq', 'v', true)]],
        ['a=not.null', [is('a', 'is', 'null', true)]],
        ['a=not.in.(1,2)', [is('a', 'in', ['1', '2'], true)]],
        ['a=eq.null', [is('a', 'is', 'null')]],
        ['a=neq.null', [is('a', 'is', 'null', true)]],
        ['a=is.1', [is('a', 'is', 'true')]],
        ['a=in.(x,y z)', [is('a', 'in', ['x', 'y z'])]],
      ],
      JSON.stringify,
      ([search, filters]) => {
        expect(recordFilters(search)).toEqual(filters)
      },
    )
    expect(offenders).toEqual([])
  })

  test('parses the record client’s groups, with an equals sign and an ampersand', () => {
    expect(recordFilters(`or=${encodeURIComponent('(a=eq.1,b=gt.2&c=eq.3)')}`)).toEqual([
      {
        group: 'or',
        not: false,
        filters: [is('a', 'eq', '1'), { group: 'and', not: false, filters: [is('b', 'gt', '2'), is('c', 'eq', '3')] }],
      },
    ])
    expect(recordFilters(`and=${encodeURIComponent('(a=eq.1,or=(b=eq.2,c=is.null))')}`)).toEqual([
      {
        group: 'and',
        not: false,
        filters: [
          is('a', 'eq', '1'),
          { group: 'or', not: false, filters: [is('b', 'eq', '2'), is('c', 'is', 'null')] },
        ],
      },
    ])
  })
})

describe('unknown syntax', () => {
  test('rejects unknown syntax in every part of a query', async () => {
    const offenders = await findOffenders(
      [
        ['a parameter without an operator', 'foo=bar'],
        ['an unknown operator', 'a=fts.cat'],
        ['a shorthand of the other grammar', 'a=not.v'],
        ['a dotted parameter', 'cards.id=eq.1'],
        ['a path into a document', 'select=stats->strength'],
        ['a cast', 'select=votes::text'],
        ['an embedded table', 'select=*,owner(*)'],
        ['an empty select', 'select='],
        ['a limit that is not a number', 'limit=ten'],
        ['a negative limit', 'limit=-1'],
        ['a limit given twice', 'limit=1&limit=2'],
        ['an unknown order', 'order=votes.down'],
        ['an open bracket', 'or=(a.eq.1'],
        ['an empty group', 'or=()'],
        ['text after a group', 'or=(a.eq.1)x'],
        ['an open quote', 'a=in.("x'],
        ['text after a quote', 'a=in.("x"y)'],
        ['an unknown identity', 'a=is.maybe'],
        ['overly deep nesting', `or=${'(or'.repeat(500)}(a.eq.1)${')'.repeat(500)}`],
      ],
      JSON.stringify,
      ([, search]) => {
        expect(() => decodeQuery(search, 'rest')).toThrow(QueryError)
      },
    )
    expect(offenders).toEqual([])
  })
})

describe('whitespace', () => {
  test('ignores spaces between the parts of a group, and keeps them in a record client’s values', () => {
    expect(restFilters('or=( a.eq.1 , not.and ( b.is.null , c.in.( x,"y" ) ) )')).toEqual([
      {
        group: 'or',
        not: false,
        filters: [
          is('a', 'eq', '1 '),
          { group: 'and', not: true, filters: [is('b', 'is', 'null'), is('c', 'in', ['x', 'y'])] },
        ],
      },
    ])
    expect(restFilters('a=in.(  )')).toEqual([is('a', 'in', [])])
    expect(recordFilters('a=in.( x,y )')).toEqual([is('a', 'in', [' x', 'y '])])
  })
})
