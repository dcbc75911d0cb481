import { type Condition, type Filter, isGroup, type Order, type Query, type Selected } from './ast.ts'

const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'cursor', 'on_conflict', 'columns', 'and', 'or'])

/**
 * Encodes a query as the query string of `/rest/v1`, without the question mark. Filters come first.
 *
 * @example encodeQuery({ filters: [where('id', 'eq', '7')], select: [{ column: '*' }] }) // id=eq.7&select=*
 */
export function encodeQuery(query: Query): string {
  const { select, order, limit, offset, cursor, onConflict, columns } = query
  const parameters: (readonly [name: string, value: string | undefined])[] = [
    ...query.filters.map(encodeFilter),
    ['select', select?.map(encodeSelected).join(',')],
    ['order', order?.map(encodeOrder).join(',')],
    ['limit', limit?.toString()],
    ['offset', offset?.toString()],
    ['cursor', cursor],
    ['on_conflict', onConflict?.map(encodeName).join(',')],
    ['columns', columns?.map(quoteName).join(',')],
  ]
  return parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encodeValue(name)}=${encodeValue(value)}`]))
    .join('&')
}

/** Percent-encodes a value. Commas and colons stay readable. Replaces lone surrogates, which cannot be encoded. */
const encodeValue = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')

function encodeFilter(filter: Filter): [string, string] {
  if (isGroup(filter)) return [`${filter.not ? 'not.' : ''}${filter.group}`, encodeMembers(filter.filters)]
  // A column named like a parameter goes inside parentheses, where it is unambiguous.
  if (RESERVED.has(filter.column)) return ['and', encodeMembers([filter])]
  return [encodeName(filter.column), encodeComparison(filter, (value) => value)]
}

const encodeMembers = (filters: readonly Filter[]): string => `(${filters.map(encodeMember).join(',')})`

function encodeMember(filter: Filter): string {
  if (isGroup(filter)) return `${filter.not ? 'not.' : ''}${filter.group}${encodeMembers(filter.filters)}`
  return `${encodeName(filter.column)}.${encodeComparison(filter, quoteIfNeeded)}`
}

function encodeComparison(condition: Condition, write: (value: string) => string): string {
  const operator = `${condition.not ? 'not.' : ''}${condition.operator}`
  if (condition.operator === 'in') return `${operator}.(${condition.value.map(quoteIfNeeded).join(',')})`
  return `${operator}.${write(condition.value)}`
}

const isPlain = (name: string): boolean => /^\w+$/.test(name)
const quoteName = (name: string): string => `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const encodeName = (name: string): string => (isPlain(name) || name === '*' ? name : quoteName(name))

const quoteIfNeeded = (value: string): string =>
  value === '' || /^ | $|[,()"\\&]/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value

const encodeSelected = ({ column, alias }: Selected): string =>
  alias === undefined ? encodeName(column) : `${encodeName(alias)}:${encodeName(column)}`

const encodeOrder = ({ column, direction, nulls }: Order): string =>
  `${encodeName(column)}.${direction}${nulls === undefined ? '' : `.nulls${nulls}`}`
