import { Hono } from 'hono'
import type { Env } from '#worker/env.ts'
import { onError } from '#worker/http/errors.ts'
import worker from '#worker/index.ts'
import { plainRoutes } from './plain-routes.ts'

export { GenerationJob, RealtimeChannel, RealtimeGateway } from '#worker/index.ts'

/** A request header that makes the Worker respond as if no external service were configured. */
const BARE_HEADER = 'x-bare'
const EXTERNAL_SETTINGS = /^(?:AI|DATA|SEARCH|BROWSER)_/

const bareEnvs = new WeakMap<Env, Env>()

/** Removes the settings of external services. Returns the same object each time, because the Worker is cached by it. */
function toBareEnv(env: Env): Env {
  const cached = bareEnvs.get(env)
  const bareEnv =
    cached ?? (Object.fromEntries(Object.entries(env).filter(([name]) => !EXTERNAL_SETTINGS.test(name))) as Env)
  bareEnvs.set(env, bareEnv)
  return bareEnv
}

const plain = new Hono<{ Bindings: Env }>().onError(onError).route('/plain', plainRoutes)

/** The whole Worker, with hand-written versions of some responses under `/plain`. */
export default {
  fetch: (request, env, ctx) =>
    new URL(request.url).pathname.startsWith('/plain/')
      ? plain.fetch(request, env, ctx)
      : worker.fetch(request, request.headers.has(BARE_HEADER) ? toBareEnv(env) : env, ctx),
  scheduled: worker.scheduled,
} satisfies ExportedHandler<Env>
