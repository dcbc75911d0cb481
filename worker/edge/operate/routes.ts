import { Hono } from 'hono'
import { HealthResponse, ReadyResponse } from '#shared/contracts/operate.ts'
import { describeCall, json, ok } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from '../app-env.ts'
import { holdsServiceKey } from '../service-key.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * Routes for operators and monitors. `/health` succeeds if the Worker runs with valid settings. `/ready` returns 200 if
 * every dependency responds, else 503. With the service key, it also returns the state and response time of each
 * dependency and the last run of each scheduled task.
 */
export const operate = new Hono<EdgeEnv>()
  .get(
    '/health',
    describeCall('Returns 200 if the Worker runs with valid settings', { responses: ok('Health', HealthResponse) }),
    (c) => c.json({ ok: true }, 200, NO_STORE),
  )
  .get(
    '/ready',
    describeCall('Checks every dependency of the site', {
      about: 'The service key also gets response times.',
      responses: {
        ...ok('Readiness', ReadyResponse),
        503: { description: 'A dependency is down', content: json('Readiness', ReadyResponse) },
      },
    }),
    async (c) => {
      const { readiness, operations } = c.var.services
      const isKnown = holdsServiceKey(c)
      const { ok, parts } = await (isKnown ? readiness.ask() : readiness.recent())
      // The check for late tasks needs the database.
      if (ok) c.executionCtx.waitUntil(operations.noticeLate())
      if (!isKnown) return c.json({ ok }, ok ? 200 : 503, NO_STORE)
      const tasks = await operations.tasks().catch(() => [])
      return c.json({ ok, parts, tasks }, ok ? 200 : 503, NO_STORE)
    },
  )
