import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CardList, SaveCard } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Api } from '#web/lib/api.ts'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'
import { manageTokenOf, managedIds } from './manage-tokens.ts'

/** The key of every list of public cards. */
export const LISTS_KEY = ['cards'] as const
export const CARD_KEY = ['card'] as const
const TEAMS_KEY = ['teams'] as const
export const OWN_KEY = ['own-cards'] as const

const quietFailure = { quietFailure: 'Could not load cards' }

/** @param team a team's name; null for all */
export const cardsQuery = (api: Api, list: CardList, team: string | null = null) =>
  queryOptions({
    queryKey: [...LISTS_KEY, list, team],
    queryFn: ({ signal }) => api.cards.list(list, team, signal),
    meta: quietFailure,
  })

/** The number of public cards of each team. */
export const teamsQuery = (api: Api) =>
  queryOptions({
    queryKey: TEAMS_KEY,
    queryFn: ({ signal }) => api.cards.teams(signal),
    meta: { quietFailure: 'Could not load the counts of teams' },
  })

/** True if this browser holds a proof of ownership: a manage link or an account. The server rendered without it. */
export const mayOwnCard = ({ memory, account }: Pick<Platform, 'memory' | 'account'>, id: string): boolean =>
  manageTokenOf(memory, id) !== null || account.isExpected()

/** A card as its page shows it. A browser that may own it refetches what the server rendered. */
export const cardQuery = (platform: Pick<Platform, 'api' | 'memory' | 'account'>, id: string) =>
  queryOptions({
    queryKey: [...CARD_KEY, id],
    queryFn: ({ signal }) => platform.api.cards.get(id, manageTokenOf(platform.memory, id), signal),
    // A missing card is an answer. Asking again on mount would show it as pending, unlike the served HTML.
    retryOnMount: false,
    ...(mayOwnCard(platform, id) && { staleTime: 0 }),
  })

/**
 * The cards this browser has made, those that the signed-in user has saved, and those whose manage link it holds, the
 * newest first, drafts too.
 *
 * @param email the signed-in user's address, or null: part of the cache key
 */
export const ownCardsQuery = ({ api, memory }: Pick<Platform, 'api' | 'memory'>, email: string | null) =>
  queryOptions({
    queryKey: [...OWN_KEY, email],
    queryFn: async ({ signal }) => {
      const made = await api.cards.mine(signal)
      const isMade = (id: string) => made.some((card) => card.id === id)
      const held = managedIds(memory).filter((id) => !isMade(id))
      const asked = held.map((id) => api.cards.get(id, manageTokenOf(memory, id), signal).catch(() => null))
      const managed = (await Promise.all(asked)).filter((card) => card?.mine)
      return [...made, ...managed.filter((card) => card !== null)].sort(newestFirst)
    },
    meta: quietFailure,
  })

const newestFirst = (one: Card, other: Card): number => other.createdAt.localeCompare(one.createdAt)

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
    [LISTS_KEY, TEAMS_KEY, OWN_KEY, [...CARD_KEY, id]].map((queryKey) =>
      cache.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  )
}

/** Changes one card wherever it is kept, without moving it: standings settle when a list is loaded again. */
export function updateCard(cache: QueryClient, id: string, change: (card: Card) => Card) {
  const changeIfIt = (card: Card) => (card.id === id ? { ...card, ...change(card) } : card)
  for (const queryKey of [LISTS_KEY, OWN_KEY])
    cache.setQueriesData<Card[]>({ queryKey }, (cards) => cards?.map(changeIfIt))
  cache.setQueriesData<Card>({ queryKey: [...CARD_KEY, id] }, (card) => card && { ...card, ...change(card) })
}
