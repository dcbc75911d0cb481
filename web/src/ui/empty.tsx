import { type ReactNode, useEffect } from 'react'
import { classes } from './classes.ts'
import { Page } from './page.tsx'
import styles from './empty.module.css'
import textStyles from './text.module.css'

type EmptyProps = {
  /** Says in one sentence that there is nothing. */
  title: string
  className?: string | undefined
  /** The reason, and what to do. */
  children?: ReactNode
}

/** The message of an empty part of a page. */
export const Empty = ({ title, className, children }: EmptyProps) => (
  <div className={classes(styles['empty'], className)}>
    <p className={textStyles['heading']}>{title}</p>
    {children}
  </div>
)

type EmptyPageProps = Pick<EmptyProps, 'title' | 'children'> & {
  /** The page's title, if it differs from the heading. */
  pageTitle?: string
}

/** The message of an empty screen. Scrolls to the top, because it may replace a longer screen that was scrolled. */
export function EmptyPage({ title, pageTitle = title, children }: EmptyPageProps) {
  useEffect(() => {
    // Braces discard the result, because newer browsers return a promise, which React would take for a cleanup
    // function.
    window.scrollTo(0, 0)
  }, [])
  return (
    <Page title={pageTitle} className={EMPTY_PAGE}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </Page>
  )
}

/** The look of an empty screen. */
export const EMPTY_PAGE = classes(textStyles['wrap'], styles['empty'], styles['page'])
