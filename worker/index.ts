import './start-zod.ts'
import { createApp } from './app.ts'
import { type Services, servicesFor } from './compose.ts'
import { GenerationJobBase } from './edge/generations/job.ts'
import { removeDue } from './edge/reports/held-removals.ts'
import type { Env } from './env.ts'
import { failureAnswer } from './http/errors.ts'
import { RealtimeChannelBase } from './realtime/channel/channel.ts'
import { RealtimeGatewayBase } from './realtime/gateway/gateway.ts'

/** The origin of a backend in this isolate when no public address is set. */
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
      // Settings that cannot be read: there is no app that could answer.
      return failureAnswer(thrown, request.url)
    }
  },
  scheduled: async ({ scheduledTime }, env) => {
    const { edge } = servicesFor(env)
    await removeDue(edge, edge.config.publicUrl ?? LOCAL_ORIGIN)
    await edge.operations.runScheduled(scheduledTime)
  },
} satisfies ExportedHandler<Env>

/** Hosts one generation each; named in wrangler.toml. */
export class GenerationJob extends GenerationJobBase {
  override steps = servicesFor(this.env).steps
  override clock = servicesFor(this.env).edge.clock
  override live = servicesFor(this.env).edge.live
}

/** Hosts one channel each. */
export class RealtimeChannel extends RealtimeChannelBase {}

/** Hosts a few hundred sockets each. */
export class RealtimeGateway extends RealtimeGatewayBase {}
