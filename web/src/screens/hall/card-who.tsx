import { isLongName } from '#shared/contracts/boards.ts'
import { type Card, displayName, numberLine } from '#shared/domain/card.ts'
import { classes } from '#web/ui/classes.ts'
import { SlotText, useMarks, useSlotAttribute } from '#web/lib/slots.tsx'
import styles from './card-who.module.css'

/** Whose card it is, in words. */
export function CardWho({ card, className }: { card: Card; className?: string | undefined }) {
  const name = displayName(card.playerName)
  return (
    <div className={classes(styles['words'], className)}>
      <b dir="auto" {...useLong(name)}>
        {name}
      </b>
      <span>
        <SlotText slot="number">{numberLine(card.jerseyNumber)}</SlotText>
      </span>
      <span>{card.teamColors}</span>
    </div>
  )
}

/** A long name is set smaller on the podium. */
function useLong(name: string): { 'data-long'?: ''; 'data-slot'?: string } {
  const slotted = useSlotAttribute('data-long', 'longName', 'none')
  if (useMarks() !== null) return slotted
  return isLongName(name) ? { 'data-long': '' } : {}
}
