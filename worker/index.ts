import { createApp } from './app.ts'
import { type Services, servicesFor } from './compose.ts'
import { GenerationJobBase } from './edge/generations/job.ts'
import { removeDue } from './edge/reports/held-removals.ts'
import type { Env } from './env.ts'
import { toErrorResponse } from './http/errors.ts'
import { RealtimeChannelBase } from './realtime/channel/channel.ts'
import { RealtimeGatewayBase } from './realtime/gateway/gateway.ts'

/** The origin of scheduled work if `PUBLIC_URL` is not set. */
const LOCAL_ORIGIN = 'http://localhost'

const apps = new WeakMap<Services, ReturnType<typeof createApp>>()

/** Services hold no request state, so one app serves the whole isolate. */
function appFor(env: Env) {
  const services = servicesFor(env)
  const app = apps.get(services) ?? createApp(services)
  apps.set(services, app)
  return app
}

export default {
  fetch(request, env, ctx) {
    try {
      return appFor(env).fetch(request, env, ctx)
    } catch (thrown) {
      // The settings are invalid, so there is no app to handle the error.
      return toErrorResponse(thrown, request.url)
    }
  },
  // The cron trigger in wrangler.toml fires every five minutes.
  scheduled: async ({ scheduledTime }, env) => {
    const { edge } = servicesFor(env)
    await removeDue(edge, edge.config.publicUrl ?? LOCAL_ORIGIN)
    await edge.operations.runScheduled(scheduledTime)
  },
} satisfies ExportedHandler<Env>

/** Durable Object of one generation. wrangler.toml refers to these classes by name. */
export class GenerationJob extends GenerationJobBase {
  override steps = servicesFor(this.env).steps
  override clock = servicesFor(this.env).edge.clock
  override live = servicesFor(this.env).edge.live
}

/** Durable Object of one channel. */
export class RealtimeChannel extends RealtimeChannelBase {}

/** Durable Object with a few hundred sockets. */
export class RealtimeGateway extends RealtimeGatewayBase {}
