import type { ReactNode } from 'react'
import { HashRule } from './hash-rule.tsx'
import { Page } from './page.tsx'
import styles from './split-page.module.css'
import textStyles from './text.module.css'

type SplitPageProps = {
  heading: string
  /** The page's title. Default: the heading. */
  title?: string
  lead?: ReactNode
  /** Shown below the heading and the lead. */
  aside?: ReactNode
  children: ReactNode
}

/** A page with its heading on the left and the rest on the right. On phones they stack. */
export const SplitPage = ({ heading, title = heading, lead, aside, children }: SplitPageProps) => (
  <Page title={title} className={styles['page']}>
    <div className={styles['column']}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        {heading}
      </h1>
      {lead === undefined ? null : (
        <>
          <p className={textStyles['mute']}>{lead}</p>
          <HashRule />
        </>
      )}
      {aside}
    </div>
    <div className={styles['column']}>{children}</div>
  </Page>
)
