import './start-zod.ts'
import { createApp } from './app.ts'
import { type Services, servicesFor } from './compose.ts'
import { GenerationJobBase } from './edge/generations/job.ts'
import type { Env } from './env.ts'
import { failureAnswer } from './http/errors.ts'
import { RealtimeChannelBase } from './realtime/channel/channel.ts'
import { RealtimeGatewayBase } from './realtime/gateway/gateway.ts'

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
      return failureAnswer(thrown)
    }
  },
  scheduled: async ({ scheduledTime }, env) => {
    await servicesFor(env).sweeper.sweep(scheduledTime)
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
