import type { Armor } from './armor.ts'
import { getPosition } from './position.ts'
import type { Team } from './team.ts'

export type LineWords = { readonly team: Pick<Team, 'city'>; readonly armor: Armor; readonly jerseyNumber: string }

/** Returns the line below the name: city, position and gear, without missing parts. */
export const getCardLine = ({ team, armor, jerseyNumber }: LineWords): string =>
  [team.city, getPosition(jerseyNumber), armor.id === 'none' ? null : armor.label]
    .filter((part) => part !== null)
    .join(' · ')
