import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CardList, CardPage, CardsAnswer, type SaveCard } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { type Api, cardPath, listPath } from '#web/lib/api.ts'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'
import { firstAnswer } from './first-answers.ts'
import { manageTokenOf } from './manage-tokens.ts'

/** Of every list of public cards. */
export const LISTS_KEY = ['cards'] as const
const CARD_KEY = ['card'] as const
const OWN_KEY = ['own-cards'] as const

const quietFailure = { quietFailure: 'Could not load cards' }

/** @param team a team's name; null for all */
export const cardsQuery = (api: Api, list: CardList, team: string | null = null) =>
  queryOptions({
    queryKey: [...LISTS_KEY, list, team],
    queryFn: ({ signal }) => api.cards.list(list, team, signal),
    meta: quietFailure,
    ...firstAnswer(listPath(list, team), CardsAnswer, ({ cards }) => cards),
  })

export const cardQuery = ({ api, memory }: Pick<Platform, 'api' | 'memory'>, id: string) =>
  queryOptions({
    queryKey: [...CARD_KEY, id],
    queryFn: ({ signal }) => api.cards.get(id, manageTokenOf(memory, id), signal),
    ...firstAnswer(cardPath(id), CardPage, (page) => page),
  })

/**
 * The cards this browser has made, and those that were saved by who is signed in, the newest first, drafts too.
 *
 * @param who the address of who is signed in, or null: somebody else has other cards
 */
export const ownCardsQuery = (api: Api, who: string | null) =>
  queryOptions({
    queryKey: [...OWN_KEY, who],
    queryFn: ({ signal }) => api.cards.mine(signal),
    meta: quietFailure,
  })

/** Puts a card into the Hall. Every list is out of date afterwards. */
export function useSaveCard() {
  const { api } = usePlatform()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: ['save'],
    mutationFn: (made: SaveCard) => api.cards.save(made),
    onSuccess: ({ id }) => forgetCard(cache, id),
  })
}

/** Something about a card has changed that lists or pages show: all of them are to be asked for again. */
export async function forgetCard(cache: QueryClient, id: string): Promise<void> {
  await Promise.all(
    [LISTS_KEY, OWN_KEY, [...CARD_KEY, id]].map((queryKey) => cache.invalidateQueries({ queryKey: [...queryKey] })),
  )
}

/** A card is gone: no list shows it any longer. Its page is left to whoever looks at it. */
export function dropFromLists(cache: QueryClient, id: string): void {
  const without = <T extends Card>(cards: T[] | undefined) => cards?.filter((card) => card.id !== id)
  cache.setQueriesData<Card[]>({ queryKey: LISTS_KEY }, without)
  cache.setQueriesData<Card[]>({ queryKey: OWN_KEY }, without)
}

/** Coming back to the page of a card that is gone asks for it again. */
export const dropPage = (cache: QueryClient, id: string): void => cache.removeQueries({ queryKey: [...CARD_KEY, id] })

/** Changes one card wherever it is kept, without moving it: standings settle when a list is loaded again. */
export function updateCard(cache: QueryClient, id: string, change: (card: Card) => Card) {
  const changeIfIt = (card: Card) => (card.id === id ? { ...card, ...change(card) } : card)
  for (const queryKey of [LISTS_KEY, OWN_KEY])
    cache.setQueriesData<Card[]>({ queryKey }, (cards) => cards?.map(changeIfIt))
  cache.setQueriesData<Card>({ queryKey: [...CARD_KEY, id] }, (card) => card && { ...card, ...change(card) })
}
