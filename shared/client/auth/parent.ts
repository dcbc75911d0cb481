import { isRecord } from '../failure.ts'
import type { Cancel, Host } from '../host.ts'
import type { Peer } from '../page.ts'
import { PARENT_WAIT_MS } from '../limits.ts'
import { receiveTokens, type Tokens } from './tokens.ts'
import { AUTH_MESSAGE } from './wire.ts'

const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

export type ParentListeners = { readonly onTokens: (tokens: Tokens) => void; readonly onSignOut: () => void }

export type Parent = ReturnType<typeof createParent>

/** The embedding page. Messages are accepted only from the sign-in host's origin and from loopback. */
export function createParent(
  peer: Peer,
  { host, projectId, authOrigin }: { host: Pick<Host, 'now' | 'after'>; projectId: string; authOrigin: string },
) {
  const listen = ({ onTokens, onSignOut }: ParentListeners): Cancel =>
    peer.onMessage((message, origin) => {
      if (origin !== authOrigin && !LOCAL.test(origin)) return
      if (!isRecord(message) || (message['projectId'] ?? projectId) !== projectId) return
      if (message['type'] === AUTH_MESSAGE.signOut) onSignOut()
      const tokens = message['type'] === AUTH_MESSAGE.tokens ? receiveTokens(message['tokens'], host.now()) : null
      if (tokens !== null) onTokens(tokens)
    })

  return {
    listen,

    /** @returns null when the parent sends no tokens in time */
    ask: (): Promise<Tokens | null> =>
      new Promise((resolve) => {
        const finish = (tokens: Tokens | null) => {
          stopWaiting()
          stopListening()
          resolve(tokens)
        }
        const stopWaiting = host.after(PARENT_WAIT_MS, () => finish(null))
        const stopListening = listen({ onTokens: finish, onSignOut: () => finish(null) })
        // The parent's origin is unknown here. The request holds nothing that is not in the page's own source.
        peer.post({ type: AUTH_MESSAGE.request, projectId }, '*')
      }),
  }
}
