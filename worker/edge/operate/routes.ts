import { Hono } from 'hono'
import { HealthAnswer, ReadyAnswer } from '#shared/contracts/operate.ts'
import { describeCall, json, ok } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from '../app-env.ts'
import { holdsServiceKey } from '../service-key.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * Routes for operators and their monitors. `/health`: the Worker runs and its settings could be read. `/ready`: every
 * part it depends on answers, 200 or 503; which one does not, how long each took, and when each scheduled task last
 * ran, only to the service key.
 */
export const operate = new Hono<EdgeEnv>()
  .get(
    '/health',
    describeCall('Returns 200 if the Worker runs with valid settings', { answers: ok('Health', HealthAnswer) }),
    (c) => c.json({ ok: true }, 200, NO_STORE),
  )
  .get(
    '/ready',
    describeCall('Checks every dependency of the site', {
      about: 'The service key also gets response times.',
      answers: {
        ...ok('Readiness', ReadyAnswer),
        503: { description: 'A dependency is down', content: json('Readiness', ReadyAnswer) },
      },
    }),
    async (c) => {
      const { readiness, operations } = c.var.services
      const isKnown = holdsServiceKey(c)
      const { ok, parts } = await (isKnown ? readiness.ask() : readiness.recent())
      // Without its database there is nothing to look into.
      if (ok) c.executionCtx.waitUntil(operations.noticeLate())
      if (!isKnown) return c.json({ ok }, ok ? 200 : 503, NO_STORE)
      const tasks = await operations.tasks().catch(() => [])
      return c.json({ ok, parts, tasks }, ok ? 200 : 503, NO_STORE)
    },
  )
