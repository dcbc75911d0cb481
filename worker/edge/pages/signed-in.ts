import type { EdgeContext } from '../app-env.ts'

/**
 * Returns the email address of an account that has just signed in, or null if the URL has no valid token. Pages show it
 * to visitors without scripts.
 */
export async function getSignedInAddress(c: EdgeContext): Promise<string | null> {
  const token = c.req.query('access_token')
  if (!token) return null
  const { services, visitor, origin } = c.var
  try {
    const client = await services.backend.withToken(token, visitor, origin)
    return (await client.auth.me()).email ?? null
  } catch {
    return null
  }
}
