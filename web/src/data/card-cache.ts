import type { QueryClient } from '@tanstack/react-query'
import type { Card } from '#shared/domain/card.ts'
import { CARD_KEY, LISTS_KEY, OWN_KEY } from './cards.ts'

/** Updates a card in every cached query, without reordering lists. A reload sorts them again. */
export function updateCard(cache: QueryClient, id: string, change: (card: Card) => Card) {
  const changeIfMatch = (card: Card) => (card.id === id ? { ...card, ...change(card) } : card)
  for (const queryKey of [LISTS_KEY, OWN_KEY])
    cache.setQueriesData<Card[]>({ queryKey }, (cards) => cards?.map(changeIfMatch))
  cache.setQueriesData<Card>({ queryKey: [...CARD_KEY, id] }, (card) => card && { ...card, ...change(card) })
}
