import { describe, expect, test } from 'vitest'
import { type Filter, where } from '#shared/query/ast.ts'
import { partsSought } from '#worker/backend/db/searched.ts'
import { offendersOf } from '../../support/offenders.ts'

const NAMES = { column: 'player_name', index: 'card_name_parts', row: 'card' }

const sought = (...filters: readonly Filter[]) => partsSought(NAMES, { filters })
const named = (operator: 'eq' | 'like' | 'ilike' | 'neq', value: string) => where('player_name', operator, value)

describe('the parts that a search asks its index for', () => {
  test('are three characters in a row of every name', async () => {
    const offenders = await offendersOf(
      [
        ['each three characters in a row', named('ilike', '%nobo%'), ['nob', 'obo']],
        ['A to Z as small letters', named('like', '%NoB%'), ['nob']],
        ['a whole name', named('eq', 'Big'), ['big']],
        ['between wildcards, never across one', named('ilike', 'abc*defg_%'), ['abc', 'def', 'efg']],
        ['shorter ones only where there are no others', named('ilike', 'ab*cde_fg%'), ['cde']],
        ['what a backslash says is itself', named('like', '%1\\*2%'), ['1*2']],
        ['fewer than three where there are no more', named('ilike', '%zq%c%'), ['zq', 'c']],
        ['each once', named('like', 'aaaa'), ['aaa']],
        ['characters beyond 16 bits whole', named('like', '%🏈🐻🦁%'), ['🏈🐻🦁']],
        ['foreign letters where case counts', named('like', '%Éva%'), ['Éva']],
        ['what is around foreign letters where it does not', named('ilike', '%Lucía Q%'), ['luc', 'a q']],
        ['letters without cases', named('ilike', '%美咲子%'), ['美咲子']],
        ['up to a NUL', named('ilike', '%abc\0def%'), ['abc']],
        ['up to a NUL in a whole name', named('eq', 'abc\0def'), ['abc']],
        ['up to a NUL after a backslash', named('like', 'abc\\\0def'), ['abc']],
        ['around what the database takes for another character', named('like', '%abc\uFFFEdef\uFFFD%'), ['abc', 'def']],
      ],
      JSON.stringify,
      ([, filter, parts]) => {
        expect(sought(filter)).toEqual(parts)
      },
    )
    expect(offenders).toEqual([])
  })

  test('come from all conditions that every row must satisfy', () => {
    const inner: Filter = { group: 'and', not: false, filters: [named('like', 'bcd%'), named('eq', 'Efg')] }
    expect(sought(named('ilike', '%abc%'), inner)).toEqual(['abc', 'bcd', 'efg'])
  })

  test('are sixteen at most, from the beginning to the end', () => {
    const parts = sought(named('like', 'abcdefghijklmnopqrstuvwxyz0123456789'))
    expect(parts).toHaveLength(16)
    expect(new Set(parts).size).toBe(16)
    expect([parts[0], parts.at(-1)]).toEqual(['abc', '789'])
  })

  test('are none when a filter may match other names', async () => {
    const offenders = await offendersOf<[string, Filter]>(
      [
        ['an alternative', { group: 'or', not: false, filters: [named('eq', 'abc'), where('votes', 'eq', '1')] }],
        ['a negation', { ...named('eq', 'abc'), not: true }],
        ['a negated group', { group: 'and', not: true, filters: [named('eq', 'abc')] }],
        ['another column', where('team_colors', 'eq', 'abc')],
        ['another comparison', named('neq', 'abc')],
        ['a list', { column: 'player_name', operator: 'in', value: ['abc'], not: false }],
        ['wildcards alone', named('ilike', '%_*')],
        ['no name', named('eq', '')],
        ['a NUL at the beginning', named('eq', '\0abc')],
        ['a foreign letter in either case', named('ilike', '%é%')],
      ],
      JSON.stringify,
      ([, filter]) => {
        expect(sought(filter)).toEqual([])
      },
    )
    expect(offenders).toEqual([])
  })
})
