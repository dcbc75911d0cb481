import { type Card, displayName } from '#shared/domain/card.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './card-name.module.css'

/** A card's team, with a mark on the visitor's own cards. */
export const CardTeam = ({ card, isOwn, className }: { card: Card; isOwn: boolean; className: string | undefined }) => (
  <p className={className}>
    {isOwn ? <b className={styles['own']}>Yours · </b> : null}
    {card.teamColors}
  </p>
)

/** The player's name, truncated. The card's page shows it in full. */
export const CardName = ({ card, className }: { card: Card; className?: string | undefined }) => (
  <b className={classes(styles['name'], className)} dir="auto">
    {displayName(card.playerName)}
  </b>
)
