import { AppError } from '#shared/client/errors.ts'
import type { AiTask } from '#worker/settings/ai.ts'
import type { ProviderDeps } from './providers.ts'

/** A key that it does not take, an account without money, or a model that it does not have. */
const OURS = new Set([401, 402, 403, 404])

/** Answers by which a provider says that it has done nothing: not for us, too late, too much at once, or broken. */
const isUnbilled = (status: number): boolean => OURS.has(status) || status === 408 || status === 429 || status >= 500

/** The requests of one call that its provider may charge for. */
export type Tally = {
  /** Answered, and not by saying that nothing was done. */
  answered(): number
  /** Those, and what is not answered yet. */
  begun(): number
}

type Over = { readonly task: AiTask; readonly units: number; readonly isLeft: boolean }

/**
 * Units of a finished call that stay charged. Each request is one, and one is enough to buy all pictures of a
 * call, also when they cannot be fetched. A caller that aborts is still charged.
 */
export function countBought({ task, units, isLeft }: Over, { answered, begun }: Tally): number {
  const requests = isLeft ? begun() : answered()
  return task === 'image' && requests > 0 ? units : Math.min(units, requests)
}

/**
 * Notices what a provider may charge for. Whatever comes after an answer, it has been given.
 *
 * @param paid how often it may be asked: some packages ask on by themselves
 */
export function watchBilling({ fetch, run }: ProviderDeps, paid: number) {
  let [begun, answered] = [0, 0]

  async function counted<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean, signal?: AbortSignal | null) {
    signal?.throwIfAborted()
    if (begun >= paid) throw new AppError('AI_FAILED', undefined, { cause: 'asked more often than is paid for' })
    begun++
    try {
      const answer = await ask()
      if (isDone(answer)) answered++
      else begun--
      return answer
    } catch (thrown) {
      // Broken off from here, it may be at work all the same.
      if (!signal?.aborted) begun--
      throw thrown
    }
  }

  const watched: ProviderDeps = {
    fetch: (input, init) => {
      const ask = () => fetch(input, init)
      return counted(ask, ({ status }) => !isUnbilled(status), init?.signal)
    },
    run:
      run &&
      ((model, input, signal) =>
        counted(
          () => run(model, input),
          () => true,
          signal,
        )),
  }
  return { watched, tally: { answered: () => answered, begun: () => begun } satisfies Tally }
}
