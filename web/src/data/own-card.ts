import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CodedError } from '#shared/client/coded-error.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { forgetCard, updateCard } from './cards.ts'
import { dropFromLists } from './drop-card.ts'
import { dropFromKeptList } from './kept-list.ts'
import { GENERATION_KEY } from './generations.ts'
import { keepManageToken, manageTokenOf } from './manage-tokens.ts'

/** A card that is gone is what was asked for: the answer to the first time may have been lost. */
function orGone(thrown: unknown): void {
  if ((thrown as CodedError).code !== 'GONE') throw thrown
}

/** Mutations for the maker of a card, or a holder of its manage link. */
export function useOwnCard(id: string) {
  const { api, memory } = usePlatform()
  const cache = useQueryClient()
  const token = () => manageTokenOf(memory, id)
  const onSuccess = () => forgetCard(cache, id)

  return {
    rename: useMutation({
      mutationFn: (playerName: string) => api.cards.rename(id, { playerName }, token()),
      onSuccess: (card) => {
        updateCard(cache, id, () => card)
        // The generator shows it by the generation that made it.
        return Promise.all([onSuccess(), cache.invalidateQueries({ queryKey: GENERATION_KEY })])
      },
    }),
    unpublish: useMutation({
      mutationFn: () => api.cards.unpublish(id, token()),
      onSuccess: () => {
        dropFromKeptList(memory, id)
        return onSuccess()
      },
    }),
    remove: useMutation({
      mutationFn: () => api.cards.remove(id, token()).catch(orGone),
      onSuccess: () => {
        dropFromLists(cache, memory, id)
        keepManageToken(memory, id, null)
      },
    }),
    manageLink: useMutation({ mutationFn: () => api.cards.manageLink(id, token()) }),
  }
}
