import type { ReactNode } from 'react'
import { getAwardTone } from '#shared/domain/league-awards.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './ribbons.module.css'

/** Number of ribbons that fit above the name of a card. */
const SHOWN = 4

type AwardedProps = {
  awards: readonly string[]
  /** True if the seat has no card yet. */
  isWaiting?: boolean
  children: ReactNode
}

/** A seat's card with this season's awards on it, as in its downloadable picture. */
export const Awarded = ({ awards, isWaiting = false, children }: AwardedProps) => (
  <div className={classes(styles['awarded'], isWaiting && styles['waiting'])}>
    {children}
    {awards.length === 0 ? null : (
      <ul className={styles['ribbons']} aria-label="Awards">
        {awards.slice(0, SHOWN).map((title) => (
          <li key={title} className={classes(styles['ribbon'], styles[getAwardTone(title)])} dir="auto">
            {title}
          </li>
        ))}
      </ul>
    )}
  </div>
)
