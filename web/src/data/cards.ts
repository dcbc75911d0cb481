import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CardList } from '#shared/contracts/cards.ts'
import type { Api } from '#web/lib/api.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { getManageToken } from './manage-tokens.ts'

/** Key prefix of every list of public cards. */
export const LISTS_KEY = ['cards'] as const
export const CARD_KEY = ['card'] as const
export const TEAMS_KEY = ['teams'] as const
export const OWN_KEY = ['own-cards'] as const

export const quietFailure = { quietFailure: 'Could not load cards' }

/** @param team a team's name, or null for all */
export const cardsQuery = (api: Api, list: CardList, team: string | null = null) =>
  queryOptions({
    queryKey: [...LISTS_KEY, list, team],
    queryFn: ({ signal }) => api.cards.list(list, team, signal),
    meta: quietFailure,
  })

/** True if this browser may prove ownership with a manage link or an account, which the server cannot see. */
export const mayOwnCard = ({ memory, account }: Pick<Platform, 'memory' | 'account'>, id: string): boolean =>
  getManageToken(memory, id) !== null || account.isExpected()

/** A card's page data. A browser that may own the card refetches what the server rendered. */
export const cardQuery = (platform: Pick<Platform, 'api' | 'memory' | 'account'>, id: string) =>
  queryOptions({
    queryKey: [...CARD_KEY, id],
    queryFn: ({ signal }) => platform.api.cards.get(id, getManageToken(platform.memory, id), signal),
    // A missing card is a final result. A retry on mount would show it as pending, unlike the served HTML.
    retryOnMount: false,
    ...(mayOwnCard(platform, id) && { staleTime: 0 }),
  })

/** Invalidates every list and page that shows a card. */
export async function invalidateCard(cache: QueryClient, id: string): Promise<void> {
  await Promise.all(
    [LISTS_KEY, TEAMS_KEY, OWN_KEY, [...CARD_KEY, id]].map((queryKey) =>
      cache.invalidateQueries({ queryKey: [...queryKey] }),
    ),
  )
}
