import { Hono } from 'hono'
import type { EdgeEnv } from '../../app-env.ts'
import { readAdmin } from '../access.ts'
import { respondWithView } from '../respond-with-view.ts'
import { parsePeriod } from '../period.ts'
import { readReport } from './read.ts'

/** The analytics page for admins. Redirects everyone else to the sign-in. */
export const adminAnalytics = new Hono<EdgeEnv>().get('/', async (c) => {
  if ((await readAdmin(c)) === null) return c.redirect('/admin', 303)
  const { backend, clock } = c.var.services
  const period = parsePeriod(c.req.query('days'))
  const report = await readReport(backend.service(c.var.origin), period, clock())
  return respondWithView(c, { kind: 'analytics', period, ...report })
})
