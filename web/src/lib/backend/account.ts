import { connectAuth } from '#shared/client/auth/connect.ts'
import type { ConfirmSignIn } from '#shared/client/auth/start.ts'
import { ROLES } from '#shared/domain/roles.ts'
import { createBrowserHost } from '#shared/client/browser/host.ts'
import { saySignedIn } from '../say-signed-in.ts'

/**
 * The session on this page, which is served by the host of the sign-in page. When that has brought the tokens, the
 * visitor is told as whom they are signed in.
 */
export function openAccount(projectId: string, confirmSignIn: ConfirmSignIn) {
  const isArrival = new URL(location.href).searchParams.has('access_token')
  const { auth } = connectAuth({
    projectId,
    coreUrl: location.origin,
    host: createBrowserHost(),
    auth: { roles: ROLES, confirmSignIn },
  })
  const email = () => auth.state().user?.email ?? null
  if (isArrival) saySignedIn({ email, subscribe: (run) => auth.onAuthStateChanged(run) })
  return auth
}
