import type { Host } from '../host.ts'
import { randomId } from '../random-id.ts'
import { createListeners } from '../realtime/listeners.ts'
import { renewTokens } from './renew-tokens.ts'
import { isExpired, isSame, readTokens, type Tokens } from './tokens.ts'
import { createTokenStore, type StoredTokens } from './token-store.ts'

/** Changes to a session, by a refresh or by another tab. */
export type SessionChange = 'signed in' | 'renewed' | 'signed out' | 'expired'

export type SessionDeps = {
  readonly host: Pick<Host, 'now' | 'page' | 'onWake'>
  readonly projectId: string
  /** @throws AppError with status 401 when the session has ended, another when the server is unreachable */
  readonly refresh: (refreshToken: string) => Promise<Tokens>
}

/** Requests new tokens from the frame that lent the old ones. */
export type Lender = () => Promise<Tokens | null>

export type Session = ReturnType<typeof createSession>

/** The signed-in user's tokens, shared by all tabs. */
export function createSession({ host, projectId, refresh }: SessionDeps) {
  const store = createTokenStore(host.page, projectId)
  const changes = createListeners<[SessionChange]>()
  let current: StoredTokens | null = store.read()
  /** Lent tokens are never stored, and refreshed only if their lender cannot: two refreshers look like a theft. */
  let lender: Lender | null = null
  let renewing: Promise<StoredTokens | null> | null = null
  let restored = Promise.resolve()

  function setTokens(next: StoredTokens | null, change: SessionChange) {
    current = next
    if (next === null) lender = null
    changes.tell(change)
  }

  function end(change: 'signed out' | 'expired') {
    if (lender === null) store.write(null)
    if (current !== null) setTokens(null, change)
  }

  /** Applies changes from other tabs. */
  function syncWithStore() {
    const stored = store.read()
    if (lender !== null || isSame(stored, current)) return
    if (stored === null) setTokens(null, 'signed out')
    else setTokens(stored, stored.sign_in === current?.sign_in ? 'renewed' : 'signed in')
  }

  async function renewOnce(stale: StoredTokens): Promise<StoredTokens | null> {
    const lent = (await lender?.().catch(() => null)) ?? null
    if (lent !== null && lent.access_token !== stale.access_token) {
      if (current?.sign_in === stale.sign_in) setTokens({ ...lent, sign_in: stale.sign_in }, 'renewed')
      return current
    }
    const isLent = lender !== null
    const renewed = await renewTokens(stale, {
      host,
      name: `auth:${projectId}`,
      newest: isLent ? () => current : store.read,
      write: isLent ? () => {} : store.write,
      refresh,
    })
    // Another tab may already have announced the change, or the user has signed out.
    if (current !== stale) return current
    if (renewed === null) end('expired')
    else setTokens(renewed, renewed.sign_in === stale.sign_in ? 'renewed' : 'signed in')
    return renewed
  }

  /** Replaces a refused access token. @returns null when the session has ended. @throws AppError */
  async function renew(refused: string): Promise<string | null> {
    if (current === null) return null
    if (current.access_token !== refused && !isExpired(current, host.now())) return current.access_token
    renewing ??= renewOnce(current).finally(() => (renewing = null))
    return (await renewing)?.access_token ?? null
  }

  const stops = [store.onChange(syncWithStore), host.onWake(syncWithStore)]

  return {
    renew,
    end,
    onChange: changes.add,
    tokens: (): Tokens | null => readTokens(current),
    /** The refresh token, to sign out with; null for borrowed tokens, whose lender signs out. */
    ownRefreshToken: (): string | null => (lender === null ? (current?.refresh_token ?? null) : null),
    /** The id of this sign-in. */
    signIn: (): string | null => current?.sign_in ?? null,

    /** The bearer token for a call. @throws AppError when it has expired and cannot be refreshed now */
    async token(): Promise<string | null> {
      await restored
      if (current === null) return null
      return isExpired(current, host.now()) ? renew(current.access_token) : current.access_token
    },

    /** Makes `token` wait until the session is restored. */
    waitFor(restoring: Promise<void>) {
      restored = restoring
    },

    /** Signs in, in every tab. */
    keep(tokens: Tokens) {
      lender = null
      current = { ...tokens, sign_in: randomId() }
      store.write(current)
    },

    /** Signs in with the embedding page's tokens, while this page is open. */
    borrow(tokens: Tokens, from: Lender) {
      lender = from
      current = { ...tokens, sign_in: randomId() }
    },

    close: () => stops.forEach((stop) => stop()),
  }
}
