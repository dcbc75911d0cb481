import type { Filter, Order, Query, Selected } from './ast.ts'
import { decodeCondition, decodeGroup, type Dialect } from './decode-filter.ts'
import { QueryError } from './error.ts'
import { createReader } from './reader.ts'

export type { Dialect } from './decode-filter.ts'

type Setting = Exclude<keyof Query, 'filters'>

/** The parameters that are not filters, and the query fields they set. */
const SETTINGS: ReadonlyMap<string, Setting> = new Map([
  ['select', 'select'],
  ['order', 'order'],
  ['limit', 'limit'],
  ['offset', 'offset'],
  ['cursor', 'cursor'],
  ['on_conflict', 'onConflict'],
  ['columns', 'columns'],
])

/**
 * Parses a query string into a syntax tree. Rejects unknown parameters instead of ignoring them.
 *
 * @example decodeQuery('votes=gte.3&order=votes.desc&limit=8', 'rest')
 * @throws QueryError naming the invalid text
 */
export function decodeQuery(search: string, dialect: Dialect): Query {
  const filters: Filter[] = []
  const settings = new Map<Setting, string>()
  for (const [name, value] of new URLSearchParams(search)) {
    const setting = SETTINGS.get(name)
    if (setting === undefined) filters.push(decodeFilter(name, value, dialect))
    else if (settings.has(setting)) throw new QueryError(`"${name}" is given twice`)
    else settings.set(setting, value)
  }
  return { filters, ...decodeSettings(settings) }
}

function decodeFilter(name: string, value: string, dialect: Dialect): Filter {
  const group = /^(not\.)?(and|or)$/.exec(name)
  if (group) return decodeGroup(group[2] === 'or' ? 'or' : 'and', group[1] !== undefined, value, dialect)
  return decodeCondition(decodeName(name), value, dialect)
}

function decodeName(text: string): string {
  try {
    const reader = createReader(text)
    const name = reader.name()
    reader.expectEnd()
    return name
  } catch (cause) {
    throw new QueryError(`"${text.slice(0, 80)}" is not a parameter`, { cause })
  }
}

function decodeSettings(settings: ReadonlyMap<Setting, string>): Omit<Query, 'filters'> {
  const read = <K extends Setting>(name: K, decode: (text: string) => Query[K]) => {
    const text = settings.get(name)
    return text === undefined ? {} : { [name]: decode(text) }
  }
  return {
    ...read('select', decodeSelect),
    ...read('order', decodeOrder),
    ...read('limit', decodeCount),
    ...read('offset', decodeCount),
    ...read('cursor', decodeCursor),
    ...read('onConflict', decodeNames),
    ...read('columns', decodeNames),
  }
}

function readList<T>(text: string, read: (reader: ReturnType<typeof createReader>) => T): T[] {
  const reader = createReader(text)
  const items: T[] = []
  do items.push(read(reader))
  while (reader.eat(','))
  reader.expectEnd()
  return items
}

const decodeSelect = (text: string): Selected[] =>
  readList(text, (reader) => {
    if (reader.eat('*')) return { column: '*' }
    const name = reader.name()
    return reader.eat(':') ? { column: reader.name(), alias: name } : { column: name }
  })

const decodeOrder = (text: string): Order[] =>
  readList(text, (reader) => {
    const column = reader.name()
    const direction = reader.eat('.desc') ? 'desc' : 'asc'
    if (direction === 'asc') reader.eat('.asc')
    if (reader.eat('.nullsfirst')) return { column, direction, nulls: 'first' }
    return reader.eat('.nullslast') ? { column, direction, nulls: 'last' } : { column, direction }
  })

const decodeNames = (text: string): string[] => readList(text, (reader) => reader.name())

function decodeCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new QueryError(`"${text.slice(0, 20)}" is not a number of rows`)
  return Number(text)
}

function decodeCursor(text: string): string {
  if (text === '' || text.length > 512) throw new QueryError('a cursor is the id of a row')
  return text
}
