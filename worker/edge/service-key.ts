import { bearerOf } from '#worker/http/bearer.ts'
import { isAnyOf } from '#worker/http/signature.ts'
import type { EdgeContext } from './app-env.ts'

/** True if a request carries the service key, as the bearer or in `apikey`. */
export function holdsServiceKey(c: EdgeContext): boolean {
  const keys = [bearerOf(c.req.raw.headers), c.req.header('apikey')].filter((key) => key !== null && key !== undefined)
  return keys.some((key) => isAnyOf(key, c.var.services.config.accepted.serviceKeys))
}
