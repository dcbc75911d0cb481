import type { ReactNode } from 'react'
import { HashRule } from '#web/ui/hash-rule.tsx'

type StepProps = {
  yard: 10 | 20 | 30 | 40
  title: string
  state: 'todo' | 'now' | 'done'
  /** What stands at the right end of the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of the form, marked like a yard line: outline to do, yellow now, chalk done. */
export function Step({ yard, title, state, aside, children }: StepProps) {
  const headingId = `step-${yard}`
  return (
    <section className={`step ${state}`} aria-labelledby={headingId}>
      <div className="step-h">
        <span className="yd" aria-hidden="true">
          {yard}
        </span>
        <h2 id={headingId}>{title}</h2>
        <HashRule />
        {aside}
      </div>
      {children}
    </section>
  )
}
