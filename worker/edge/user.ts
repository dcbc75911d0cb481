import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { bearerOf } from '#worker/http/bearer.ts'
import type { EdgeContext } from './app-env.ts'

/** The signed-in user's id, or `anonymous`: a failed look-up never stops a visitor. */
export async function readUserId(c: EdgeContext): Promise<string> {
  const token = bearerOf(c.req.raw.headers)
  if (token === null) return ANONYMOUS
  const client = await c.var.services.backend.withToken(token, c.var.visitor, c.var.origin)
  return client.auth.userIdOrAnonymous()
}
