/** Strings, quoted names and comments: where a semicolon means nothing. An open one goes on to the end. */
const OPAQUE = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

/** The words of a statement, without what only looks like them. */
const bareText = (sql: string): string => sql.replaceAll(OPAQUE, ' ')

const firstWord = (sql: string): string => /^\s*(\w+)/.exec(bareText(sql))?.[1]?.toLowerCase() ?? ''

/** The plus takes the type off again: a cast would compare texts as numbers. */
const WHOLE = '(+cast(? as integer))'

/**
 * A statement whose whole numbers are bound as such. The database binds every number as one with a fraction, of which a
 * column of texts would keep, and a text be compared with, `8.0`. A statement that numbers its values itself stays as
 * it is.
 *
 * @example withIntegers('insert into t values (?, ?)', [8, 'x']) // insert into t values ((+cast(? as integer)), ?)
 */
export function withIntegers(sql: string, params: readonly unknown[]): string {
  if (/\?\d/.test(bareText(sql)) || sql.includes(WHOLE)) return sql
  return withCasts(sql, params, (value) => Number.isSafeInteger(value))
}

/** A statement whose integers beyond 2^53, which are bound as texts, are integers to it. */
export const withLargeIntegers = (sql: string, params: readonly unknown[]): string =>
  withCasts(sql, params, (value) => typeof value === 'bigint')

/** A place without a number stands for the value after the largest number before it. */
function withCasts(sql: string, params: readonly unknown[], isWhole: (value: unknown) => boolean): string {
  let last = 0
  return sql.replaceAll(new RegExp(`${OPAQUE.source}|\\?(\\d*)`, 'g'), (found, number?: string) => {
    if (number === undefined) return found
    const at = number === '' ? last + 1 : Number(number)
    last = Math.max(last, at)
    return isWhole(params[at - 1]) ? WHOLE.replace('?', found) : found
  })
}

/** Returns the name of a column without an alias: its text as it was written. */
export const columnAsWritten = (sql: string, column: string): string =>
  sql.includes(WHOLE) ? column : column.replaceAll(/\(\+cast\((\?\d*) as integer\)\)/g, '$1')

/** True if a text holds more than one statement. The body of a trigger is part of its own. */
export function isSeveral(sql: string): boolean {
  const bare = bareText(sql)
  const isTrigger = /^\s*create\s+(?:temp\s+|temporary\s+)?trigger\b/i.test(bare)
  const text = isTrigger ? afterBody(bare) : bare
  const end = text.indexOf(';')
  return end !== -1 && /[^\s;]/.test(text.slice(end))
}

/** Returns the text after the `end` of a trigger's body, the one that closes no `case`. Nothing when there is none. */
function afterBody(bare: string): string {
  let depth = 0
  for (const { 0: word, index } of bare.matchAll(/\.\s*\w+|\w+/g)) {
    if (/^(?:begin|case)$/i.test(word)) depth++
    else if (/^end$/i.test(word) && --depth === 0) return bare.slice(index + word.length)
  }
  return ''
}

/** True if a statement may be run twice: it asks for rows and, on its face, changes none. */
export const isQuestion = (sql: string): boolean => ['select', 'values'].includes(firstWord(sql))

/** The statements whose compiled form says all they do; a pragma acts while it is compiled. */
export const mayBeRead = (sql: string): boolean => ['select', 'values', 'with'].includes(firstWord(sql))
