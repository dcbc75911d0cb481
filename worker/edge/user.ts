import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { bearerOf } from '#worker/http/bearer.ts'
import type { EdgeContext } from './app-env.ts'

/** The signed-in user, and the backend client in that user's name. A failed look-up never stops a visitor. */
export async function readUser(c: EdgeContext): Promise<{ userId: string; client: Client }> {
  const { services, visitor, origin } = c.var
  const token = bearerOf(c.req.raw.headers)
  if (token !== null) {
    const client = await services.backend.withToken(token, visitor, origin)
    const userId = await client.auth.userIdOrAnonymous()
    if (userId !== ANONYMOUS) return { userId, client }
  }
  return { userId: ANONYMOUS, client: await services.backend.for(visitor, origin) }
}

/** The signed-in user's id, or `anonymous`. */
export const readUserId = async (c: EdgeContext): Promise<string> => (await readUser(c)).userId

/**
 * The signed-in user's id, for an act that is that user's alone.
 *
 * @throws AppError `UNAUTHORIZED` without an access token; what the look-up throws otherwise, so that a failing database is not taken for a missing session
 */
export async function requireUserId(c: EdgeContext): Promise<string> {
  const { services, visitor, origin } = c.var
  const token = bearerOf(c.req.raw.headers)
  if (token === null) throw new AppError('UNAUTHORIZED', 'Sign in first.')
  return (await (await services.backend.withToken(token, visitor, origin)).auth.me()).id
}
