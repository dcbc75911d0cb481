import { type Card, displayName, numberLine } from '#shared/domain/card.ts'
import { classes } from '#web/ui/classes.ts'
import { SlotText } from '#web/lib/slots.tsx'
import styles from './card-who.module.css'

/** Characters that two lines of a podium's block hold on a phone. */
const SHORT_NAME = 18

/** Whose card it is, in words. */
export function CardWho({ card, className }: { card: Card; className?: string | undefined }) {
  const name = displayName(card.playerName)
  return (
    <div className={classes(styles['words'], className)}>
      <b dir="auto" data-long={name.length > SHORT_NAME ? '' : undefined}>
        {name}
      </b>
      <span>
        <SlotText slot="number">{numberLine(card.jerseyNumber)}</SlotText>
      </span>
      <span>{card.teamColors}</span>
    </div>
  )
}
