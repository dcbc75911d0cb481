import type { Visibility } from '#shared/domain/card.ts'
import { WAITING } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './visibility-tag.module.css'

const WORDS: Record<Visibility, string> = {
  draft: 'Draft: only you see it',
  unlisted: 'Unlisted: only with the link',
  public: 'In the Hall',
}

type Props = { visibility: Visibility; hidden?: boolean; waiting?: boolean }

/** A card's visibility, in words. */
export const VisibilityTag = ({ visibility, hidden = false, waiting = false }: Props) => (
  <span className={hidden ? classes(styles['tag'], styles['hidden']) : styles['tag']}>
    {hidden ? 'Hidden after reports' : waiting ? WAITING.title : WORDS[visibility]}
  </span>
)
