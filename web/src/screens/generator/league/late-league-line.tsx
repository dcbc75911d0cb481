import { type ComponentType, useEffect, useState } from 'react'
import { useOnline } from '#web/lib/online.ts'
import type { LeagueLineProps } from './league-line.tsx'
import styles from './late-league-line.module.css'

/** Reserves space for the league line, which loads lazily because most cards are not for a league. */
export function LateLeagueLine(props: LeagueLineProps) {
  const [LeagueLine, setLeagueLine] = useState<ComponentType<LeagueLineProps> | null>(null)
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return
    import('./league-line.tsx').then(
      (part) => setLeagueLine(() => part.default),
      () => {},
    )
  }, [isOnline])
  return <div className={styles['room']}>{LeagueLine && <LeagueLine {...props} />}</div>
}
