import type { Context } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Query } from '#shared/query/ast.ts'
import { decodeQuery, type Dialect } from '#shared/query/decode.ts'
import { QueryError } from '#shared/query/error.ts'
import { readJson } from '#worker/http/body.ts'
import { getExactText } from '#worker/http/exact-json.ts'
import type { DbResult, DbRequest } from './request.ts'
import { notOneRowError } from './returned.ts'

export const SINGLE = 'application/vnd.pgrst.object+json'
const SCHEMA = 'public'
const SERVED = new Set([SINGLE, 'application/json', 'application/*', '*/*'])

/** A caller's preferences. Clients separate them with commas or blanks. */
export type Preferences = {
  readonly returning: boolean
  /** True if the caller wants the address of the inserted row instead of the row. */
  readonly locating: boolean
  readonly count: boolean
  readonly onDuplicate: DbRequest['onDuplicate']
  /** True if a named column that a row omits gets its default instead of null. */
  readonly keepDefaults: boolean
  /** The preferences that took effect, for `Preference-Applied`, or null. */
  readonly applied: string | null
}

const PREFERENCES = new Set([
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'tx=commit',
  'handling=strict',
  'handling=lenient',
])

/** Preferences that have an effect, by method. `return` and `resolution` have none on reads. */
const EFFECTIVE: ReadonlyMap<string, RegExp> = new Map([
  ['GET', /^(?:count|handling|tx)=/],
  ['HEAD', /^(?:count|handling|tx)=/],
  ['POST', /^(?:return|count|resolution|missing|handling|tx)=/],
  ['PATCH', /^(?:return|count|handling|tx)=/],
  ['DELETE', /^(?:return|count|handling|tx)=/],
])

const NO_PREFERENCES: Preferences = {
  returning: false,
  locating: false,
  count: false,
  onDuplicate: undefined,
  keepDefaults: false,
  applied: null,
}

/**
 * Ignores unknown preferences unless `handling=strict` is set. `Preference-Applied` lists those that took effect.
 * Rejects `tx=rollback` on writes: transactions cannot be rolled back here, so the write must not happen.
 *
 * @throws AppError `PGRST122`
 */
export function readPreferences(method: string, headers: Headers): Preferences {
  const prefer = headers.get('prefer')
  if (prefer === null) return NO_PREFERENCES
  const preferences = new Set(
    prefer
      .toLowerCase()
      .split(/[,\s]+/)
      .filter(Boolean),
  )
  const unknown = [...preferences].filter((preference) => !PREFERENCES.has(preference))
  if (preferences.has('handling=strict') && unknown.length > 0)
    throw new AppError('PGRST122', undefined, { details: `Invalid preferences: ${unknown.join(', ').slice(0, 200)}` })
  const isRead = method === 'GET' || method === 'HEAD'
  if (preferences.has('tx=rollback') && !isRead)
    throw new AppError('PGRST122', 'Invalid preferences: tx=rollback', {
      details: 'Invalid preferences: tx=rollback',
      hint: 'Nothing was written, because transactions cannot be rolled back here.',
    })
  const merge = preferences.has('resolution=merge-duplicates') ? 'merge' : undefined
  const effective = EFFECTIVE.get(method) ?? /^$/
  const applied = [...preferences].filter(
    (preference) => effective.test(preference) && (PREFERENCES.has(preference) || preference === 'tx=rollback'),
  )
  return {
    applied: applied.length === 0 ? null : applied.join(', '),
    returning: preferences.has('return=representation'),
    locating: preferences.has('return=headers-only'),
    // An exact count is also a good estimate.
    count: ['exact', 'planned', 'estimated'].some((how) => preferences.has(`count=${how}`)),
    onDuplicate: preferences.has('resolution=ignore-duplicates') ? 'ignore' : merge,
    keepDefaults: preferences.has('missing=default'),
  }
}

/** @throws AppError `PGRST100` for anything that is not in the query language */
export function readQuery(c: Context, dialect: Dialect): Query {
  try {
    const query = decodeQuery(getSearch(c.req.url), dialect)
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    return isRead ? narrowed(query, parseRange(c.req.raw.headers)) : query
  } catch (thrown) {
    if (thrown instanceof QueryError) throw new AppError('PGRST100', thrown.message, { cause: thrown })
    throw thrown
  }
}

