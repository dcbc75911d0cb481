import { Hono } from 'hono'
import type { BackendServices } from '#worker/backend/app-env.ts'
import { createBackendRoutes } from '#worker/backend/app.ts'
import { RealtimeService } from '#worker/backend/realtime/service.ts'
import { readConfig } from '#worker/config.ts'
import type { EdgeEnv } from '#worker/edge/app-env.ts'
import type { EdgeServices } from '#worker/edge/services.ts'
import { sockets } from '#worker/edge/live/sockets.ts'
import type { Env } from '#worker/env.ts'
import { onError, onNotFound } from '#worker/http/errors.ts'
import { RealtimeChannelBase } from '#worker/realtime/channel/channel.ts'
import { Channels } from '#worker/realtime/channels.ts'
import { RealtimeGatewayBase } from '#worker/realtime/gateway/gateway.ts'
import { Sockets } from '#worker/realtime/gateway/sockets.ts'

const apps = new WeakMap<Env, Hono<EdgeEnv>>()

/** Worker with only the realtime channels of the product. */
function appFor(env: Env): Hono<EdgeEnv> {
  const config = readConfig(env)
  const { socketsPerGateway: capacity, limitsFactor: factor } = config.realtime
  const auth = { readAccess: () => Promise.reject(new Error('no benchmark signs in here')) }
  const channels = new Channels(env.CHANNELS)
  const budgets = { spend: () => Promise.resolve() }
  const services = {
    config,
    auth,
    realtime: new RealtimeService({
      channels,
      budgets,
      channelCap: {
        take: () => Promise.resolve(null),
        open: { has: () => Promise.resolve(true), add: () => Promise.resolve() },
      },
      factor,
      isCard: () => Promise.resolve(true),
      isLeague: () => Promise.resolve(true),
      isGeneration: () => Promise.resolve(true),
    }),
  }
  const edge = {
    config,
    sockets: new Sockets({ gateways: env.GATEWAYS, clock: Date.now, capacity, perNetwork: capacity, factor }),
  }
  const app = new Hono<EdgeEnv>()
    .onError(onError)
    .notFound(onNotFound)
    .use(async (c, next) => {
      c.set('services', edge as EdgeServices)
      await next()
    })
    .route('/', sockets)
    .route('/', createBackendRoutes(services as unknown as BackendServices))
  apps.set(env, app)
  return app
}

export default {
  fetch: (request, env, ctx) => (apps.get(env) ?? appFor(env)).fetch(request, env, ctx),
} satisfies ExportedHandler<Env>

export class RealtimeChannel extends RealtimeChannelBase {}
export class RealtimeGateway extends RealtimeGatewayBase {}
