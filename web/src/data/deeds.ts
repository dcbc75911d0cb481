import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { Generation } from '#shared/contracts/generations.ts'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { PRODUCT_EVENTS, type ProductEvent } from '#shared/contracts/product-events.ts'
import { GENERATION_KEY } from './generations.ts'

/** The product event of each successful mutation, by the first part of its key. */
const BY_KEY: Readonly<Record<string, ProductEvent>> = { save: PRODUCT_EVENTS.saved, vote: PRODUCT_EVENTS.voted }

/**
 * Tells what visitors have done with cards: made one, saved one, voted for one. It looks on from beside the cache, so
 * no screen has to know of it; what was done before it came is told first.
 *
 * @returns stops it
 */
export function tellDeeds(cache: QueryClient, tell: (event: ProductEvent) => void): () => void {
  const told = new WeakSet<Mutation>()
  const waiting = new Set<string>()

  function lookAtCall(mutation: Mutation): void {
    const event = BY_KEY[String(mutation.options.mutationKey?.[0])]
    if (event === undefined || mutation.state.status !== 'success' || told.has(mutation)) return
    told.add(mutation)
    tell(event)
  }

  /** One that is ready when it is first heard of was made some other time. */
  function lookAtGeneration({ id, state }: Generation): void {
    if (isWaiting(state)) waiting.add(id)
    else if (waiting.delete(id) && state === 'ready') tell(PRODUCT_EVENTS.generated)
  }

  const lookAtQuery = ({ queryKey, state: { data } }: { queryKey: readonly unknown[]; state: { data: unknown } }) => {
    if (queryKey[0] === GENERATION_KEY[0] && data !== undefined) lookAtGeneration(data as Generation)
  }

  const [calls, queries] = [cache.getMutationCache(), cache.getQueryCache()]
  for (const mutation of calls.getAll()) lookAtCall(mutation)
  for (const query of queries.getAll()) lookAtQuery(query)
  const stops = [
    calls.subscribe(({ mutation }) => mutation && lookAtCall(mutation)),
    queries.subscribe(({ query, type }) => {
      if (type === 'updated') lookAtQuery(query)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
