import type { Host } from '../host.ts'
import { createTransport, type TransportOptions } from '../transport.ts'
import { createAuth, type AuthOptions } from './auth.ts'
import { createAuthCalls } from './calls.ts'
import { REFRESH_TIMEOUT_MS } from './limits.ts'
import { createSession } from './session.ts'
import { withTimeout } from './with-timeout.ts'

export type ConnectOptions = TransportOptions & {
  readonly projectId: string
  readonly host: Host
  readonly auth?: AuthOptions | undefined
}

/**
 * Connects a transport with the session's token. With `options.token` the caller manages the token: the session is
 * fixed, and the page is not used.
 */
export function connectAuth({ projectId, host: hostOption, auth: authOptions, ...options }: ConnectOptions) {
  const managesToken = options.token === undefined || options.token === null
  const host = managesToken ? hostOption : { ...hostOption, page: null }
  const calls = createAuthCalls(createTransport({ ...options, token: null }), host.now)
  const session = createSession({
    host,
    projectId,
    refresh(token) {
      const control = new AbortController()
      return withTimeout(host, REFRESH_TIMEOUT_MS, calls.refresh(token, control.signal), () => control.abort())
    },
  })
  const transport = createTransport(managesToken ? { ...options, token: session.token, renew: session.renew } : options)
  const { coreUrl, authUrl = coreUrl, key = null } = options
  return { transport, auth: createAuth({ ...authOptions, transport, session, host, projectId, authUrl, key }) }
}
