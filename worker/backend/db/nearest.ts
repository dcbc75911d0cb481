/**
 * Of a table only the row whose unique column holds a value, or the next one when there is none. Looking for a row that
 * may not be seen then reads exactly what looking for one that never was does: one row. It has to be asked again
 * whether it is the right one.
 *
 * @param value SQL that stands for the value
 */
export const nearestRow = (table: string, column: string, value: string): string =>
  `(select rowid, * from ${table} where ${column} >= ${value} order by ${column} limit 1)`
