import { type Card, displayName, numberLine } from '#shared/domain/card.ts'
import { SlotText } from '#web/lib/slots.tsx'

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
      <span>
        <SlotText slot="number">{numberLine(card.jerseyNumber)}</SlotText>
      </span>
      <span className="team">{card.teamColors}</span>
    </div>
  )
}
