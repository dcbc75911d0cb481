import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/client/errors.ts'
import { DecideReport, DecisionResponse, ReportResponse, ReportQueue, SendReport } from '#shared/contracts/reports.ts'
import { describeResponse, describeCall, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeEnv } from '../app-env.ts'
import { holdsServiceKey } from '../service-key.ts'
import { decideOn } from './decide.ts'
import { readQueue } from './queue.ts'
import { sendReport } from './send.ts'

const REPORT_MAX_BYTES = 16_384

/** The report route, under `/api/cards`. Every visitor may report a visible card, and does not learn the outcome. */
export const reporting = new Hono<EdgeEnv>().post(
  '/:id/reports',
  describeCall('Reports a card to the moderators', {
    responses: describeResponse(202, 'ReportReceived', ReportResponse),
    errors: [404, 410, 429],
  }),
  jsonBody('SendReport', SendReport, REPORT_MAX_BYTES),
  async (c) => {
    await sendReport(c, c.req.param('id'), c.req.valid('json'))
    return c.json({ received: true }, 202)
  },
)

/** Requires the service key, as the bearer token or in `apikey`. @throws AppError `UNAUTHORIZED` */
const requireServiceKey = createMiddleware<EdgeEnv>(async (c, next) => {
  if (!holdsServiceKey(c)) throw new AppError('UNAUTHORIZED')
  c.header('cache-control', 'private, no-store')
  await next()
})

/** Moderation routes at `/api/reports`. */
export const reports = new Hono<EdgeEnv>()
  .use(requireServiceKey)
  .get(
    '/',
    describeCall('Lists the cards that wait for a decision, oldest report first', {
      key: 'service',
      responses: ok('ReportQueue', ReportQueue),
      errors: [401],
    }),
    async (c) => {
      const { backend } = c.var.services
      return c.json(await readQueue(backend.service(c.var.origin), backend.coreUrl(c.var.origin)))
    },
  )
  .post(
    '/:id',
    describeCall('Decides on a reported card', {
      key: 'service',
      responses: ok('Decision', DecisionResponse),
      errors: [401, 404, 410],
    }),
    jsonBody('DecideReport', DecideReport, BODY_BYTES.small),
    async (c) => {
      const { decision } = c.req.valid('json')
      const id = c.req.param('id')
      await decideOn(c.var.services, c.var.origin, id, decision)
      return c.json({ id, decision })
    },
  )
