import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'
import { listView, number, seriesView, sum } from '../plot.ts'
import type { Period } from '../period.ts'
import { periodsView } from '../periods-view.ts'
import type { Report } from './read.ts'

/** What was counted, as plots with their numbers beside them. */
export const analyticsPage = (report: Report, period: Period): Markup => {
  const { days, visits, generated, saved, voted, invited, channels, pages } = report
  const series = [
    { id: 'visits', title: 'Visits', counts: visits },
    { id: 'made', title: 'Cards made', counts: generated },
    { id: 'saved', title: 'Cards saved', counts: saved },
    { id: 'votes', title: 'Votes', counts: voted },
    { id: 'invited', title: 'After another card', counts: invited },
  ]
  return html`<div class="doc-in counted">
    <h1 class="text-title">Analytics</h1>
    <p class="text-mute">
      The last ${period} days, in UTC. Cards and votes are counted where they are kept. Visits, channels and pages are
      what browsers report; those that ask not to be tracked report nothing. ${shareLine(sum(invited), sum(generated))}
    </p>
    <div class="hash-rule-rule" aria-hidden="true"></div>
    ${periodsView('/admin/analytics', period, [{ name: 'Operations', path: '/admin/operations' }])}
    <dl class="totals">
      ${series.map(
        ({ title, counts }) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${number(sum(counts))}</dd>
          </div>`,
      )}
    </dl>
    ${series.map((one) => seriesView(days, one))}
    <div class="lists">
      ${listView('channels', 'Where visits come from', 'Channel', channels)}
      ${listView('pages', 'Top pages', 'Page', pages)}
    </div>
  </div>`
}

/** The share of cards that came of another card: cards of both kinds are counted when they are ready. */
const shareLine = (invited: number, made: number): string =>
  made === 0
    ? ''
    : `Of 100 cards made, ${Math.round((100 * invited) / made)} came of another card: begun from its page.`
