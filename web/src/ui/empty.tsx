import { type ReactNode, useEffect } from 'react'
import { classes } from './classes.ts'
import { Page } from './page.tsx'
import styles from './empty.module.css'
import textStyles from './text.module.css'

type EmptyProps = {
  /** That there is nothing, in one sentence. */
  says: string
  className?: string | undefined
  /** Why, and the one thing to do. */
  children?: ReactNode
}

/** Where a part of a page has nothing to show. */
export const Empty = ({ says, className, children }: EmptyProps) => (
  <div className={classes(styles['empty'], className)}>
    <p className={textStyles['heading']}>{says}</p>
    {children}
  </div>
)

type EmptyPageProps = Pick<EmptyProps, 'says' | 'children'> & {
  /** The tab's title, where that is not the sentence. */
  title?: string
}

/**
 * A screen that has nothing to show. It may take the place of a longer one that was scrolled: its heading is in sight.
 */
export function EmptyPage({ says, title = says, children }: EmptyPageProps) {
  useEffect(() => {
    // New browsers answer a promise, which React would take for what ends the effect.
    window.scrollTo(0, 0)
  }, [])
  return (
    <Page title={title} className={EMPTY_PAGE}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        {says}
      </h1>
      {children}
    </Page>
  )
}

/** The look of all of a page that has nothing to show. */
export const EMPTY_PAGE = classes(textStyles['wrap'], styles['empty'], styles['page'])
