import { Hono } from 'hono'
import { answerDocument } from '#worker/http/document.ts'
import type { EdgeEnv } from '../../app-env.ts'
import { readAdmin } from '../access.ts'
import { periodOf } from '../period.ts'
import { readReport } from './read.ts'
import { ANALYTICS_STYLE } from './style.ts'
import { analyticsPage } from './view.ts'

/** The counts of analytics, for admins; any other request is sent to the sign-in. */
export const adminAnalytics = new Hono<EdgeEnv>().get('/', async (c) => {
  if ((await readAdmin(c)) === null) return c.redirect('/admin', 303)
  const { backend, clock } = c.var.services
  const period = periodOf(c.req.query('days'))
  const report = await readReport(backend.service(c.var.origin), period, clock())
  return answerDocument(c, { title: 'Analytics | Admin', main: analyticsPage(report, period), style: ANALYTICS_STYLE })
})
