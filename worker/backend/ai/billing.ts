import { AppError } from '#shared/client/errors.ts'
import type { AiTask } from '#worker/settings/ai.ts'
import type { ProviderDeps } from './providers.ts'

/** Statuses for a rejected key, an account without credit, or an unknown model. */
const MISCONFIGURED = new Set([401, 402, 403, 404])

/** True for a status that means no work was done: misconfiguration, timeout, rate limit or server error. */
const isUnbilled = (status: number): boolean =>
  MISCONFIGURED.has(status) || status === 408 || status === 429 || status >= 500

/** Counts the requests of one call that its provider may charge for. */
export type Tally = {
  /** Requests with a billable response. */
  billed(): number
  /** Billed requests, plus pending and aborted ones. */
  started(): number
}

type FinishedCall = { readonly task: AiTask; readonly units: number; readonly isAborted: boolean }

/**
 * Returns the units of a finished call that stay charged. Each request is one unit. A single image request is charged
 * for all pictures of the call, even if they cannot be fetched. A caller that aborts is still charged.
 */
export function countBought({ task, units, isAborted }: FinishedCall, { billed, started }: Tally): number {
  const requests = isAborted ? started() : billed()
  return task === 'image' && requests > 0 ? units : Math.min(units, requests)
}

/**
 * Wraps a provider's `fetch` and `run` to count billable requests. A billable response counts even if a later step
 * fails.
 *
 * @param paid maximum number of requests; some SDK packages send more on their own
 */
export function watchBilling({ fetch, run }: ProviderDeps, paid: number) {
  let [started, billed] = [0, 0]

  async function countRequest<T>(
    send: () => Promise<T>,
    isBilled: (response: T) => boolean,
    signal?: AbortSignal | null,
  ) {
    signal?.throwIfAborted()
    if (started >= paid) throw new AppError('AI_FAILED', undefined, { cause: 'more requests than are paid for' })
    started++
    try {
      const response = await send()
      if (isBilled(response)) billed++
      else started--
      return response
    } catch (thrown) {
      // The provider may keep working after we abort, so an aborted request still counts.
      if (!signal?.aborted) started--
      throw thrown
    }
  }

  const watched: ProviderDeps = {
    fetch: (input, init) => {
      const send = () => fetch(input, init)
      return countRequest(send, ({ status }) => !isUnbilled(status), init?.signal)
    },
    run:
      run &&
      ((model, input, signal) =>
        countRequest(
          () => run(model, input),
          () => true,
          signal,
        )),
  }
  return { watched, tally: { billed: () => billed, started: () => started } satisfies Tally }
}
