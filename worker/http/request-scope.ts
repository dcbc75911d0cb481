import { AsyncLocalStorage } from 'node:async_hooks'

/** The context of the request that is being answered, from its start to the last work done for it. */
export type RequestScope = {
  /** The platform's own id of the request (`cf-ray`), else a random one. It stands in every line about the request. */
  readonly id: string
  /** The code of the last failure that became an answer, or part of one. */
  failure: string | null
  /** The limit that refused last, by a name of ours: never whose it is. */
  limit: string | null
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** Runs `answer` within a scope of its own, which everything it awaits shares. */
export const withScope = <T>(id: string, answer: (scope: RequestScope) => T): T => {
  const scope: RequestScope = { id, failure: null, limit: null }
  return scopes.run(scope, () => answer(scope))
}

/** The scope of the request being answered; undefined in scheduled work and in Durable Objects. */
export const currentScope = (): RequestScope | undefined => scopes.getStore()

/** Notes with which code something failed for the request being answered. */
export function noteFailure(code: string): void {
  const scope = scopes.getStore()
  if (scope !== undefined) scope.failure = code
}

/**
 * Notes which limit refuses the request being answered.
 *
 * @param limit a name that says nothing of the caller, such as `generation:network`
 */
export function noteLimit(limit: string): void {
  const scope = scopes.getStore()
  if (scope !== undefined) scope.limit = limit
}
