import { type Card, displayName } from '#shared/domain/card.ts'

/** Whose card it is, in words. */
export const CardWho = ({ card }: { card: Card }) => (
  <div className="who">
    <b dir="auto">{displayName(card.playerName)}</b>
    <span>{card.jerseyNumber ? `No. ${card.jerseyNumber}` : 'No number'}</span>
    <span className="team">{card.teamColors}</span>
  </div>
)
