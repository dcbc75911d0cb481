import { AppError } from '../errors.ts'
import type { Cancel } from '../host.ts'
import type { Page } from '../page.ts'
import type { User } from './calls.ts'
import { readAddress } from './address.ts'
import type { Parent } from './parent.ts'
import type { Session } from './session.ts'
import type { TokenState } from './token-state.ts'
import type { Tokens } from './tokens.ts'

/** The OAuth `state` that this tab has sent, kept until the redirect returns. */
export const stateKeyOf = (projectId: string): string => `auth-state:${projectId}`

/**
 * The time at which this tab has redirected to the hosted page, in milliseconds since 1970. Its answers carry no state.
 */
export const leftKeyOf = (projectId: string): string => `auth-left:${projectId}`
/** An answer of the hosted page is awaited for this long. */
const AWAITED_MS = 10 * 60_000

/** The result that a sign-in page left in the address of a tab. */
export type Arrival = {
  readonly outcome: Tokens | AppError
  /** True if this tab started the sign-in. Else the link, and the tokens in it, may be an attacker's (login CSRF). */
  readonly isAwaited: boolean
}

/**
 * Takes what a sign-in page has left in the address out of it. Done first of all, so that nothing else of the page, no
 * link and no report of it, gets to see tokens.
 */
export function takeFromAddress(page: Page, projectId: string, nowMs: number): Arrival | null {
  const [stateKey, leftKey] = [stateKeyOf(projectId), leftKeyOf(projectId)]
  const [state, left] = [page.session.get(stateKey), page.session.get(leftKey)]
  const { outcome, address } = readAddress(page.address(), { projectId, state, nowMs })
  if (outcome === null) {
    // The tab has come back by itself: whatever comes later is no answer.
    if (left !== null) page.session.set(leftKey, null)
    return null
  }
  page.replaceAddress(address)
  for (const key of [stateKey, leftKey]) page.session.set(key, null)
  const leftAgo = left === null ? Number.NaN : nowMs - Number(left)
  return { outcome, isAwaited: state !== null || (leftAgo >= 0 && leftAgo <= AWAITED_MS) }
}

/**
 * Asks the user before a link signs them in. An attacker may have made it, with an account of their own: login CSRF
 * (README.md).
 */
export type ConfirmSignIn = (user: Pick<User, 'email'>) => Promise<boolean>

export type Start = {
  readonly session: Session
  readonly tokenState: TokenState
  readonly parent: Parent | null
  readonly arrival: Arrival | null
  /** True if a session may still be renewed, or need not be. */
  readonly isLasting: (tokens: Tokens) => boolean
  /** @throws AppError when the server does not take a token, or cannot say */
  readonly tryOut: (accessToken: string) => Promise<User>
  /** Called before a session starts with tokens of a sign-in that this tab did not start; missing: it starts. */
  readonly confirmSignIn: ConfirmSignIn | undefined
  /** Called without a session, and without a sign-in that has just failed. */
  readonly onSignedOut: () => void
}

/**
 * Restores the session: from the parent frame, else from the address, else from storage.
 *
 * @returns how to stop listening to the page around this one
 */
export function start({ session, tokenState, parent, arrival, confirmSignIn, ...deps }: Start): Cancel {
  const { isLasting, tryOut, onSignedOut } = deps
  const signIn = session.signIn()
  const brought = arrival === null || arrival.outcome instanceof AppError ? null : arrival.outcome
  let stop: Cancel | null = null
  let isOver = false
  let asking: Promise<void> | null = null

  /** A session is not replaced by tokens that the server refuses. */
  async function adopt(tokens: Tokens): Promise<void> {
    if (!arrival!.isAwaited && confirmSignIn !== undefined) return void (asking = ask(tokens, confirmSignIn))
    const held = session.tokens()
    if (held === null || !isLasting(held)) return session.keep(tokens)
    const user = await tryOut(tokens.access_token).catch(() => null)
    if (user !== null && !isOver && session.signIn() === signIn) session.keep(tokens)
  }

  /** Nothing waits for the answer: until then everything goes on as it was. */
  async function ask(tokens: Tokens, confirm: ConfirmSignIn): Promise<void> {
    const user = await tryOut(tokens.access_token).catch(() => null)
    const isWanted = user !== null && !isOver && (await confirm(user).catch(() => false))
    if (!isWanted || isOver || session.signIn() !== signIn) return
    session.keep(tokens)
    await tokenState.recognize()
  }

  async function search(from: Parent): Promise<void> {
    const lent = await from.ask()
    // The user may have signed in by other means meanwhile.
    if (isOver || session.signIn() !== signIn) return
    if (lent !== null) session.borrow(lent, from.ask)
    else if (brought !== null) await adopt(brought)
  }

  function follow(from: Parent): Cancel {
    return from.listen({
      onTokens(tokens) {
        if (tokens.access_token === session.tokens()?.access_token) return
        session.borrow(tokens, from.ask)
        void tokenState.recognize()
      },
      onSignOut: () => session.end('signed out'),
    })
  }

  const adopting = parent === null && brought !== null ? adopt(brought) : Promise.resolve()
  const searching = parent === null ? adopting : search(parent)
  session.waitFor(searching)
  void searching.then(() => {
    if (isOver) return
    stop = parent && follow(parent)
    if (session.tokens() !== null) return tokenState.recognize()
    tokenState.show({ isLoading: false })
    return asking === null ? onSignedOut() : asking.then(() => (session.tokens() === null ? onSignedOut() : undefined))
  })

  return () => {
    isOver = true
    stop?.()
  }
}
