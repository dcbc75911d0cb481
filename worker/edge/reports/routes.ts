import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/client/errors.ts'
import { DecideReport, SendReport } from '#shared/contracts/reports.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeEnv } from '../app-env.ts'
import { holdsServiceKey } from '../service-key.ts'
import { decideOn } from './decide.ts'
import { readQueue } from './queue.ts'
import { sendReport } from './send.ts'

const REPORT_MAX_BYTES = 16_384

/** Below `/api/cards`: every visitor may report a visible card, and is not told the outcome. */
export const reporting = new Hono<EdgeEnv>().post('/:id/reports', async (c) => {
  await sendReport(c, c.req.param('id'), parseInput(SendReport, await readJson(c, REPORT_MAX_BYTES)))
  return c.json({ received: true }, 202)
})

/** The key goes as the bearer or in `apikey`. @throws AppError `UNAUTHORIZED` */
const forService = createMiddleware<EdgeEnv>(async (c, next) => {
  if (!holdsServiceKey(c)) throw new AppError('UNAUTHORIZED')
  c.header('cache-control', 'private, no-store')
  await next()
})

/** At `/api/reports`: what has been reported, and what becomes of it. */
export const reports = new Hono<EdgeEnv>()
  .use(forService)
  .get('/', async (c) => {
    const { backend } = c.var.services
    return c.json(await readQueue(backend.service(c.var.origin), backend.coreUrl(c.var.origin)))
  })
  .post('/:id', async (c) => {
    const { decision } = parseInput(DecideReport, await readJson(c, BODY_BYTES.small))
    const id = c.req.param('id')
    await decideOn(c.var.services, c.var.origin, id, decision)
    return c.json({ id, decision })
  })
