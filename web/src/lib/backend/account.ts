import { connectAuth } from '#shared/client/auth/connect.ts'
import type { ConfirmSignIn } from '#shared/client/auth/start.ts'
import { ROLES } from '#shared/domain/roles.ts'
import { createBrowserHost } from '#shared/client/browser/host.ts'

/** The session on this page, which is served by the host of the sign-in page. */
export const openAccount = (projectId: string, confirmSignIn: ConfirmSignIn) =>
  connectAuth({ projectId, coreUrl: location.origin, host: createBrowserHost(), auth: { roles: ROLES, confirmSignIn } })
    .auth
