import type { ErrorCode } from '#shared/client/errors.ts'
import type { ProviderDeps } from './providers.ts'

/** Answers by which a provider says that it has done nothing: too late, too much at once, or broken. */
const isUnbilled = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** Whether a failed call may be given back. Who hangs up has bought what he does not wait for. */
export const isRefunded = (code: ErrorCode, isBilled: boolean): boolean => !isBilled && code !== 'AI_ABORTED'

/**
 * Notices whether a provider may charge for a call. One answer that is not a failure of its own is enough, whatever
 * comes after it: the first step of several, or a picture that cannot be fetched.
 */
export function watchBilling({ fetch, run }: ProviderDeps) {
  let billed = false
  const watched: ProviderDeps = {
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      if (!isUnbilled(answer.status)) billed = true
      return answer
    },
    run:
      run &&
      (async (model, input) => {
        const answer = await run(model, input)
        billed = true
        return answer
      }),
  }
  return { watched, isBilled: () => billed }
}
