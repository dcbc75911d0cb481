import type { Context } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Query } from '#shared/query/ast.ts'
import { decodeQuery, type Dialect } from '#shared/query/decode.ts'
import { QueryError } from '#shared/query/error.ts'
import { readJson } from '#worker/http/body.ts'
import type { DbAnswer, DbRequest } from './request.ts'

const SINGLE = 'application/vnd.pgrst.object+json'

/** What a caller prefers, split on commas and blanks: both are in use. */
export type Preferences = {
  readonly returning: boolean
  readonly count: boolean
  readonly onDuplicate: DbRequest['onDuplicate']
}

export function readPreferences(headers: Headers): Preferences {
  const wishes = new Set((headers.get('prefer') ?? '').toLowerCase().split(/[,\s]+/))
  const merge = wishes.has('resolution=merge-duplicates') ? 'merge' : undefined
  return {
    returning: wishes.has('return=representation'),
    count: wishes.has('count=exact'),
    onDuplicate: wishes.has('resolution=ignore-duplicates') ? 'ignore' : merge,
  }
}

/** @throws AppError `PGRST100` for what is not in the query language */
export function readQuery(c: Context, dialect: Dialect): Query {
  try {
    const query = decodeQuery(new URL(c.req.url).search, dialect)
    return { ...rangeOf(c.req.raw.headers), ...query }
  } catch (thrown) {
    if (thrown instanceof QueryError) throw new AppError('PGRST100', thrown.message, { cause: thrown })
    throw thrown
  }
}

/** `Range: 0-9` is another way to write offset and limit. */
function rangeOf(headers: Headers): Pick<Query, 'limit' | 'offset'> {
  const range = /^(\d{1,9})-(\d{1,9})?$/.exec(headers.get('range')?.trim() ?? '')
  if (range === null) return {}
  const [from, to] = [Number(range[1]), range[2] === undefined ? null : Number(range[2])]
  return { offset: from, ...(to === null ? {} : { limit: Math.max(0, to - from + 1) }) }
}

/** @throws AppError `PGRST102` for what is not JSON */
export async function readBody(c: Context): Promise<unknown> {
  try {
    return await readJson(c)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'INVALID_JSON')
      throw new AppError('PGRST102', undefined, { cause: thrown })
    throw thrown
  }
}

/** Rows as JSON: an array, or one object when the caller asks for exactly that. @throws AppError `PGRST116` */
export function rowsAnswer(c: Context, { rows }: DbAnswer, status: 200 | 201): Response {
  if (!(c.req.header('accept') ?? '').includes(SINGLE)) return c.json(rows, status)
  if (rows.length !== 1)
    throw new AppError('PGRST116', undefined, { details: `The result contains ${rows.length} rows` })
  return c.body(JSON.stringify(rows[0]), status, { 'content-type': `${SINGLE}; charset=utf-8` })
}

/** Which rows an answer holds, of how many: `0-7/42`, `0-7/*`, or `*\/42` when it holds none. */
export function contentRange({ rows, total }: DbAnswer, offset = 0): string {
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`
  return `${range}/${total ?? '*'}`
}
