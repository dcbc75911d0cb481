import type { Card } from './card-schema.ts'

export type { Card, Visibility } from './card-schema.ts'

/** Returns a card's name, or a stand-in for one without. */
export const displayName = (playerName: string): string => playerName || 'Player'

/** `No. 12`, as it stands below a name. */
export const numberLine = (jerseyNumber: string): string => (jerseyNumber === '' ? 'No number' : `No. ${jerseyNumber}`)

/** `Ace #12`: what a card is called in one line. */
export const cardName = ({ playerName, jerseyNumber }: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`}`

/** The title of a card's page, before and after scripts. */
export const cardTitle = (card: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${cardName(card)} - fantasy football card`

/** The name a downloaded card is saved under: `{nickname or player}-fantasy-card.jpg`, or with another extension. */
export function downloadName(playerName: string, extension = 'jpg'): string {
  const safe = playerName
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return `${safe || 'player'}-fantasy-card.${extension}`
}
