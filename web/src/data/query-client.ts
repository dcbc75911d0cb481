import { QueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/client/errors.ts'

const RETRIES = 1

/** One cache for the whole app. Only what may succeed the next time is asked for again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && error instanceof AppError && error.retryable,
      },
    },
  })
}
