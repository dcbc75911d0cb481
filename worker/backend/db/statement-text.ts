/** Strings, quoted names and comments, in which a semicolon means nothing. An unclosed one extends to the end. */
const OPAQUE = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

/** Returns a statement without its strings, quoted names and comments. */
const bareText = (sql: string): string => sql.replaceAll(OPAQUE, ' ')

const firstWord = (sql: string): string => /^\s*(\w+)/.exec(bareText(sql))?.[1]?.toLowerCase() ?? ''

/** The plus removes the type again, because a cast would compare text as numbers. */
const WHOLE = '(+cast(? as integer))'

/**
 * Casts the whole numbers that a statement binds to integers. D1 binds every number as a double, so a text column would
 * store `8.0` and compare with `8.0`. A statement with numbered parameters stays unchanged.
 *
 * @example withIntegers('insert into t values (?, ?)', [8, 'x']) // insert into t values ((+cast(? as integer)), ?)
 */
export function withIntegers(sql: string, params: readonly unknown[]): string {
  if (/\?\d/.test(bareText(sql)) || sql.includes(WHOLE)) return sql
  return withCasts(sql, params, (value) => Number.isSafeInteger(value))
}

/** Casts integers beyond 2^53, which are bound as text, back to integers. */
export const withLargeIntegers = (sql: string, params: readonly unknown[]): string =>
  withCasts(sql, params, (value) => typeof value === 'bigint')

/** A `?` without a number takes the value after the largest number so far. */
function withCasts(sql: string, params: readonly unknown[], isWhole: (value: unknown) => boolean): string {
  let last = 0
  return sql.replaceAll(new RegExp(`${OPAQUE.source}|\\?(\\d*)`, 'g'), (found, number?: string) => {
    if (number === undefined) return found
    const at = number === '' ? last + 1 : Number(number)
    last = Math.max(last, at)
    return isWhole(params[at - 1]) ? WHOLE.replace('?', found) : found
  })
}

/** Returns the name of a column without an alias, which is its text as it was written. */
export const restoreColumnName = (sql: string, column: string): string =>
  sql.includes(WHOLE) ? column : column.replaceAll(/\(\+cast\((\?\d*) as integer\)\)/g, '$1')

/** True if a text holds more than one statement. The body of a trigger belongs to its statement. */
export function hasSeveralStatements(sql: string): boolean {
  const bare = bareText(sql)
  const isTrigger = /^\s*create\s+(?:temp\s+|temporary\s+)?trigger\b/i.test(bare)
  const text = isTrigger ? afterBody(bare) : bare
  const end = text.indexOf(';')
  return end !== -1 && /[^\s;]/.test(text.slice(end))
}

/** Returns the text after the `end` of a trigger's body, ignoring the `end` of a `case`. Empty if there is none. */
function afterBody(bare: string): string {
  let depth = 0
  for (const { 0: word, index } of bare.matchAll(/\.\s*\w+|\w+/g)) {
    if (/^(?:begin|case)$/i.test(word)) depth++
    else if (/^end$/i.test(word) && --depth === 0) return bare.slice(index + word.length)
  }
  return ''
}

/** True if a statement may run twice: it asks for rows and, on its face, changes none. */
export const isQuestion = (sql: string): boolean => ['select', 'values'].includes(firstWord(sql))

/** True if a statement's compiled form shows everything it does. A pragma acts while it is compiled. */
export const mayBeRead = (sql: string): boolean => ['select', 'values', 'with'].includes(firstWord(sql))
