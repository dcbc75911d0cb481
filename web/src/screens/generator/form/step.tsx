import type { ReactNode } from 'react'
import { HashRule } from '#web/ui/hash-rule.tsx'
import styles from './step.module.css'

type StepProps = {
  number: 1 | 2 | 3 | 4
  title: string
  state: 'todo' | 'now' | 'done'
  /** Shown at the right end of the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** One of the form's four steps, marked like a yard line: outline for to do, yellow for now, chalk for done. */
export function Step({ number, title, state, aside, children }: StepProps) {
  const headingId = `step-${number}`
  return (
    <section
      className={state === 'todo' ? undefined : state === 'done' ? styles['done'] : styles['now']}
      aria-labelledby={headingId}
    >
      <div className={styles['head']}>
        <span className={styles['yard']} aria-hidden="true">
          {number}
        </span>
        <h2 id={headingId}>{title}</h2>
        <HashRule className={styles['rule']} />
        {aside}
      </div>
      {children}
    </section>
  )
}
