import type { Armor } from './armor.ts'
import { positionOf } from './position.ts'
import type { Team } from './team.ts'

export type LineWords = { readonly team: Pick<Team, 'city'>; readonly armor: Armor; readonly jerseyNumber: string }

/** Below the name: where a player is from, what they play, what they wear. What there is nothing to say of is left out. */
export const lineOf = ({ team, armor, jerseyNumber }: LineWords): string =>
  [team.city, positionOf(jerseyNumber), armor.id === 'none' ? null : armor.label]
    .filter((part) => part !== null)
    .join(' · ')
