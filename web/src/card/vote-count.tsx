import { useState } from 'react'
import styles from './vote-count.module.css'

/** A number of votes that is seen to change where it stands. */
export function VoteCount({ votes }: { votes: number }) {
  const [first] = useState(votes)
  return (
    <span key={votes} className={votes === first ? undefined : styles['tick']}>
      {votes}
    </span>
  )
}
