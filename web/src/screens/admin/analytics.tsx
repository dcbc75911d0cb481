import { type AdminAnalyticsView, PERIODS } from '#shared/contracts/admin-view.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import styles from './counts.module.css'
import { DailyTable, formatCount, NamedTable, sum } from './tables.tsx'

/** Daily visits, cards and votes. */
export function Analytics({
  period,
  days,
  visits,
  generated,
  saved,
  voted,
  invited,
  channels,
  pages,
}: AdminAnalyticsView) {
  const columns = [
    { title: 'Visits', counts: visits },
    { title: 'Cards made', counts: generated },
    { title: 'Cards saved', counts: saved },
    { title: 'Votes', counts: voted },
    { title: 'From another card', counts: invited },
  ]
  return (
    <Page title="Analytics" className={classes(textStyles['wrap'], styles['page'])}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        Analytics
      </h1>
      <p className={classes(textStyles['mute'], styles['lead'])}>
        {`The last ${period} days, in UTC. The server counts cards and votes. Browsers report visits, channels and pages, unless they ask not to be tracked. ${formatShare(sum(invited), sum(generated))}`}
      </p>
      <HashRule />
      <nav className={styles['periods']} aria-label="Period">
        {PERIODS.map((offered) => (
          <a
            key={offered}
            className={buttonLook()}
            href={`/admin/analytics?days=${offered}`}
            aria-current={offered === period ? 'page' : undefined}
          >
            {offered} days
          </a>
        ))}
        <a className={linkLook} href="/admin">
          Reports
        </a>
      </nav>
      <dl className={styles['totals']}>
        {columns.map(({ title, counts }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{formatCount(sum(counts))}</dd>
          </div>
        ))}
      </dl>
      <DailyTable days={days} columns={columns} />
      <div className={styles['lists']}>
        <NamedTable id="channels" title="Where visits come from" what="Channel" named={channels} />
        <NamedTable id="pages" title="Top pages" what="Page" named={pages} />
      </div>
    </Page>
  )
}

/** Says how many cards were started from another card. Both numbers count finished cards. */
const formatShare = (invited: number, made: number): string =>
  made === 0 ? '' : `${Math.round((100 * invited) / made)} of every 100 cards were started from another card's page.`
