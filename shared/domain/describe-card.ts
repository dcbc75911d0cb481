import { type Card, displayName } from './card.ts'
import { type ArtSource, describeProvenance } from './provenance.ts'
import { getOverall, type Stats } from './stats.ts'
import { getTeam } from './team.ts'

/** Returns the alt text of a card's picture. */
export function describeCard(
  card: Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors'> & { stats: Stats | null; source?: ArtSource | null },
) {
  const colors = getTeam(card.teamColors)?.description ?? card.teamColors
  const number = card.jerseyNumber ? `, number ${card.jerseyNumber}` : ''
  const overall = card.stats ? `, overall ${getOverall(card.stats)}` : ''
  return `Trading card: ${displayName(card.playerName)}${number}, ${colors}${overall}. ${describeProvenance(card.source ?? null)}`.trim()
}

/** Returns the title of a link to a card. */
export const cardLine = ({
  playerName,
  jerseyNumber,
  teamColors,
}: Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors'>) =>
  [displayName(playerName), jerseyNumber && `number ${jerseyNumber}`, teamColors].filter(Boolean).join(', ')
