import { expect, test } from 'vitest'
import { withIntegers } from '#worker/backend/db/statement-text.ts'

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
])('%s', (sql, params, expected) => {
  expect(withIntegers(sql, params)).toBe(expected)
})
