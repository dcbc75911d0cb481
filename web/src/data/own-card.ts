import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CodedError } from '#shared/client/coded-error.ts'
import type { SaveCard } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { useEmail } from '#web/hooks/use-email.ts'
import { cardPath, lazyParser, toManageHeader } from '#web/lib/api.ts'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'
import { updateCard } from './card-cache.ts'
import { invalidateCard, OWN_KEY, quietFailure } from './cards.ts'
import { dropFromLists } from './drop-card.ts'
import { dropFromStoredList } from './stored-list.ts'
import { GENERATION_KEY, SEEN_KEY } from './generations.ts'
import { keepManageToken, getManagedIds, getManageToken } from './manage-tokens.ts'

/**
 * The cards that this browser made, those in the signed-in user's account, and those whose manage link this browser has:
 * newest first, including drafts.
 *
 * @param email the signed-in user's email or null, as part of the query key
 */
export const ownCardsQuery = ({ api, memory }: Pick<Platform, 'api' | 'memory'>, email: string | null) =>
  queryOptions({
    queryKey: [...OWN_KEY, email],
    queryFn: async ({ signal }) => {
      const output = lazyParser((all) => all.OwnCardsResponse)
      const { cards: made } = await api.ask({ path: '/api/cards/mine', output, signal })
      const isMade = (id: string) => made.some((card) => card.id === id)
      const held = getManagedIds(memory).filter((id) => !isMade(id))
      const requests = held.map((id) => api.cards.get(id, getManageToken(memory, id), signal).catch(() => null))
      const managed = (await Promise.all(requests)).filter((card) => card?.mine)
      return [...made, ...managed.filter((card) => card !== null)].sort(newestFirst)
    },
    meta: quietFailure,
  })

/** Returns the ids of the visitor's own cards, to mark them in lists. Sends no request for visitors without cards. */
export function useOwnIds(): ReadonlySet<string> {
  const platform = usePlatform()
  const email = useEmail()
  const { memory, account } = platform
  const mayHave = memory.get(SEEN_KEY) !== null || account.isExpected() || getManagedIds(memory).length > 0
  const { data } = useQuery({ ...ownCardsQuery(platform, email), enabled: mayHave })
  return useMemo(() => new Set(data?.map(({ id }) => id)), [data])
}

const newestFirst = (one: Card, other: Card): number => other.createdAt.localeCompare(one.createdAt)

/** Treats a missing card as deleted: an earlier attempt may have succeeded. */
function passIfGone(thrown: unknown): void {
  if ((thrown as CodedError).code !== 'GONE') throw thrown
}

/** Saves a card to the Hall and invalidates every list. */
export function useSaveCard() {
  const { api } = usePlatform()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: ['save'],
    mutationFn: (made: SaveCard) =>
      api.askOnce(made.imageUrl, { path: '/api/cards', json: made, output: lazyParser((all) => all.SavedCard) }),
    onSuccess: ({ id }) => invalidateCard(cache, id),
  })
}

/** Mutations for a card's maker, or a holder of its manage link. */
export function useOwnCard(id: string) {
  const { api, memory } = usePlatform()
  const cache = useQueryClient()
  const token = () => getManageToken(memory, id)
  const call = (path = '') => ({ path: cardPath(id) + path, headers: toManageHeader(token()) })
  const onSuccess = () => invalidateCard(cache, id)

  return {
    rename: useMutation({
      mutationFn: (playerName: string) =>
        api.ask({ ...call(), method: 'PATCH', json: { playerName }, output: lazyParser((all) => all.Card) }),
      onSuccess: (card) => {
        updateCard(cache, id, () => card)
        // The generator reads the name from the generation.
        return Promise.all([onSuccess(), cache.invalidateQueries({ queryKey: GENERATION_KEY })])
      },
    }),
    unpublish: useMutation({
      mutationFn: () => api.cards.unpublish(id, token()),
      onSuccess: () => {
        dropFromStoredList(memory, id)
        return onSuccess()
      },
    }),
    remove: useMutation({
      mutationFn: () =>
        api.ask({ ...call(), method: 'DELETE', output: lazyParser((all) => all.NoContent) }).catch(passIfGone),
      onSuccess: () => {
        dropFromLists(cache, memory, id)
        keepManageToken(memory, id, null)
      },
    }),
    manageLink: useMutation({
      mutationFn: () => api.ask({ ...call('/manage-link'), output: lazyParser((all) => all.ManageLink) }),
    }),
  }
}
