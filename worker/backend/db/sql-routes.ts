import { Hono } from 'hono'
import * as z from 'zod/mini'
import { describeCall, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireService } from '../caller.ts'
import { requireProject } from '../project.ts'
import { Rows } from './describe-tables.ts'
import { BatchRequest, SqlRequest } from './sql-schema.ts'

const result = { rows: Rows, columns: z.array(z.string()), rowCount: z.int() }
/** Milliseconds, as reported by the database. */
const executionTime = z.number()
const CALL = { key: 'service', errors: [401, 403, 404, 405, 409, 504] } as const

/** `POST /api/db/:project/sql` and `…/batch`, for the service key only. */
export const sqlRoutes = new Hono<BackendEnv>()
  .use(requireProject, async (c, next) => {
    requireService(c.var.caller)
    c.header('cache-control', 'no-store')
    await next()
  })
  .post(
    '/sql',
    describeCall('Runs a SQL statement', {
      ...CALL,
      responses: ok('SqlAnswer', z.object({ ...result, executionTime })),
    }),
    jsonBody('SqlRequest', SqlRequest, BODY_BYTES.large),
    async (c) => {
      const { query, params } = c.req.valid('json')
      const { results, executionTime } = await c.var.services.sql.run([{ sql: query, params }], 'write')
      return c.json({ ...results[0], executionTime })
    },
  )
  .post(
    '/batch',
    describeCall('Runs SQL statements in one transaction', {
      ...CALL,
      responses: ok(
        'BatchAnswer',
        z.object({ results: z.array(z.object(result)), executionTime, success: z.literal(true) }),
      ),
    }),
    jsonBody('BatchRequest', BatchRequest, BODY_BYTES.large),
    async (c) => {
      const { statements, mode } = c.req.valid('json')
      const fragments = statements.map(({ sql, args }) => ({ sql, params: args }))
      return c.json({ ...(await c.var.services.sql.run(fragments, mode)), success: true })
    },
  )
