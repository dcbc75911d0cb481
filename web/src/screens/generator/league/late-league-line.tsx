import { latePart } from '#web/ui/late-part.tsx'
import type { LeagueLineProps } from './league-line.tsx'
import styles from './late-league-line.module.css'

const LeagueLine = latePart(() => import('./league-line.tsx'))

/** Reserves space for the league line, which loads lazily because most cards are not for a league. */
export const LateLeagueLine = (props: LeagueLineProps) => (
  <div className={styles['room']}>
    <LeagueLine {...props} instead={null} />
  </div>
)
