import type { AdminAnalyticsView } from '#shared/contracts/admin-view.ts'
import { CountsPage } from './counts-page.tsx'
import styles from './counts.module.css'
import { DailyTable, formatCount, NamedTable, sum } from './tables.tsx'

/** Visits, and what became of them. */
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
    <CountsPage
      heading="Analytics"
      lead={`The last ${period} days, in UTC. Cards and votes are counted where they are kept. Visits, channels and pages are what browsers report; those that ask not to be tracked report nothing. ${shareOf(sum(invited), sum(generated))}`}
      path="/admin/analytics"
      period={period}
      other={{ name: 'Operations', path: '/admin/operations' }}
      totals={columns.map(({ title, counts }) => ({ title, value: formatCount(sum(counts)) }))}
    >
      <DailyTable days={days} columns={columns} />
      <div className={styles['lists']}>
        <NamedTable id="channels" title="Where visits come from" what="Channel" named={channels} />
        <NamedTable id="pages" title="Top pages" what="Page" named={pages} />
      </div>
    </CountsPage>
  )
}

/** Says how many cards came of another card. Both kinds are counted when they are ready. */
const shareOf = (invited: number, made: number): string =>
  made === 0 ? '' : `${Math.round((100 * invited) / made)} of every 100 cards were started from another card's page.`
