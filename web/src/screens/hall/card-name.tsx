import { type Card, displayName } from '#shared/domain/card.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './card-name.module.css'

/** The name of a card's player. Its page shows what does not fit here. */
export const CardName = ({ card, className }: { card: Card; className?: string | undefined }) => (
  <b className={classes(styles['name'], className)} dir="auto">
    {displayName(card.playerName)}
  </b>
)
