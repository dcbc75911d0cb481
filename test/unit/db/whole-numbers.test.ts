import { expect, test } from 'vitest'
import { restoreColumnName, withIntegers } from '#worker/backend/db/statement-text.ts'

const WHOLE = '(+cast(? as integer))'

test.each([
  ['insert into t values (?, ?, ?)', [8, 'x', 1.5], `insert into t values (${WHOLE}, ?, ?)`],
  ['update t set a = \'?\' || ? where "b?" = ?', ['x', 8], `update t set a = '?' || ? where "b?" = ${WHOLE}`],
  [
    'update t set a = ? -- ?\n where b = ? /* ? */',
    [1, 2],
    `update t set a = ${WHOLE} -- ?\n where b = ${WHOLE} /* ? */`,
  ],
  ['insert into t values (?2, ?1)', [1, 2], 'insert into t values (?2, ?1)'],
  ['insert into t values (?)', [null], 'insert into t values (?)'],
  ['insert into t values (?, ?)', [1], `insert into t values (${WHOLE}, ?)`],
])('casts integers: %s', (sql, params, expected) => {
  expect(withIntegers(sql, params)).toBe(expected)
})

test('names columns as the statement writes them, even when it contains the cast', () => {
  expect(restoreColumnName('select ? + 1', `${WHOLE} + 1`)).toBe('? + 1')
  expect(restoreColumnName(`select ${WHOLE}`, WHOLE)).toBe(WHOLE)
  expect(withIntegers(`select ?, ${WHOLE}`, [1, 2])).toBe(`select ?, ${WHOLE}`)
})
