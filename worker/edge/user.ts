import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { getBearer } from '#worker/http/bearer.ts'
import type { EdgeContext } from './app-env.ts'

/** Returns the signed-in user and a backend client for that user. Falls back to the visitor if the lookup fails. */
export async function readUser(c: EdgeContext): Promise<{ userId: string; client: Client }> {
  const { services, visitor, origin } = c.var
  const token = getBearer(c.req.raw.headers)
  if (token !== null) {
    const client = await services.backend.withToken(token, visitor, origin)
    const userId = await client.auth.userIdOrAnonymous()
    if (userId !== ANONYMOUS) return { userId, client }
  }
  return { userId: ANONYMOUS, client: await services.backend.for(visitor, origin) }
}

/** Returns the signed-in user's id, or `anonymous`. */
export const readUserId = async (c: EdgeContext): Promise<string> => (await readUser(c)).userId

/**
 * Returns the signed-in user's id.
 *
 * @throws AppError `UNAUTHORIZED` without an access token; errors of the lookup, so that a database failure is not
 *   mistaken for a missing session
 */
export async function requireUserId(c: EdgeContext): Promise<string> {
  const { services, visitor, origin } = c.var
  const token = getBearer(c.req.raw.headers)
  if (token === null) throw new AppError('UNAUTHORIZED', 'Sign in first.')
  return (await (await services.backend.withToken(token, visitor, origin)).auth.me()).id
}
