import { connectAuth } from '#shared/client/auth/connect.ts'
import type { ConfirmSignIn } from '#shared/client/auth/start.ts'
import { ROLES } from '#shared/domain/roles.ts'
import { createBrowserHost } from '#shared/client/browser/host.ts'

/**
 * True if the visitor came from this site's sign-in page, where they confirmed the account. A link from another site may
 * contain an attacker's tokens (login CSRF).
 */
const isFromOwnPage = (): boolean => document.referrer === `${location.origin}/`

/** Opens this page's session, on the same host as the sign-in page. */
export const openAccount = (projectId: string, confirmSignIn: ConfirmSignIn) =>
  connectAuth({
    projectId,
    coreUrl: location.origin,
    host: createBrowserHost(),
    auth: { roles: ROLES, ...(isFromOwnPage() ? {} : { confirmSignIn }) },
  }).auth
