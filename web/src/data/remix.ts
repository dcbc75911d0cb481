import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type Armor, getArmor } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { cardQuery } from './cards.ts'

const CARD_PARAM = 'remix'
const TEAM_PARAM = 'team'

/** How a card is to begin. Of another card it takes colors and gear: never its face, its name or its number. */
export type Setup = {
  team: Team
  /** Null leaves the gear as it is. */
  armor: Armor | null
  /** Whose setup it is, for the line *Remixing Ace's setup*; null when only a team was asked for. */
  from: { cardId: string; name: string } | null
}

/** Where one begins a card that looks like this one. */
export const remixPath = (id: string): string => `/?${CARD_PARAM}=${encodeURIComponent(id)}`
/** Where one begins a card in a team's colors. */
export const teamPath = (team: Team): string => `/?${TEAM_PARAM}=${encodeURIComponent(team.name)}`

/**
 * What `/?remix={id}` or `/?team={name}` asks the generator to begin with.
 *
 * @returns `setup` null while it loads, when there is no such card, or when nothing is asked for; `end` takes the
 * request out of the address
 */
export function useRemix(): { setup: Setup | null; isLoading: boolean; end: () => void } {
  const platform = usePlatform()
  const [params, setParams] = useSearchParams()
  const id = params.get(CARD_PARAM) ?? ''
  const { data: card, isLoading } = useQuery({ ...cardQuery(platform, id), enabled: id !== '' })
  const team = getTeam(card?.teamColors ?? params.get(TEAM_PARAM) ?? '')
  const from = card ? { cardId: card.id, name: displayName(card.playerName) } : null

  return {
    setup: team && !isLoading ? { team, armor: getArmor(card?.armor ?? ''), from } : null,
    isLoading,
    end: () =>
      setParams(
        (now) => {
          now.delete(CARD_PARAM)
          now.delete(TEAM_PARAM)
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
