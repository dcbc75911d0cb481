import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { readJson } from '#worker/http/body.ts'
import { describeCall, jsonRequest, ok } from '#worker/http/openapi/describe.ts'
import { readVisitor } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireProject } from '../project.ts'
import { EVERYBODY } from '../budgets.ts'
import { BODY_MAX_BYTES, countEvents, LogRequest } from './schema.ts'

/**
 * Page events at `/api/analytics/:project`. Keys and tokens are ignored. Invalid events are dropped but get a success
 * response, because clients resend refused events forever.
 */
export const analyticsRoutes = new Hono<BackendEnv>().use(requireProject).post(
  '/log',
  describeCall('Counts analytics events', {
    about: 'Invalid events are dropped without an error.',
    key: 'anyone',
    sends: jsonRequest('LogRequest', LogRequest),
    responses: ok('Logged', z.object({ success: z.literal(true), accepted: z.int() })),
    errors: [404],
  }),
  async (c) => c.json({ success: true, accepted: await count(c) }),
)

async function count(c: Context<BackendEnv>): Promise<number> {
  const { analytics, budgets, config } = c.var.services
  if (declinesTracking(c.req.raw.headers) || isRobot(c.req.header('user-agent') ?? '')) return 0
  try {
    const body = await readJson(c, BODY_MAX_BYTES)
    const events = countEvents(body)
    if (events === 0) return 0
    await budgets.spend('events', (await readVisitor(c, config.accepted.visitorSecrets)).address, events)
    await budgets.spend('allEvents', EVERYBODY, events)
    return await analytics.record(body)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status < 500) return 0
    throw thrown
  }
}

/** True if the visitor opted out of tracking. Current pages then send nothing, but an old page may. */
const declinesTracking = (headers: Headers) => headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'

const isRobot = (agent: string) => /bot\b|crawl|spider|slurp|lighthouse/i.test(agent)
