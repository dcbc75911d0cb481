import type { QueryClient } from '@tanstack/react-query'
import type { Card } from '#shared/domain/card.ts'
import type { Memory } from '#web/lib/platform.tsx'
import { CARD_KEY, LISTS_KEY, OWN_KEY } from './cards.ts'
import { dropFromKeptList } from './kept-list.ts'

/** Removes a card that is gone from every list of this browser. Its page stays until it is left. */
export function dropFromLists(cache: QueryClient, memory: Memory, id: string): void {
  const without = (cards: Card[] | undefined) => cards?.filter((card) => card.id !== id)
  for (const queryKey of [LISTS_KEY, OWN_KEY]) cache.setQueriesData<Card[]>({ queryKey }, without)
  dropFromKeptList(memory, id)
}

/** Coming back to the page of a card that is gone asks for it again. */
export const dropPage = (cache: QueryClient, id: string): void => cache.removeQueries({ queryKey: [...CARD_KEY, id] })
