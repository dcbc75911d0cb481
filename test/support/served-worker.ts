import { Hono } from 'hono'
import type { Env } from '#worker/env.ts'
import { onError } from '#worker/http/errors.ts'
import worker from '#worker/index.ts'
import { plainRoutes } from './plain-routes.ts'

export { GenerationJob, RealtimeChannel, RealtimeGateway } from '#worker/index.ts'

/** A header: respond as if no external service were configured. */
const BARE_HEADER = 'x-bare'
const OF_OTHERS = /^(?:AI|DATA|SEARCH|BROWSER)_/

const bareEnvs = new WeakMap<Env, Env>()

/** Returns the same object each time, because what is composed for it is cached. */
function bare(env: Env): Env {
  const known = bareEnvs.get(env)
  const made = known ?? (Object.fromEntries(Object.entries(env).filter(([name]) => !OF_OTHERS.test(name))) as Env)
  bareEnvs.set(env, made)
  return made
}

const plain = new Hono<{ Bindings: Env }>().onError(onError).route('/plain', plainRoutes)

/** The whole Worker, plus hand-written versions of some responses under `/plain`. */
export default {
  fetch: (request, env, ctx) =>
    new URL(request.url).pathname.startsWith('/plain/')
      ? plain.fetch(request, env, ctx)
      : worker.fetch(request, request.headers.has(BARE_HEADER) ? bare(env) : env, ctx),
  scheduled: worker.scheduled,
} satisfies ExportedHandler<Env>
