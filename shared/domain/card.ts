import type { Card } from './card-schema.ts'

export type { Card, Visibility } from './card-schema.ts'

/** Returns a card's name, or a default. */
export const displayName = (playerName: string): string => playerName || 'Player'

/** Returns `No. 12`, the line below a name. */
export const numberLine = (jerseyNumber: string): string => (jerseyNumber === '' ? 'No number' : `No. ${jerseyNumber}`)

/** Returns `Ace #12`: a card's name in one line. */
export const cardName = ({ playerName, jerseyNumber }: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`}`

/** Returns the `<title>` of a card's page. */
export const cardTitle = (card: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${cardName(card)} - fantasy football card`

/** Returns the file name of a downloaded card: `{nickname or player}-fantasy-card.jpg`. */
export function downloadName(playerName: string, extension = 'jpg'): string {
  const safe = playerName
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return `${safe || 'player'}-fantasy-card.${extension}`
}
