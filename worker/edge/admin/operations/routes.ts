import { Hono } from 'hono'
import type { Prices } from '#worker/settings/operate.ts'
import type { EdgeEnv } from '../../app-env.ts'
import { readAdmin } from '../access.ts'
import { answerView } from '../answer-view.ts'
import { daysOf, periodOf } from '../period.ts'
import { readReport } from '../analytics/read.ts'

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
  const unsetPrices = getUnsetPrices(config.operate.prices)
  return answerView(c, { kind: 'operations', period, ...report, votes: deeds.voted, tasks, alerts, unsetPrices })
})

const getUnsetPrices = ({ picture, call, mail }: Prices): string[] => [
  ...(picture === null ? ['PICTURE_COST_USD'] : []),
  ...(call === null ? ['AI_CALL_COST_USD'] : []),
  ...(mail === null ? ['MAIL_COST_USD'] : []),
]
