import type { Visibility } from '#shared/domain/card.ts'
import { VISIBILITY_LABELS, WAITING } from '#shared/domain/card-words.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './visibility-tag.module.css'

type Props = { visibility: Visibility; hidden?: boolean; waiting?: boolean }

/** A card's visibility, in words. */
export const VisibilityTag = ({ visibility, hidden = false, waiting = false }: Props) => (
  <span className={hidden ? classes(styles['tag'], styles['hidden']) : styles['tag']}>
    {hidden ? VISIBILITY_LABELS.hidden : waiting ? WAITING.title : VISIBILITY_LABELS[visibility]}
  </span>
)
