import { Hono } from 'hono'
import type { EdgeEnv } from '../app-env.ts'
import { holdsServiceKey } from '../service-key.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

/**
 * For operators and their monitors. `/health`: the Worker runs and its settings could be read. `/ready`: every
 * part it depends on answers, 200 or 503; which one does not, and how long each took, only to the service key.
 */
export const operate = new Hono<EdgeEnv>()
  .get('/health', (c) => c.json({ ok: true }, 200, NOT_KEPT))
  .get('/ready', async (c) => {
    const { readiness } = c.var.services
    const isKnown = holdsServiceKey(c)
    const { ok, parts } = await (isKnown ? readiness.ask() : readiness.recent())
    return c.json(isKnown ? { ok, parts } : { ok }, ok ? 200 : 503, NOT_KEPT)
  })
