import { Hono } from 'hono'
import { answerDocument } from '#worker/http/document.ts'
import type { EdgeEnv } from '../../app-env.ts'
import { readAdmin } from '../access.ts'
import { daysOf, periodOf } from '../period.ts'
import { readReport } from '../analytics/read.ts'
import { ANALYTICS_STYLE } from '../analytics/style.ts'
import { OPERATIONS_STYLE } from './style.ts'
import { operationsPage } from './view.ts'

/** How the site runs, for admins; any other request is sent to the sign-in. */
export const adminOperations = new Hono<EdgeEnv>().get('/', async (c) => {
  if ((await readAdmin(c)) === null) return c.redirect('/admin', 303)
  const { backend, clock, operations, config } = c.var.services
  const period = periodOf(c.req.query('days'))
  const [report, deeds, tasks, alerts] = await Promise.all([
    operations.report(daysOf(period, clock())),
    readReport(backend.service(c.var.origin), period, clock()),
    operations.tasks(),
    operations.alertsSent(),
  ])
  const { prices } = config.operate
  const main = operationsPage({ report, votes: deeds.voted, tasks, alerts, prices, period })
  return answerDocument(c, { title: 'Operations | Admin', main, style: ANALYTICS_STYLE + OPERATIONS_STYLE })
})
