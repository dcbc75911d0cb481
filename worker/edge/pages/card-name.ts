import { type Card, displayName } from '#shared/domain/card.ts'

/** `Ace #12`: what a card is called in one line. */
export const cardName = ({ playerName, jerseyNumber }: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`}`
