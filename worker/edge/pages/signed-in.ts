import { html } from 'hono/html'
import { SIGNED_IN } from '#shared/domain/later-messages.ts'
import { WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import type { EdgeContext } from '../app-env.ts'
import { withoutScripts } from './html/without-scripts.ts'
import type { Piece } from './write-page.ts'

/**
 * As whom the visitor has just signed in, for people without scripts: the app says it itself, when it takes the tokens
 * out of the address. Empty for a token that is no session's, and where nobody comes from the sign-in page.
 */
export async function signedInNotice(c: EdgeContext): Promise<Piece | string> {
  const token = c.req.query('access_token')
  if (!token) return ''
  const { services, visitor, origin } = c.var
  try {
    const client = await services.backend.withToken(token, visitor, origin)
    const { email = '' } = await client.auth.me()
    return withoutScripts(html`<p role="status">${SIGNED_IN(email)} ${WITHOUT_SCRIPTS.signedIn}</p>`)
  } catch {
    return ''
  }
}
