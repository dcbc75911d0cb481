import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Dialect } from '#shared/query/decode.ts'
import type { BackendEnv } from '../app-env.ts'
import {
  type Preferences,
  contentRange,
  emptyAnswer,
  rangeStatus,
  readBody,
  readPreferences,
  readQuery,
  rowsAnswer,
  wantsSingle,
} from './http.ts'
import type { DbAnswer, DbRequest } from './request.ts'
import { bodyLimitOf } from './rules.ts'

/** `/rest/v1/{table}`, as PostgREST's clients speak it. HEAD answers as GET does, without the rows. */
export const restRoutes = new Hono<BackendEnv>().all('/:table', (c) => {
  if (!c.var.caller.hasKey) throw new AppError('UNAUTHORIZED')
  return answer(c, 'rest')
})

/** `/api/db/{projectId}/rest/v1/{table}`: the same tables, as the record client speaks it. */
export const dbRoutes = new Hono<BackendEnv>().all('/:table', (c) => {
  if (c.req.param('projectId') !== c.var.services.config.projectId) throw new AppError('NOT_FOUND')
  if (!c.var.caller.hasKey) throw new AppError('42501')
  return answer(c, 'records')
})

async function answer(c: Context<BackendEnv>, dialect: Dialect): Promise<Response> {
  const { db } = c.var.services
  const wishes = readPreferences(c.req.raw.headers)
  const query = readQuery(c, dialect)
  // Before anything happens: a write whose answer nobody accepts is no write.
  const single = wantsSingle(c.req.raw.headers)
  const request = { table: c.req.param('table')!, query, caller: c.var.caller, count: wishes.count, single }
  c.header('cache-control', 'no-store')

  switch (c.req.method) {
    case 'GET':
    case 'HEAD': {
      const found = await db.select(request)
      c.header('content-range', contentRange(found, query.offset))
      return rowsAnswer(c, found, rangeStatus(found, query.offset))
    }
    case 'POST': {
      const onDuplicate = wishes.onDuplicate ?? impliedBy(dialect, query.onConflict)
      const body = await readBody(c, bodyLimitOf(request.table, 'insert', request.caller))
      const made = await db.insert({
        ...request,
        body,
        keepDefaults: wishes.keepDefaults,
        ...(onDuplicate && { onDuplicate }),
      })
      countWritten(c, made, wishes)
      return wishes.returning ? rowsAnswer(c, made, 201) : emptyAnswer(c, made, 201)
    }
    case 'PATCH': {
      const body = await readBody(c, bodyLimitOf(request.table, 'update', request.caller))
      const changed = await db.update({ ...request, body })
      countWritten(c, changed, wishes)
      return wishes.returning ? rowsAnswer(c, changed, 200) : emptyAnswer(c, changed, 204)
    }
    case 'DELETE': {
      const removed = await db.remove(request)
      countWritten(c, removed, wishes)
      return wishes.returning ? rowsAnswer(c, removed, 200) : emptyAnswer(c, removed, 204)
    }
    default:
      throw new AppError(c.var.caller.role === 'service' ? 'METHOD_NOT_ALLOWED' : '42501')
  }
}

/** Records name the columns of a conflict only when they mean to replace. */
const impliedBy = (dialect: Dialect, onConflict: readonly string[] | undefined): DbRequest['onDuplicate'] =>
  dialect === 'records' && onConflict !== undefined ? 'merge' : undefined

/** How many rows a write has touched, for who asks. */
function countWritten(c: Context, { rows }: DbAnswer, { count }: Preferences): void {
  if (count) c.header('content-range', `*/${rows.length}`)
}
