import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CardList, SaveCard } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Api } from '#web/lib/api.ts'
import { usePlatform } from '#web/lib/platform.tsx'

const LISTS_KEY = ['cards'] as const
const CARD_KEY = ['card'] as const

export const cardsQuery = (api: Api, list: CardList) =>
  queryOptions({
    queryKey: [...LISTS_KEY, list],
    queryFn: ({ signal }) => api.cards.list(list, signal),
    meta: { quietFailure: 'Could not load cards' },
  })

export const cardQuery = (api: Api, id: string) =>
  queryOptions({ queryKey: [...CARD_KEY, id], queryFn: ({ signal }) => api.cards.get(id, signal) })

/** Puts a card into the Hall. Every list is out of date afterwards. */
export function useSaveCard() {
  const { api } = usePlatform()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (made: SaveCard) => api.cards.save(made),
    onSuccess: (card) => {
      cache.setQueryData(cardQuery(api, card.id).queryKey, card)
      return cache.invalidateQueries({ queryKey: LISTS_KEY })
    },
  })
}

/** Changes one card wherever it is kept, without moving it: standings settle when a list is loaded again. */
export function updateCard(cache: QueryClient, id: string, change: (card: Card) => Card) {
  const changeIfIt = (card: Card) => (card.id === id ? change(card) : card)
  cache.setQueriesData<Card[]>({ queryKey: LISTS_KEY }, (cards) => cards?.map(changeIfIt))
  cache.setQueriesData<Card>({ queryKey: [...CARD_KEY, id] }, (card) => card && change(card))
}
