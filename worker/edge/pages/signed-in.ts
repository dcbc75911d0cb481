import type { EdgeContext } from '../app-env.ts'

/**
 * Returns the address of the account that the sign-in page has just led back with; null without a token, or with one
 * of no session. Visitors without scripts read it on the page.
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
