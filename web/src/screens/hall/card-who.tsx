import { isLongName } from '#shared/contracts/boards.ts'
import { type Card, displayName, numberLine } from '#shared/domain/card.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './card-who.module.css'

/** Whose card it is, in words. */
export function CardWho({ card, className }: { card: Card; className?: string | undefined }) {
  const name = displayName(card.playerName)
  return (
    <div className={classes(styles['words'], className)}>
      <b dir="auto" data-long={isLongName(name) ? '' : undefined}>
        {name}
      </b>
      <span>{numberLine(card.jerseyNumber)}</span>
      <span>{card.teamColors}</span>
    </div>
  )
}
