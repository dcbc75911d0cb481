import { Hono } from 'hono'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireService } from '../caller.ts'
import { ofThisProject } from '../project.ts'
import { BatchRequest, SqlRequest } from './sql-schema.ts'

/** `POST /api/db/:projectId/sql` and `…/batch`, for the service key alone. */
export const sqlRoutes = new Hono<BackendEnv>()
  .use(ofThisProject, async (c, next) => {
    requireService(c.var.caller)
    c.header('cache-control', 'no-store')
    await next()
  })
  .post('/sql', async (c) => {
    const { query, params } = parseInput(SqlRequest, await readJson(c, BODY_BYTES.large))
    const { results, executionTime } = await c.var.services.sql.run([{ sql: query, params }], 'write')
    return c.json({ ...results[0], executionTime })
  })
  .post('/batch', async (c) => {
    const { statements, mode } = parseInput(BatchRequest, await readJson(c, BODY_BYTES.large))
    const fragments = statements.map(({ sql, args }) => ({ sql, params: args }))
    return c.json({ ...(await c.var.services.sql.run(fragments, mode)), success: true })
  })