/** Returns the query string of an address, without its `?`. */
const getSearch = (url: string): string => /\?([^#]*)/.exec(url)?.[1] ?? ''

/** Returns the intersection of a query and a range. @throws AppError `PGRST103` when it is empty */
function narrowed(query: Query, range: Pick<Query, 'limit' | 'offset'>): Query {
  if (range.offset === undefined) return query
  const offset = Math.max(query.offset ?? 0, range.offset)
  const ends = [query, range].map((part) => (part.offset ?? 0) + (part.limit ?? Number.POSITIVE_INFINITY))
  const limit = Math.min(...ends) - offset
  if (limit <= 0 && query.limit !== 0) throw new AppError('PGRST103')
  return { ...query, offset, ...(Number.isFinite(limit) && { limit: Math.max(0, limit) }) }
}

/**
 * Reads `Range: 0-9`, another way to write offset and limit for reads.
 *
 * @throws AppError `PGRST103` when it ends before it starts
 */
function parseRange(headers: Headers): Pick<Query, 'limit' | 'offset'> {
  const range = /^(\d{1,9})-(\d{1,9})?$/.exec(headers.get('range')?.trim() ?? '')
  if (range === null) return {}
  const [from, to] = [Number(range[1]), range[2] === undefined ? null : Number(range[2])]
  if (to !== null && to < from) throw new AppError('PGRST103')
  return { offset: from, ...(to === null ? {} : { limit: to - from + 1 }) }
}

/** @throws AppError `PGRST102` for a body that is not JSON, `FILE_TOO_LARGE` beyond the limit */
export async function readBody(c: Context, maxBytes: number): Promise<unknown> {
  try {
    return await readJson(c, maxBytes)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'INVALID_JSON')
      throw new AppError('PGRST102', undefined, { cause: thrown })
    throw thrown
  }
}

/** True if the caller wants one object instead of an array. @throws AppError `PGRST107` if it accepts neither */
export function wantsSingle(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*'
  if (accept === '*/*' || accept === 'application/json') return false
  const accepted = accept.split(',').map((type) => type.trim().replace(/;\s*(?:q|charset)=.*$/i, ''))
  if (!accepted.some((type) => SERVED.has(type.toLowerCase()))) throw new AppError('PGRST107')
  return accepted.includes(SINGLE)
}

/**
 * Responds with rows as JSON: an array, or one object when the caller asks for exactly one. @throws AppError `PGRST116`
 */
export function toRowsResponse(c: Context, { rows }: DbResult, status: 200 | 201 | 206): Response {
  if (!wantsSingle(c.req.raw.headers)) return c.json(rows, status)
  if (rows.length !== 1) throw notOneRowError(rows.length)
  return c.body(JSON.stringify(rows[0]), status, { 'content-type': `${SINGLE}; charset=utf-8` })
}

/** @throws AppError `PGRST106` for any schema but `public` */
export function requireSchema(method: string, headers: Headers): void {
  const schema = headers.get(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile')
  if (schema !== null && schema !== SCHEMA)
    throw new AppError('PGRST106', `Invalid schema: ${schema.slice(0, 64)}`, {
      hint: `Only the following schemas are exposed: ${SCHEMA}`,
    })
}

/** Returns the address of the first inserted row: `/notes?id=eq.a`. Null without a row, or without a unique key. */
export function getLocation(table: string, { rows: [row], key = [] }: DbResult): string | null {
  if (row === undefined || key.length === 0 || key.some((name) => row[name] === undefined)) return null
  const search = key.map(
    (name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(getExactText(row[name]) ?? String(row[name]))}`,
  )
  return `/${encodeURIComponent(table)}?${search.join('&')}`
}

/** Responds to a write that wants no rows back. @throws AppError `PGRST116` */
export function toEmptyResponse(c: Context, { rows }: DbResult, status: 201 | 204): Response {
  if (rows.length !== 1 && wantsSingle(c.req.raw.headers)) throw notOneRowError(rows.length)
  return c.body(null, status)
}

/** Returns the range of rows in a response and their total: `0-7/42`, `0-7/*`, or `*\/42` without rows. */
export function contentRange({ rows, total }: DbResult, offset = 0): string {
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`
  return `${range}/${total ?? '*'}`
}

/**
 * Returns 206 for a part of the counted rows.
 *
 * @throws AppError `PGRST103` for an offset beyond the last row
 */
export function rangeStatus({ rows, total }: DbResult, offset = 0): 200 | 206 {
  if (total === null) return 200
  if (offset > total)
    throw new AppError('PGRST103', undefined, {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    })
  return rows.length < total ? 206 : 200
}
