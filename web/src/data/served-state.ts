import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import { CodedError, type CodedErrorOptions } from '#shared/client/coded-error.ts'
import { SERVED_STATE_ID } from '#shared/contracts/served-state.ts'

/** Hydrates the cache with the page's dehydrated queries, dated by this browser's clock. */
export function takeServedState(client: QueryClient): void {
  const element = document.getElementById(SERVED_STATE_ID)
  if (element === null) return
  const { queries } = JSON.parse(element.textContent ?? '') as DehydratedState
  hydrate(client, {
    mutations: [],
    queries: queries.map(({ state, ...query }) => ({
      ...query,
      state: { ...state, dataUpdatedAt: performance.timeOrigin, error: state.error && toError(state.error) },
    })),
  })
}

const toError = (error: { code?: string } & Partial<CodedErrorOptions>) =>
  new CodedError(error.code ?? 'INTERNAL', '', error as never)
