import type { ReactNode } from 'react'
import { type Period, PERIODS } from '#shared/contracts/admin-view.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import styles from './counts.module.css'

type CountsPageProps = {
  heading: string
  lead: ReactNode
  path: string
  period: Period
  /** The other page of counts. */
  other: { name: string; path: string }
  totals: readonly { title: string; value: string }[]
  children: ReactNode
}

/** A page of what was counted in a period: its totals, then the rest. */
export const CountsPage = ({ heading, lead, path, period, other, totals, children }: CountsPageProps) => (
  <Page title={heading} className={classes(textStyles['wrap'], styles['page'])}>
    <h1 className={textStyles['title']} tabIndex={-1}>
      {heading}
    </h1>
    <p className={classes(textStyles['mute'], styles['lead'])}>{lead}</p>
    <HashRule />
    <nav className={styles['periods']} aria-label="Period">
      {PERIODS.map((offered) => (
        <a
          key={offered}
          className={buttonLook()}
          href={`${path}?days=${offered}`}
          aria-current={offered === period ? 'page' : undefined}
        >
          {offered} days
        </a>
      ))}
      <a className={linkLook} href={other.path}>
        {other.name}
      </a>
      <a className={linkLook} href="/admin">
        Reports
      </a>
    </nav>
    <dl className={styles['totals']}>
      {totals.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {children}
  </Page>
)
