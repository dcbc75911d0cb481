import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './notice.module.css'

type NoticeProps = {
  kind: 'good' | 'bad'
  id?: string
  /** True to focus it when the page opens, so that screen readers start there. */
  isFocused?: boolean
  hint?: string | null
  children: ReactNode
}

/** Returns the classes of a notice. */
export const noticeLook = (kind: NoticeProps['kind'], className?: string): string =>
  classes(styles['notice'], styles[kind], className)

/** A framed message about success or failure. */
export const Notice = ({ kind, id, isFocused = false, hint = null, children }: NoticeProps) => (
  <p
    className={noticeLook(kind)}
    id={id}
    role={kind === 'bad' ? 'alert' : 'status'}
    tabIndex={isFocused ? -1 : undefined}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the message is the reason for the page load
    autoFocus={isFocused}
  >
    {children}
    {hint === null ? null : <span className={styles['hint']}> {hint}</span>}
  </p>
)
