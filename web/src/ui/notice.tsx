import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './notice.module.css'

type NoticeProps = {
  kind: 'good' | 'bad'
  id?: string
  /** True if the page opens with the focus on it, so that screen readers begin with it. */
  isFocused?: boolean
  hint?: string | null
  children: ReactNode
}

/** The look of a framed sentence that says what went well or wrong. */
export const noticeLook = (kind: NoticeProps['kind'], className?: string): string =>
  classes(styles['notice'], styles[kind], className)

/** A framed sentence that says what went well or wrong. */
export const Notice = ({ kind, id, isFocused = false, hint = null, children }: NoticeProps) => (
  <p
    className={noticeLook(kind)}
    id={id}
    role={kind === 'bad' ? 'alert' : 'status'}
    tabIndex={isFocused ? -1 : undefined}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded to say this
    autoFocus={isFocused}
  >
    {children}
    {hint === null ? null : <span className={styles['hint']}> {hint}</span>}
  </p>
)
