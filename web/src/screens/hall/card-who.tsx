import { type Card, displayName } from '#shared/domain/card.ts'

/** Whose card it is, in words. */
export const CardWho = ({ card }: { card: Card }) => (
  <div className="who">
    <b dir="auto">{displayName(card.playerName)}</b>
    {card.jerseyNumber ? <span>No. {card.jerseyNumber}</span> : null}
    <span>{card.teamColors}</span>
  </div>
)
