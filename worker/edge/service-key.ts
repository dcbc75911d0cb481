import { getBearer } from '#worker/http/bearer.ts'
import { isAnySecret } from '#worker/http/signature.ts'
import type { EdgeContext } from './app-env.ts'

/** Returns true if a request has the service key, as the bearer token or in `apikey`. */
export function holdsServiceKey(c: EdgeContext): boolean {
  const keys = [getBearer(c.req.raw.headers), c.req.header('apikey')].filter((key) => key !== null && key !== undefined)
  return keys.some((key) => isAnySecret(key, c.var.services.config.accepted.serviceKeys))
}
