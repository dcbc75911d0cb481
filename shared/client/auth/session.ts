import type { Host } from '../host.ts'
import { randomId } from '../random-id.ts'
import { createListeners } from '../realtime/listeners.ts'
import { renewal } from './renewal.ts'
import { isExpired, isSame, readTokens, type Tokens } from './tokens.ts'
import { createTokenStore, type Kept } from './token-store.ts'

/** How a session changed by renewal or in another tab: another user's, the same with new tokens, or ended. */
export type Move = 'signed in' | 'renewed' | 'signed out' | 'expired'

export type SessionDeps = {
  readonly host: Pick<Host, 'now' | 'page' | 'onWake'>
  readonly projectId: string
  /** @throws AppError with a status that tells an ended session (401) from an unreachable server */
  readonly refresh: (refreshToken: string) => Promise<Tokens>
}

/** Asks the frame that lent the tokens for new ones. */
export type Lender = () => Promise<Tokens | null>

export type Session = ReturnType<typeof createSession>

/** The tokens of the signed-in user, shared by all tabs. */
export function createSession({ host, projectId, refresh }: SessionDeps) {
  const store = createTokenStore(host.page, projectId)
  const moves = createListeners<[Move]>()
  let held: Kept | null = store.read()
  /** Lent tokens are never stored, and never renewed while their lender can do it: two renewers look like a theft. */
  let lender: Lender | null = null
  let renewing: Promise<Kept | null> | null = null
  let found = Promise.resolve()

  function hold(kept: Kept | null, move: Move) {
    held = kept
    if (kept === null) lender = null
    moves.tell(move)
  }

  function end(move: 'signed out' | 'expired') {
    if (lender === null) store.write(null)
    if (held !== null) hold(null, move)
  }

  /** Changes made by other tabs. */
  function follow() {
    const kept = store.read()
    if (lender !== null || isSame(kept, held)) return
    if (kept === null) hold(null, 'signed out')
    else hold(kept, kept.sign_in === held?.sign_in ? 'renewed' : 'signed in')
  }

  async function renewOnce(stale: Kept): Promise<Kept | null> {
    const lent = (await lender?.().catch(() => null)) ?? null
    if (lent !== null && lent.access_token !== stale.access_token) {
      if (held?.sign_in === stale.sign_in) hold({ ...lent, sign_in: stale.sign_in }, 'renewed')
      return held
    }
    const isLent = lender !== null
    const kept = await renewal(stale, {
      host,
      name: `auth:${projectId}`,
      newest: isLent ? () => held : store.read,
      write: isLent ? () => {} : store.write,
      refresh,
    })
    // Another tab may have announced it already, or the user has signed out.
    if (held !== stale) return held
    if (kept === null) end('expired')
    else hold(kept, kept.sign_in === stale.sign_in ? 'renewed' : 'signed in')
    return kept
  }

  /** @returns a token in the place of one that is no good; null when the session is over. @throws AppError */
  async function renew(refused: string): Promise<string | null> {
    if (held === null) return null
    if (held.access_token !== refused && !isExpired(held, host.now())) return held.access_token
    renewing ??= renewOnce(held).finally(() => (renewing = null))
    return (await renewing)?.access_token ?? null
  }

  const stops = [store.onChange(follow), host.onWake(follow)]

  return {
    renew,
    end,
    onMove: moves.add,
    tokens: (): Tokens | null => readTokens(held),
    /** Ends the session at the server; null for a borrowed one, which its lender ends. */
    ownRefreshToken: (): string | null => (lender === null ? (held?.refresh_token ?? null) : null),
    /** Which sign-in this is; another one has another. */
    signIn: (): string | null => held?.sign_in ?? null,

    /** The bearer of a call. @throws AppError when it has expired and cannot be renewed just now */
    async token(): Promise<string | null> {
      await found
      if (held === null) return null
      return isExpired(held, host.now()) ? renew(held.access_token) : held.access_token
    },

    /** Requests for a token wait for this. */
    waitFor(search: Promise<void>) {
      found = search
    },

    /** Signs in, here and in every other tab. */
    keep(tokens: Tokens) {
      lender = null
      held = { ...tokens, sign_in: randomId() }
      store.write(held)
    },

    /** Signs in with what the page around this one has, for as long as this page is open. */
    borrow(tokens: Tokens, from: Lender) {
      lender = from
      held = { ...tokens, sign_in: randomId() }
    },

    close: () => stops.forEach((stop) => stop()),
  }
}
