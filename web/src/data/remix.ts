import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Armor, getArmor } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import type { DrawnFinish, Finish } from '#shared/domain/finish.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSearch } from '#web/navigation/use-search.ts'
import { cardQuery } from './cards.ts'

const CARD_PARAM = 'remix'
const TEAM_PARAM = 'team'
const FROM_PARAM = 'from'

/**
 * The setup that a card starts with. It copies another card's colors and gear, never its face, name or number.
 */
export type Setup = {
  team: Team
  /** Null keeps the current gear. */
  armor: Armor | null
  /** Null keeps the current finish. */
  finish: Finish | null
  /** The source card, for the line *Remixing Ace, with the same setup*; null when only a team was requested. */
  from: { cardId: string; name: string } | null
}

/** Converts a drawn finish to one that can be requested, or null. */
export const toFinish = (drawn: DrawnFinish | null | undefined): Finish | null =>
  drawn === 'ink' || drawn === 'photo' ? drawn : null

/** Returns the generator's path with a card's setup. */
export const remixPath = (id: string): string => `/?${CARD_PARAM}=${encodeURIComponent(id)}`

/**
 * The card whose page led to this form, or null. Sent with every attempt at a card, and cleared after the first success.
 *
 * @returns `sent` removes it from the URL, so that a reload does not send it again; `made` clears it
 */
export function useOrigin() {
  const [params, setParams] = useSearch()
  const requested = params.get(CARD_PARAM) ?? params.get(FROM_PARAM)
  const [from, setFrom] = useState(requested)
  const [last, setLast] = useState(requested)
  if (requested !== last) {
    setLast(requested)
    if (requested !== null) setFrom(requested)
  }
  const sent = () => setParams((current) => deleteParams(current, [CARD_PARAM, FROM_PARAM]), { replace: true })
  return { from, sent, made: () => setFrom(null) }
}

/**
 * Reads the setup that `/?remix={id}` or `/?team={name}` requests.
 *
 * @returns `setup`, null while it loads, without such a card, or without a request; `name` of the source card, or null;
 *   `taken`, which keeps only the source card in the URL, so that a reload does not apply the setup again
 */
export function useRemix() {
  const platform = usePlatform()
  const [params, setParams] = useSearch()
  const id = params.get(CARD_PARAM) ?? ''
  const { data: card, isLoading } = useQuery({ ...cardQuery(platform, id), enabled: id !== '' })
  const team = getTeam(card?.teamColors ?? params.get(TEAM_PARAM) ?? '')
  const from: Setup['from'] = card ? { cardId: card.id, name: displayName(card.playerName) } : null

  const setup: Setup | null =
    team && !isLoading ? { team, armor: getArmor(card?.armor ?? ''), finish: toFinish(card?.finish), from } : null
  return {
    setup,
    name: from?.name ?? null,
    isAsked: id !== '' || team !== null,
    isLoading,
    taken: () =>
      setParams(
        (current) => {
          const after = deleteParams(current, [CARD_PARAM, TEAM_PARAM])
          if (card) after.set(FROM_PARAM, id)
          return after
        },
        { replace: true },
      ),
  }
}

function deleteParams(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  for (const name of names) params.delete(name)
  return params
}
