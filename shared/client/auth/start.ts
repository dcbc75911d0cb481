import { AppError } from '../errors.ts'
import type { Cancel } from '../host.ts'
import type { Page } from '../page.ts'
import { readAddress } from './address.ts'
import type { Parent } from './parent.ts'
import type { Session } from './session.ts'
import type { AuthStanding } from './standing.ts'
import type { Tokens } from './tokens.ts'

/** What this tab remembers of where it has sent somebody, until he comes back. */
export const stateKeyOf = (projectId: string): string => `auth-state:${projectId}`

/** That this tab has sent somebody to the hosted page, whose answers carry no state. */
export const leftKeyOf = (projectId: string): string => `auth-left:${projectId}`

/** What a sign-in page has left in the address of a tab. */
export type Arrival = {
  readonly outcome: Tokens | AppError
  /** Whether this tab had left for it. What it had not may be anybody's link, and anybody's tokens. */
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
  if (outcome === null) return null
  page.replaceAddress(address)
  for (const key of [stateKey, leftKey]) page.session.set(key, null)
  return { outcome, isAwaited: state !== null || left !== null }
}

export type Start = {
  readonly session: Session
  readonly standing: AuthStanding
  readonly parent: Parent | null
  readonly arrival: Arrival | null
  /** Whether a session may still be renewed, or need not be. */
  readonly isLasting: (tokens: Tokens) => boolean
  /** @throws AppError when the server does not take a token, or cannot say */
  readonly tryOut: (accessToken: string) => Promise<unknown>
  /** Nobody is signed in, and nobody has just failed to. */
  readonly onNobody: () => void
}

/**
 * Finds out who is signed in: by the page around this one, else by the address, else by what is stored.
 *
 * @returns how to stop listening to the page around this one
 */
export function start({ session, standing, parent, arrival, isLasting, tryOut, onNobody }: Start): Cancel {
  const signIn = session.signIn()
  const brought = arrival === null || arrival.outcome instanceof AppError ? null : arrival.outcome
  let stop: Cancel | null = null
  let isOver = false

  /** Nobody who is signed in is replaced by what a link brings, nor by what the server does not take. */
  async function adopt(tokens: Tokens): Promise<void> {
    const held = session.tokens()
    if (held === null || !isLasting(held)) return session.keep(tokens)
    if (!arrival!.isAwaited) return
    const isGood = await tryOut(tokens.access_token).then(
      () => true,
      () => false,
    )
    if (isGood && !isOver && session.signIn() === signIn) session.keep(tokens)
  }

  async function search(from: Parent): Promise<void> {
    const lent = await from.ask()
    // Somebody may have signed in meanwhile, by his own hand.
    if (isOver || session.signIn() !== signIn) return
    if (lent !== null) session.borrow(lent, from.ask)
    else if (brought !== null) await adopt(brought)
  }

  function follow(from: Parent): Cancel {
    return from.listen({
      onTokens(tokens) {
        if (tokens.access_token === session.tokens()?.access_token) return
        session.borrow(tokens, from.ask)
        void standing.recognize()
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
    if (session.tokens() !== null) return standing.recognize()
    standing.show({ isLoading: false })
    return onNobody()
  })

  return () => {
    isOver = true
    stop?.()
  }
}
