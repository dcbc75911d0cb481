import type { Card } from '#shared/domain/card.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { classes } from '#web/ui/classes.ts'
import { VotePill } from './vote-pill.tsx'
import styles from './card-acts.module.css'

/** What can be done with a card of a board. */
export const CardActs = ({ card, className }: { card: Card; className?: string | undefined }) => (
  <div className={classes(styles['acts'], className)}>
    <VotePill card={card} />
    <CardMenu card={card} />
  </div>
)
