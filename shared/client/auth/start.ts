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

/**
 * Takes what a sign-in page has left in the address out of it. Done first of all, so that nothing else of the page, no
 * link and no report of it, gets to see tokens.
 */
export function takeFromAddress(page: Page, projectId: string, nowMs: number): Tokens | AppError | null {
  const key = stateKeyOf(projectId)
  const { outcome, address } = readAddress(page.address(), { projectId, state: page.session.get(key), nowMs })
  if (outcome === null) return null
  page.replaceAddress(address)
  page.session.set(key, null)
  return outcome
}

export type Start = {
  readonly session: Session
  readonly standing: AuthStanding
  readonly parent: Parent | null
  readonly brought: Tokens | null
  /** Nobody is signed in, and nobody has just failed to. */
  readonly onNobody: () => void
}

/**
 * Finds out who is signed in: by the page around this one, else by the address, else by what is stored.
 *
 * @returns how to stop listening to the page around this one
 */
export function start({ session, standing, parent, brought, onNobody }: Start): Cancel {
  const signIn = session.signIn()
  let stop: Cancel | null = null
  let isOver = false

  async function search(from: Parent): Promise<void> {
    const lent = await from.ask()
    // Somebody may have signed in meanwhile, by his own hand.
    if (isOver || session.signIn() !== signIn) return
    if (lent !== null) session.borrow(lent, from.ask)
    else if (brought !== null) session.keep(brought)
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

  if (parent === null && brought !== null) session.keep(brought)
  const searching = parent === null ? Promise.resolve() : search(parent)
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
