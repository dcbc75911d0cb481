import { AppError } from '../errors.ts'
import type { Cancel } from '../host.ts'
import type { Page } from '../page.ts'
import type { User } from './calls.ts'
import { readAddress } from './address.ts'
import type { Parent } from './parent.ts'
import type { Session } from './session.ts'
import type { TokenState } from './token-state.ts'
import type { Tokens } from './tokens.ts'

/** Storage key of the OAuth `state` that this tab sent, until the redirect returns. */
export const getStateKey = (projectId: string): string => `auth-state:${projectId}`

/** Storage key of the time (ms) at which this tab left for the hosted page, which sends no `state` back. */
export const getRedirectKey = (projectId: string): string => `auth-left:${projectId}`
/** A return from the hosted page within this time counts as expected. */
const EXPECTED_WITHIN_MS = 10 * 60_000

/** The result that a sign-in page left in the tab's URL. */
export type Arrival = {
  readonly outcome: Tokens | AppError
  /** True if this tab started the sign-in. Otherwise the link and its tokens may be an attacker's (login CSRF). */
  readonly isExpected: boolean
}

/**
 * Reads and removes a sign-in result from the URL. Must run first, so that no other code, link or error report sees the
 * tokens.
 */
export function takeSignInResult(page: Page, projectId: string, nowMs: number): Arrival | null {
  const [stateKey, leftKey] = [getStateKey(projectId), getRedirectKey(projectId)]
  const [state, left] = [page.session.get(stateKey), page.session.get(leftKey)]
  const { outcome, address } = readAddress(page.address(), { projectId, state, nowMs })
  if (outcome === null) {
    // The tab came back without a result. A later one is unexpected.
    if (left !== null) page.session.set(leftKey, null)
    return null
  }
  page.replaceAddress(address)
  for (const key of [stateKey, leftKey]) page.session.set(key, null)
  const leftAgo = left === null ? Number.NaN : nowMs - Number(left)
  return { outcome, isExpected: state !== null || (leftAgo >= 0 && leftAgo <= EXPECTED_WITHIN_MS) }
}

/**
 * Asks the user before a link signs them in. An attacker may have made the link with the attacker's account: login CSRF
 * (shared/client/README.md).
 */
export type ConfirmSignIn = (user: Pick<User, 'email'>) => Promise<boolean>

export type StartDeps = {
  readonly session: Session
  readonly tokenState: TokenState
  readonly parent: Parent | null
  readonly arrival: Arrival | null
  /** True if the tokens are valid or can be refreshed. */
  readonly isLasting: (tokens: Tokens) => boolean
  /** @throws AppError when the server refuses the token or is unreachable */
  readonly fetchUserOf: (accessToken: string) => Promise<User>
  /** Called before tokens of a sign-in that this tab did not start are used. Without it, they are used directly. */
  readonly confirmSignIn: ConfirmSignIn | undefined
  /** Called without a session, unless a sign-in has just failed. */
  readonly onSignedOut: () => void
}

/**
 * Restores the session: from the parent frame, else from the URL, else from storage.
 *
 * @returns a function that stops listening to the embedding page
 */
export function start({ session, tokenState, parent, arrival, confirmSignIn, ...deps }: StartDeps): Cancel {
  const { isLasting, fetchUserOf, onSignedOut } = deps
  const signIn = session.signIn()
  const urlTokens = arrival === null || arrival.outcome instanceof AppError ? null : arrival.outcome
  let stop: Cancel | null = null
  let isStopped = false
  let confirming: Promise<void> | null = null

  /** Tokens that the server refuses never replace a session. */
  async function adopt(tokens: Tokens): Promise<void> {
    if (!arrival!.isExpected && confirmSignIn !== undefined) return void (confirming = ask(tokens, confirmSignIn))
    const current = session.tokens()
    if (current === null || !isLasting(current)) return session.keep(tokens)
    const user = await fetchUserOf(tokens.access_token).catch(() => null)
    if (user !== null && !isStopped && session.signIn() === signIn) session.keep(tokens)
  }

  /** Nothing waits for the answer. Until then the old session stays. */
  async function ask(tokens: Tokens, confirm: ConfirmSignIn): Promise<void> {
    const user = await fetchUserOf(tokens.access_token).catch(() => null)
    const isConfirmed = user !== null && !isStopped && (await confirm(user).catch(() => false))
    if (!isConfirmed || isStopped || session.signIn() !== signIn) return
    session.keep(tokens)
    await tokenState.recognize()
  }

  async function restoreFrom(embedder: Parent): Promise<void> {
    const lent = await embedder.ask()
    // The user may have signed in another way meanwhile.
    if (isStopped || session.signIn() !== signIn) return
    if (lent !== null) session.borrow(lent, embedder.ask)
    else if (urlTokens !== null) await adopt(urlTokens)
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

  const adopting = parent === null && urlTokens !== null ? adopt(urlTokens) : Promise.resolve()
  const restoring = parent === null ? adopting : restoreFrom(parent)
  session.waitFor(restoring)
  void restoring.then(() => {
    if (isStopped) return
    stop = parent && follow(parent)
    if (session.tokens() !== null) return tokenState.recognize()
    tokenState.show({ isLoading: false })
    if (confirming === null) return onSignedOut()
    return confirming.then(() => (session.tokens() === null ? onSignedOut() : undefined))
  })

  return () => {
    isStopped = true
    stop?.()
  }
}
