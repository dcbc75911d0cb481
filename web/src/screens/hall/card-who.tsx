import { type Card, displayName } from '#shared/domain/card.ts'

/** Characters that two lines of a podium's block hold on a phone. */
const SHORT_NAME = 18

/** Whose card it is, in words. */
export function CardWho({ card }: { card: Card }) {
  const name = displayName(card.playerName)
  return (
    <div className="who">
      <b dir="auto" className={name.length > SHORT_NAME ? 'long' : undefined}>
        {name}
      </b>
      <span>{card.jerseyNumber ? `No. ${card.jerseyNumber}` : 'No number'}</span>
      <span className="team">{card.teamColors}</span>
    </div>
  )
}
