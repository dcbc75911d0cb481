import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Generation } from '#shared/contracts/generations.ts'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import type { League } from '#shared/contracts/league.ts'
import { CodedError } from '#shared/client/coded-error.ts'
import { useHydrated } from '#web/hooks/hydrated.ts'
import { isMissing, getMessage } from '#web/lib/failure.ts'
import { useOnline } from '#web/lib/online.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { generationQuery } from './generations.ts'
import { useLeagueCalls } from './leagues.ts'
import { dropPendingCard, getPendingCard } from './pending-cards.ts'

/** A form that the server still does not know after this time is lost. */
const ARRIVAL_MS = 60_000
const RETRY_MS = 5_000

/** The progress of this browser's card toward its seat. */
export type CardOnItsWay =
  | { state: 'none' }
  | { state: 'drawing'; id: string }
  | { state: 'attaching'; id: string }
  /** Attaching failed and will be retried automatically. */
  | { state: 'waiting'; id: string }
  /** The card could not take the seat, for the reason in `words`. */
  | { state: 'refused'; words: string }

/**
 * Waits for the card that this browser makes for a league and attaches it to the caller's seat. Works in the generator
 * and on the league's page.
 *
 * @param league undefined while it loads; the card waits for it
 * @param pendingId the generation just started, if the caller knows it before it is stored
 */
export function usePendingCard(
  code: string,
  league: League | undefined,
  pendingId: string | null = null,
): CardOnItsWay {
  const platform = usePlatform()
  const { memory, now } = platform
  const isOnline = useOnline()
  const { attach } = useLeagueCalls(code)
  const [ended, setEnded] = useState<{ id: string; words: string | null } | null>(null)
  const [tries, setTries] = useState(0)
  const isHydrated = useHydrated()
  const pending = isHydrated ? getPendingCard(memory, code) : undefined
  const id = pending?.id ?? pendingId
  const hasEnded = id === null || ended?.id === id
  const mayArrive = now() - (pending?.at ?? now()) < ARRIVAL_MS
  const generation = useQuery({
    ...generationQuery(platform, id ?? '', { mayArrive }),
    // The generator fetches its own generation, which is cached once the form has a response.
    enabled: ({ state }) => !hasEnded && league !== undefined && (pendingId === null || state.data !== undefined),
  })
  const { data } = generation
  const seat = league?.ownSeat ?? null
  const { isPending: isSending, mutateAsync: send } = attach

  useEffect(() => {
    if (hasEnded || id === null) return
    const end = (words: string | null) => {
      dropPendingCard(memory, code)
      setEnded({ id, words })
    }
    if (data && !isWaiting(data.state) && data.state !== 'ready') return end(null)
    if (isMissing(generation.error) && !mayArrive) return end(null)
    if (data?.state !== 'ready' || !data.card || !isOnline || isSending) return
    if (seat === null) {
      if (league !== undefined) end(NO_SEAT)
      return
    }
    const { card } = data
    send({ seat, cardId: card.id, isDraft: card.visibility === 'draft' }).then(
      () => end(null),
      (thrown: unknown) => {
        if (thrown instanceof CodedError && thrown.retryable) setTimeout(() => setTries(tries + 1), RETRY_MS)
        else end(getMessage(thrown))
      },
    )
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps -- `tries` starts a retry; an unrelated change of the league must not
  }, [hasEnded, id, data, generation.error, isOnline, seat, tries, league === undefined])

  if (hasEnded || id === null) return ended?.words ? { state: 'refused', words: ended.words } : { state: 'none' }
  if (isReady(data)) return { state: isOnline && attach.error === null ? 'attaching' : 'waiting', id }
  return { state: 'drawing', id }
}

const NO_SEAT = 'You no longer have a seat in this league. Your card is in My cards.'

const isReady = (generation: Generation | undefined): boolean => generation?.state === 'ready'
