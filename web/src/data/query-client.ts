import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CodedError } from '#shared/client/coded-error.ts'

const RETRIES = 1

/**
 * One cache for the whole app. Only failures that may succeed the next time are retried. A query whose failure no
 * toast reports names itself in `meta.quietFailure`, and leaves a line in the console.
 *
 * @param queries `retry: false` on the server, which asks once per page
 */
export function createQueryClient(queries: { retry?: false } = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // The server's API has logged it already.
        if (queries.retry === false || typeof meta?.['quietFailure'] !== 'string') return
        // oxlint-disable-next-line no-console -- the only trace of such a failure
        console.error(meta['quietFailure'], error)
      },
    }),
    defaultOptions: {
      // Without a network a call fails and says so; the library would let it wait, unseen, for one.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && error instanceof CodedError && error.retryable,
        ...queries,
      },
    },
  })
}
