import type { QueryClient } from '@tanstack/react-query'
import type { Card } from '#shared/domain/card.ts'
import type { Memory } from '#web/lib/platform.tsx'
import { CARD_KEY, LISTS_KEY, OWN_KEY } from './cards.ts'
import { dropFromStoredList } from './stored-list.ts'

/** Removes a deleted card from every cached list. Its page stays until the visitor leaves it. */
export function dropFromLists(cache: QueryClient, memory: Memory, id: string): void {
  const without = (cards: Card[] | undefined) => cards?.filter((card) => card.id !== id)
  for (const queryKey of [LISTS_KEY, OWN_KEY]) cache.setQueriesData<Card[]>({ queryKey }, without)
  dropFromStoredList(memory, id)
}

/** Drops a deleted card's page from the cache, so that a later visit refetches it. */
export const dropPage = (cache: QueryClient, id: string): void => cache.removeQueries({ queryKey: [...CARD_KEY, id] })
