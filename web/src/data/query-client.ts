import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CodedError } from '#shared/client/coded-error.ts'

const RETRIES = 1

/**
 * Creates the app's query cache. It retries only failures that may succeed next time. A query whose failure shows no
 * toast has a `meta.quietFailure`, which is logged to the console.
 *
 * @param queries `retry: false` on the server, which sends each request once per page
 */
export function createQueryClient(queries: { retry?: false } = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // The server's API has already logged it.
        if (queries.retry === false || typeof meta?.['quietFailure'] !== 'string') return
        // oxlint-disable-next-line no-console -- the only trace of such a failure
        console.error(meta['quietFailure'], error)
      },
    }),
    defaultOptions: {
      // Offline calls fail visibly. By default, the library would silently pause them.
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
