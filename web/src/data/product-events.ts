import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { Generation } from '#shared/contracts/generations.ts'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { PRODUCT_EVENTS, type ProductEvent } from '#shared/contracts/product-events.ts'
import { GENERATION_KEY } from './generations.ts'

/** Product events of successful mutations, by the first part of the mutation key. */
const BY_KEY: Readonly<Record<string, ProductEvent>> = { save: PRODUCT_EVENTS.saved, vote: PRODUCT_EVENTS.voted }

/**
 * Logs when the visitor makes, saves or votes for a card. It observes the query cache, so screens do not need to know
 * about it. Events from before it loaded are logged first.
 *
 * @returns a function that stops it
 */
export function logProductEvents(cache: QueryClient, log: (event: ProductEvent) => void): () => void {
  const logged = new WeakSet<Mutation>()
  const pending = new Set<string>()

  function handleMutation(mutation: Mutation): void {
    const event = BY_KEY[String(mutation.options.mutationKey?.[0])]
    if (event === undefined || mutation.state.status !== 'success' || logged.has(mutation)) return
    logged.add(mutation)
    log(event)
  }

  /** Ignores a generation that is ready when first seen, because it was made earlier. */
  function handleGeneration({ id, state }: Generation): void {
    if (isWaiting(state)) pending.add(id)
    else if (pending.delete(id) && state === 'ready') log(PRODUCT_EVENTS.generated)
  }

  const handleQuery = ({ queryKey, state: { data } }: { queryKey: readonly unknown[]; state: { data: unknown } }) => {
    if (queryKey[0] === GENERATION_KEY[0] && data !== undefined) handleGeneration(data as Generation)
  }

  const [mutations, queries] = [cache.getMutationCache(), cache.getQueryCache()]
  for (const mutation of mutations.getAll()) handleMutation(mutation)
  for (const query of queries.getAll()) handleQuery(query)
  const stops = [
    mutations.subscribe(({ mutation }) => mutation && handleMutation(mutation)),
    queries.subscribe(({ query, type }) => {
      if (type === 'updated') handleQuery(query)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
