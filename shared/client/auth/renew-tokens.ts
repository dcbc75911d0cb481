import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'
import { canRefresh, isExpired, isSame, type Tokens } from './tokens.ts'
import type { StoredTokens } from './token-store.ts'

export type RenewalDeps = {
  readonly host: Pick<Host, 'now' | 'page'>
  /** The name of the Web Lock that lets one tab at a time refresh the tokens. */
  readonly name: string
  /** Returns the tokens that any tab stored last. */
  readonly newest: () => StoredTokens | null
  readonly write: (tokens: StoredTokens) => void
  readonly refresh: (refreshToken: string) => Promise<Tokens>
}

/**
 * Refreshes expired tokens, unless another tab already has. Refresh tokens rotate: a replay counts as theft and ends the
 * session in every tab. So the newest token is read right before it is sent, and the response does not undo a sign-out
 * or another user's sign-in that happened meanwhile.
 *
 * @returns the current tokens; null when the session has ended
 * @throws AppError when the server is unreachable or busy; the session goes on
 */
export function renewTokens(
  stale: StoredTokens,
  { host, name, newest, write, refresh }: RenewalDeps,
): Promise<StoredTokens | null> {
  const alone = host.page?.alone ?? ((_name, work) => work())
  return alone(name, async () => {
    const before = newest()
    if (before === null) return null
    if (!isSame(before, stale) && !isExpired(before, host.now())) return before
    if (!canRefresh(before, host.now())) return null

    const fresh = await refresh(before.refresh_token!).catch((thrown: unknown) => {
      if (isFinal(thrown)) return null
      throw thrown
    })
    const after = newest()
    const isOurs =
      after?.sign_in === before.sign_in && [before.refresh_token, fresh?.refresh_token].includes(after.refresh_token)
    if (!isOurs) return after
    if (fresh === null) return null
    const renewed = { ...before, ...fresh }
    write(renewed)
    return renewed
  })
}

/** True if the server ended the session. A busy, unreachable or slow server has not. */
const isFinal = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.status >= 400 && thrown.status < 500 && ![408, 429].includes(thrown.status)
