import { type Condition, type Filter, type Group, isIsValue, isOperator, type IsValue } from './ast.ts'
import { createReader, type Reader } from './reader.ts'

/**
 * `rest`: PostgREST's syntax. `records`: also the record client's shorthands, which are `not.4` for "not 4", `eq.null`
 * for "is null" and `is.1` for "is true".
 */
export type Dialect = 'rest' | 'records'

const MAX_DEPTH = 16

/** Decodes a column's parameter: `eq.7`, `not.in.(1,2)`, `is.null`. */
export function decodeCondition(column: string, text: string, dialect: Dialect): Condition {
  const reader = createReader(text)
  const condition = readComparison(reader, column, dialect, { isTopLevel: true, stops: '' })
  reader.expectEnd()
  return condition
}

/** Decodes the value of `or=`, `and=` or their negations: `(a.eq.1,and(b.gt.2,c.is.null))`. */
export function decodeGroup(group: 'and' | 'or', not: boolean, text: string, dialect: Dialect): Group {
  const reader = createReader(text)
  const filters = readMembers(reader, dialect, 1)
  reader.expectEnd()
  return { group, not, filters }
}

function readMembers(reader: Reader, dialect: Dialect, depth: number): Filter[] {
  if (depth > MAX_DEPTH) reader.fail('fewer nested groups')
  reader.expect('(')
  const filters: Filter[] = []
  do {
    reader.blanks()
    filters.push(readMember(reader, dialect, depth))
    reader.blanks()
  } while (reader.eat(','))
  reader.expect(')')
  return filters
}

/** Reads a nested group or a condition. Conditions joined by `&` (`a=gt.2&b=eq.3`) form an `and` group. */
function readMember(reader: Reader, dialect: Dialect, depth: number): Filter {
  const group = readGroup(reader, dialect, depth)
  if (group !== null) return group
  const conditions: Condition[] = []
  do conditions.push(readNamedCondition(reader, dialect))
  while (reader.eat('&'))
  return conditions.length === 1 ? conditions[0]! : { group: 'and', not: false, filters: conditions }
}

function readGroup(reader: Reader, dialect: Dialect, depth: number): Group | null {
  for (const not of [false, true])
    for (const group of ['and', 'or'] as const)
      for (const opening of [`${not ? 'not.' : ''}${group}`, `${not ? 'not.' : ''}${group}=`])
        if (reader.opens(opening)) return { group, not, filters: readMembers(reader, dialect, depth + 1) }
  return null
}

function readNamedCondition(reader: Reader, dialect: Dialect): Condition {
  const column = reader.name()
  const assigned = reader.eat('=')
  if (!assigned) reader.expect('.')
  return readComparison(reader, column, dialect, { isTopLevel: false, stops: assigned ? ',)&' : ',)' })
}

type Context = { readonly isTopLevel: boolean; readonly stops: string }

function readComparison(reader: Reader, column: string, dialect: Dialect, context: Context): Condition {
  const not = reader.eat('not.')
  const operator = ['eq', 'neq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'is', 'in'].find((name) =>
    reader.startsWith(`${name}.`),
  )
  // At the top level quotes belong to the value. Inside parentheses they delimit it.
  const value = () => (context.isTopLevel ? reader.rest() : reader.value(context.stops))
  if (operator === undefined || !isOperator(operator)) {
    if (not && dialect === 'records') return shorthand(column, 'eq', value(), true)
    return reader.fail('an operator')
  }
  reader.expect(`${operator}.`)
  if (operator === 'in') return { column, not, operator, value: readList(reader, dialect) }
  if (operator === 'is') return { column, not, operator, value: readIs(reader, value(), dialect) }
  if (dialect === 'records' && (operator === 'eq' || operator === 'neq'))
    return shorthand(column, operator, value(), not)
  return { column, not, operator, value: value() }
}

function shorthand(column: string, operator: 'eq' | 'neq', value: string, not: boolean): Condition {
  if (value !== 'null') return { column, not, operator, value }
  return { column, not: not !== (operator === 'neq'), operator: 'is', value: 'null' }
}

function readIs(reader: Reader, text: string, dialect: Dialect): IsValue {
  const word = text.trim().toLowerCase()
  if (isIsValue(word)) return word
  if (dialect === 'records' && (word === '1' || word === '0')) return word === '1' ? 'true' : 'false'
  return reader.fail('null, not_null, true, false or unknown')
}

function readList(reader: Reader, dialect: Dialect): string[] {
  reader.expect('(')
  // The record client does not quote values, so its blanks are part of them.
  if (dialect === 'rest') reader.blanks()
  if (reader.eat(')')) return []
  const values: string[] = []
  do values.push(reader.value(',)'))
  while (reader.eat(','))
  reader.expect(')')
  return values
}
