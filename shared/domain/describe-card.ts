import { type Card, displayName } from './card.ts'
import { sayMaking, type Source } from './making.ts'
import { overallOf, type Stats } from './stats.ts'
import { getTeam } from './team.ts'

/** The alternative text of a card's picture. */
export function describeCard(
  card: Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors'> & { stats: Stats | null; source?: Source | null },
) {
  const colors = getTeam(card.teamColors)?.description ?? card.teamColors
  const number = card.jerseyNumber ? `, number ${card.jerseyNumber}` : ''
  const overall = card.stats ? `, overall ${overallOf(card.stats)}` : ''
  return `Trading card: ${displayName(card.playerName)}${number}, ${colors}${overall}. ${sayMaking(card.source ?? null)}`.trim()
}

/** The title of a link to a card. */
export const cardLine = ({
  playerName,
  jerseyNumber,
  teamColors,
}: Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors'>) =>
  [displayName(playerName), jerseyNumber && `number ${jerseyNumber}`, teamColors].filter(Boolean).join(', ')
