import { AppError } from '#shared/client/errors.ts'
import type { Bound } from './fragment.ts'
import type { Column, ColumnKind } from './schema.ts'

const TRUTHS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['t', 1],
  ['1', 1],
  ['false', 0],
  ['f', 0],
  ['0', 0],
])

/** The text of a filter as what its column holds. @throws AppError `22P02` when it cannot be that */
export function comparedWith({ name, kind }: Column, text: string): Bound {
  if (kind === 'number') {
    const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(number)) throw invalid(name, 'a number', text)
    return number
  }
  if (kind === 'boolean') return TRUTHS.get(text.toLowerCase()) ?? fail(name, 'true or false', text)
  return text
}

const invalid = (column: string, wanted: string, text: string) =>
  new AppError('22P02', `invalid input syntax: ${column} is ${wanted}, not "${text.slice(0, 40)}"`)

function fail(column: string, wanted: string, text: string): never {
  throw invalid(column, wanted, text)
}

/** A value of a request's body as its column keeps it. */
export function storedAs({ kind }: Column, value: unknown): Bound {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' && kind !== 'json') return Number(value)
  if (kind === 'json' || typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' ? value : String(value)
}

/** How the values of a column leave; null when just as they are kept. JSON leaves as JSON, truth as true and false, times with their zone. */
export const shownAs = ({ kind }: Column): ((value: unknown) => unknown) | null => SHOWN.get(kind) ?? null

const SHOWN: ReadonlyMap<ColumnKind, (value: unknown) => unknown> = new Map([
  ['json', (value: unknown) => (typeof value === 'string' ? parsedOr(value) : value)],
  ['boolean', (value: unknown) => (value === null || value === undefined ? value : Boolean(value))],
  // What CURRENT_TIMESTAMP writes has neither the T nor the zone.
  [
    'timestamp',
    (value: unknown) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(value)
        ? `${value.replace(' ', 'T')}${/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? '' : 'Z'}`
        : value,
  ],
])

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
