import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'
import { canRefresh, isExpired, isSame, type Tokens } from './tokens.ts'
import type { Kept } from './token-store.ts'

export type Renewing = {
  readonly host: Pick<Host, 'now' | 'page'>
  /** The name of the Web Lock: one tab at a time refreshes the tokens. */
  readonly name: string
  /** The tokens stored at this moment, by whichever tab. */
  readonly newest: () => Kept | null
  readonly write: (kept: Kept) => void
  readonly refresh: (refreshToken: string) => Promise<Tokens>
}

/**
 * Refreshes expired tokens, unless another tab has done so already. Refresh tokens rotate: each is good once, and a
 * replay counts as theft and ends the session in every tab. So the newest one is looked up
 * right before it is sent, and what happened meanwhile (a sign-out, another person) is not undone by the answer.
 *
 * @returns the current tokens; null when the session has ended
 * @throws AppError when the server could not be asked, or was not willing to answer: nothing is over by that
 */
export function renewal(stale: Kept, { host, name, newest, write, refresh }: Renewing): Promise<Kept | null> {
  const alone = host.page?.alone ?? ((_name, work) => work())
  return alone(name, async () => {
    const from = newest()
    if (from === null) return null
    if (!isSame(from, stale) && !isExpired(from, host.now())) return from
    if (!canRefresh(from, host.now())) return null

    const fresh = await refresh(from.refresh_token!).catch((thrown: unknown) => {
      if (isFinal(thrown)) return null
      throw thrown
    })
    const now = newest()
    const isOurs =
      now?.sign_in === from.sign_in && [from.refresh_token, fresh?.refresh_token].includes(now.refresh_token)
    if (!isOurs) return now
    if (fresh === null) return null
    const kept = { ...from, ...fresh }
    write(kept)
    return kept
  })
}

/** A server that is busy, away or slow has not said that anything is over. */
const isFinal = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.status >= 400 && thrown.status < 500 && ![408, 429].includes(thrown.status)
