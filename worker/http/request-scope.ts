import { AsyncLocalStorage } from 'node:async_hooks'

/** The context of the current request, including its background work. */
export type RequestScope = {
  /** The platform's request id (`cf-ray`), or a random one. Every log line of the request has it. */
  readonly id: string
  /** The code of the last error that was sent, in a response or in part of one. */
  failure: string | null
  /** The name of the limit that refused last. Never says whose limit it is. */
  limit: string | null
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** Runs `run` in a new scope, which everything that it awaits shares. */
export const withScope = <T>(id: string, run: (scope: RequestScope) => T): T => {
  const scope: RequestScope = { id, failure: null, limit: null }
  return scopes.run(scope, () => run(scope))
}

/** Returns the current request's scope. Undefined in scheduled work and in Durable Objects. */
export const currentScope = (): RequestScope | undefined => scopes.getStore()

/** Records an error code for the current request's log line. */
export function recordFailure(code: string): void {
  const scope = scopes.getStore()
  if (scope !== undefined) scope.failure = code
}

/**
 * Records the limit that refused the current request.
 *
 * @param limit a name that says nothing of the caller, such as `generation:network`
 */
export function recordLimit(limit: string): void {
  const scope = scopes.getStore()
  if (scope !== undefined) scope.limit = limit
}
