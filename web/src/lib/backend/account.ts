import { connectAuth } from '#shared/client/auth/connect.ts'
import { ROLES } from '#shared/domain/roles.ts'
import { createBrowserHost } from './host.ts'

/** Who is signed in on this page, which is served by the host that people sign in at. */
export const openAccount = (projectId: string) =>
  connectAuth({ projectId, coreUrl: location.origin, host: createBrowserHost(), auth: { roles: ROLES } }).auth
