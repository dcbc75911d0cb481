import { useState } from 'react'
import styles from './vote-count.module.css'

/** A vote count that animates when it changes. */
export function VoteCount({ votes }: { votes: number }) {
  const [first] = useState(votes)
  return (
    <span key={votes} className={votes === first ? undefined : styles['tick']}>
      {votes}
    </span>
  )
}
