import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { Dialect } from '#shared/query/decode.ts'
import { getIdempotencyKey } from '#worker/http/idempotency-key.ts'
import { ANY_REPLICA_HEADER, getSiteNetwork } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import {
  contentRange,
  emptyAnswer,
  getLocation,
  type Preferences,
  rangeStatus,
  readBody,
  readPreferences,
  readQuery,
  requireSchema,
  rowsAnswer,
  wantsSingle,
} from './http.ts'
import { describeTables, SAVES, type TableCalls } from './describe-tables.ts'
import type { DbAnswer, DbRequest } from './request.ts'

/**
 * The same tables for both dialects. `all` answers, also methods that are not described. Hono runs GET routes for HEAD,
 * so the line with HEAD only describes it.
 */
const createTableRoutes = (dialect: Dialect, calls: TableCalls) =>
  new Hono<BackendEnv>()
    .get('/:table', calls.read)
    .on('HEAD', '/:table', calls.count)
    .post('/:table', calls.insert)
    .patch('/:table', calls.update)
    .delete('/:table', calls.remove)
    .all('/:table', (c) => answer(c, dialect))
    .all('/*', notServed)

/** `/rest/v1/:table`, as PostgREST's clients speak it. HEAD answers as GET does, without the rows. */
export const restRoutes = new Hono<BackendEnv>()
  .use(async (c, next) => {
    if (!c.var.caller.hasKey) throw new AppError('UNAUTHORIZED')
    await next()
  })
  .route('/', createTableRoutes('rest', describeTables(SAVES)))

/** `/api/db/:project/rest/v1/:table`: the same tables, as the record client speaks it. */
export const dbRoutes = new Hono<BackendEnv>()
  .use(async (c, next) => {
    if (c.req.param('project') !== c.var.services.config.projectId) throw new AppError('NOT_FOUND')
    if (!c.var.caller.hasKey) throw new AppError('42501')
    await next()
  })
  .route('/', createTableRoutes('records', describeTables()))

/** The other routes of PostgREST: its description of itself, and procedures. */
function notServed(c: Context<BackendEnv>): never {
  const [, path = ''] = /\/rest\/v1(\/.*)?$/.exec(c.req.path) ?? []
  if (path === '' || path === '/') throw new AppError('PGRST126')
  const [, procedure] = /^\/rpc\/([^/]+)$/.exec(path) ?? []
  if (procedure === undefined) throw new AppError('PGRST125')
  throw new AppError('PGRST202', `Could not find the function public.${procedure.slice(0, 64)} in the schema cache`, {
    details: 'Functions are not supported.',
  })
}

async function answer(c: Context<BackendEnv>, dialect: Dialect): Promise<Response> {
  requireSchema(c.req.method, c.req.raw.headers)
  const wishes = readPreferences(c.req.method, c.req.raw.headers)
  const answered = await perform(c, dialect, wishes)
  if (wishes.applied !== null) answered.headers.set('preference-applied', wishes.applied)
  return answered
}

async function perform(c: Context<BackendEnv>, dialect: Dialect, wishes: Preferences): Promise<Response> {
  const { db } = c.var.services
  const query = readQuery(c, dialect)
  // Before anything happens: a write whose answer the client does not accept is not run.
  const single = wantsSingle(c.req.raw.headers)
  const core = c.var.services.config.publicUrl ?? new URL(c.req.url).origin
  // Our own edge says so of lists that it keeps for seconds; what asks with a key alone reads from the primary.
  const anyReplica = c.var.caller.viaEdge && c.req.header(ANY_REPLICA_HEADER) === '1'
  const request = {
    table: c.req.param('table')!,
    query,
    caller: c.var.caller,
    core,
    count: wishes.count,
    single,
    anyReplica,
    network: c.var.caller.viaEdge ? undefined : await getSiteNetwork(c, c.var.services.config.visitorSecret),
    minimal: !wishes.returning && !wishes.locating,
  }
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
      const body = await readBody(c, await db.admit(request, 'insert'))
      const made = await db.insert({
        ...request,
        body,
        idempotencyKey: getIdempotencyKey(c.req.raw.headers),
        keepDefaults: wishes.keepDefaults,
        ...(onDuplicate && { onDuplicate }),
      })
      countWritten(c, made, wishes)
      const location = wishes.locating ? getLocation(request.table, made) : null
      if (location !== null) c.header('location', location)
      return wishes.returning ? rowsAnswer(c, made, 201) : emptyAnswer(c, made, 201)
    }
    case 'PATCH': {
      const body = await readBody(c, await db.admit(request, 'update'))
      const changed = await db.update({ ...request, body, idempotencyKey: getIdempotencyKey(c.req.raw.headers) })
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

/** Number of rows that a write has changed, if the request asks for it. */
function countWritten(c: Context, { rows }: DbAnswer, { count }: Preferences): void {
  if (count) c.header('content-range', `*/${rows.length}`)
}
