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

/** How a card is to begin. Of another card it takes colors and gear: never its face, its name or its number. */
export type Setup = {
  team: Team
  /** Null leaves the gear as it is. */
  armor: Armor | null
  /** Null leaves the finish as it is. */
  finish: Finish | null
  /**
   * The player whose setup it is, for the line *Remixing Ace, with the same setup*; null when only a team was asked
   * for.
   */
  from: { cardId: string; name: string } | null
}

/** A card is begun in ink, or as a photo; a window is what a photo without a crown becomes. */
export const toFinish = (drawn: DrawnFinish | null | undefined): Finish | null =>
  drawn === 'ink' || drawn === 'photo' ? drawn : null

/** Where one begins a card that looks like this one. */
export const remixPath = (id: string): string => `/?${CARD_PARAM}=${encodeURIComponent(id)}`

/**
 * The card whose page led to this form, or null. Told with every try of one card, and forgotten with the first that
 * comes of it.
 *
 * @returns `sent` takes it out of the address, so that a reload does not tell it again; `made` forgets it
 */
export function useOrigin() {
  const [params, setParams] = useSearch()
  const asked = params.get(CARD_PARAM) ?? params.get(FROM_PARAM)
  const [from, setFrom] = useState(asked)
  const [last, setLast] = useState(asked)
  if (asked !== last) {
    setLast(asked)
    if (asked !== null) setFrom(asked)
  }
  const sent = () => setParams((now) => without(now, [CARD_PARAM, FROM_PARAM]), { replace: true })
  return { from, sent, made: () => setFrom(null) }
}

/**
 * Reads the setup that `/?remix={id}` or `/?team={name}` asks the generator to begin with.
 *
 * @returns `setup` null while it loads, when there is no such card, or when nothing is asked for; `name` of its maker's
 *   card taken from, or null; `taken` leaves of the request only where it came from, so that a reload undoes nothing
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
        (now) => {
          const after = without(now, [CARD_PARAM, TEAM_PARAM])
          if (card) after.set(FROM_PARAM, id)
          return after
        },
        { replace: true },
      ),
  }
}

function without(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  for (const name of names) params.delete(name)
  return params
}
