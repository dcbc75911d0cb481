import type { Visibility } from '#shared/domain/card.ts'
import { SEEN_BY, WAITING } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './visibility-tag.module.css'

type Props = { visibility: Visibility; hidden?: boolean; waiting?: boolean }

/** A card's visibility, in words. */
export const VisibilityTag = ({ visibility, hidden = false, waiting = false }: Props) => (
  <span className={hidden ? classes(styles['tag'], styles['hidden']) : styles['tag']}>
    {hidden ? SEEN_BY.hidden : waiting ? WAITING.title : SEEN_BY[visibility]}
  </span>
)
