import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Dialect } from '#shared/query/decode.ts'
import { getIdempotencyKey } from '#worker/http/idempotency-key.ts'
import { ANY_REPLICA_HEADER, getSiteNetwork } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import {
  contentRange,
  toEmptyResponse,
  getLocation,
  type Preferences,
  rangeStatus,
  readBody,
  readPreferences,
  readQuery,
  requireSchema,
  toRowsResponse,
  wantsSingle,
} from './http.ts'
import { describeTables, SAVES, type TableCalls } from './describe-tables.ts'
import type { DbResult, DbRequest } from './request.ts'

/**
 * Serves the same tables for both dialects. `all` responds, also to methods that are not described. Hono runs GET
 * routes for HEAD, so the line with HEAD only describes it.
 */
const createTableRoutes = (dialect: Dialect, calls: TableCalls) =>
  new Hono<BackendEnv>()
    .get('/:table', calls.read)
    .on('HEAD', '/:table', calls.count)
    .post('/:table', calls.insert)
    .patch('/:table', calls.update)
    .delete('/:table', calls.remove)
    .all('/:table', (c) => handle(c, dialect))
    .all('/*', notServed)

/** `/rest/v1/:table` for PostgREST's clients. HEAD responds like GET, without the rows. */
export const restRoutes = new Hono<BackendEnv>()
  .use(async (c, next) => {
    if (!c.var.caller.hasKey) throw new AppError('UNAUTHORIZED')
    await next()
  })
  .route('/', createTableRoutes('rest', describeTables(SAVES)))

/** `/api/db/:project/rest/v1/:table`: the same tables for the record client. */
export const dbRoutes = new Hono<BackendEnv>()
  .use(async (c, next) => {
    if (c.req.param('project') !== c.var.services.config.projectId) throw new AppError('NOT_FOUND')
    if (!c.var.caller.hasKey) throw new AppError('42501')
    await next()
  })
  .route('/', createTableRoutes('records', describeTables()))

/** Rejects the other routes of PostgREST: its own description, and procedures. */
function notServed(c: Context<BackendEnv>): never {
  const [, path = ''] = /\/rest\/v1(\/.*)?$/.exec(c.req.path) ?? []
  if (path === '' || path === '/') throw new AppError('PGRST126')
  const [, procedure] = /^\/rpc\/([^/]+)$/.exec(path) ?? []
  if (procedure === undefined) throw new AppError('PGRST125')
  throw new AppError('PGRST202', `Could not find the function public.${procedure.slice(0, 64)} in the schema cache`, {
    details: 'Functions are not supported.',
  })
}

async function handle(c: Context<BackendEnv>, dialect: Dialect): Promise<Response> {
  requireSchema(c.req.method, c.req.raw.headers)
  const preferences = readPreferences(c.req.method, c.req.raw.headers)
  const response = await perform(c, dialect, preferences)
  if (preferences.applied !== null) response.headers.set('preference-applied', preferences.applied)
  return response
}

async function perform(c: Context<BackendEnv>, dialect: Dialect, preferences: Preferences): Promise<Response> {
  const { db } = c.var.services
  const query = readQuery(c, dialect)
  // Checked first, because a write must not run if the client does not accept its response.
  const single = wantsSingle(c.req.raw.headers)
  const core = c.var.services.config.publicUrl ?? new URL(c.req.url).origin
  // Our edge sets this header for lists that it caches for seconds. Callers with only a key read from the primary.
  const anyReplica = c.var.caller.viaEdge && c.req.header(ANY_REPLICA_HEADER) === '1'
  const request = {
    table: c.req.param('table')!,
    query,
    caller: c.var.caller,
    core,
    count: preferences.count,
    single,
    anyReplica,
    network: c.var.caller.viaEdge ? undefined : await getSiteNetwork(c, c.var.services.config.visitorSecret),
    minimal: !preferences.returning && !preferences.locating,
  }
  c.header('cache-control', 'no-store')

  switch (c.req.method) {
    case 'GET':
    case 'HEAD': {
      const found = await db.select(request)
      c.header('content-range', contentRange(found, query.offset))
      return toRowsResponse(c, found, rangeStatus(found, query.offset))
    }
    case 'POST': {
      const onDuplicate = preferences.onDuplicate ?? impliedBy(dialect, query.onConflict)
      const body = await readBody(c, await db.admit(request, 'insert'))
      const inserted = await db.insert({
        ...request,
        body,
        idempotencyKey: getIdempotencyKey(c.req.raw.headers),
        keepDefaults: preferences.keepDefaults,
        ...(onDuplicate && { onDuplicate }),
      })
      countWritten(c, inserted, preferences)
      const location = preferences.locating ? getLocation(request.table, inserted) : null
      if (location !== null) c.header('location', location)
      return preferences.returning ? toRowsResponse(c, inserted, 201) : toEmptyResponse(c, inserted, 201)
    }
    case 'PATCH': {
      const body = await readBody(c, await db.admit(request, 'update'))
      const changed = await db.update({ ...request, body, idempotencyKey: getIdempotencyKey(c.req.raw.headers) })
      countWritten(c, changed, preferences)
      return preferences.returning ? toRowsResponse(c, changed, 200) : toEmptyResponse(c, changed, 204)
    }
    case 'DELETE': {
      const removed = await db.remove(request)
      countWritten(c, removed, preferences)
      return preferences.returning ? toRowsResponse(c, removed, 200) : toEmptyResponse(c, removed, 204)
    }
    default:
      throw new AppError(c.var.caller.role === 'service' ? 'METHOD_NOT_ALLOWED' : '42501')
  }
}

/** A request of the record dialect that names the columns of a conflict replaces the row. */
const impliedBy = (dialect: Dialect, onConflict: readonly string[] | undefined): DbRequest['onDuplicate'] =>
  dialect === 'records' && onConflict !== undefined ? 'merge' : undefined

/** Reports the number of rows that a write changed, if the request asks for it. */
function countWritten(c: Context, { rows }: DbResult, { count }: Preferences): void {
  if (count) c.header('content-range', `*/${rows.length}`)
}
