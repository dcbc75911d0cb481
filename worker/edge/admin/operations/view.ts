import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'
import type { SentAlert } from '#worker/operate/alerts.ts'
import type { CountsReport } from '#worker/operate/read-counts.ts'
import type { TaskState } from '#worker/operate/tasks.ts'
import type { Prices } from '#worker/settings/operate.ts'
import type { Period } from '../period.ts'
import { periodsView } from '../periods-view.ts'
import { listView, number, type Series, seriesView, sum } from '../plot.ts'

export type OperationsParts = {
  readonly report: CountsReport
  /** For each of its days. */
  readonly votes: Series
  readonly tasks: readonly TaskState[]
  readonly alerts: readonly SentAlert[]
  readonly prices: Prices
  readonly period: Period
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
const dollars = (usd: number) =>
  usd.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: usd < 1 ? 4 : 2 })
const timeOf = (at: number) => new Date(at).toISOString()
const shownTime = (at: number) =>
  html`<time datetime="${timeOf(at)}">${timeOf(at).slice(0, 16).replace('T', ' ')} UTC</time>`

/** How the site runs: scheduled tasks, alerts, and what was counted by day as plots with their numbers beside them. */
export function operationsPage({ report, votes, tasks, alerts, prices, period }: OperationsParts): Markup {
  const { days, byName, storedBytes, storedObjects, cost } = report
  const counted = [
    { id: 'requests', title: 'Requests', counts: report.requests },
    { id: 'failed', title: 'Failed requests', counts: report.failed },
    { id: 'refused', title: 'Refused by a limit', counts: report.refused },
    { id: 'cards', title: 'Cards drawn', counts: report.cards },
    { id: 'votes', title: 'Votes', counts: votes },
    { id: 'mails', title: 'Mails sent', counts: report.mails },
    { id: 'pictures', title: 'Pictures bought', counts: report.pictures },
    { id: 'calls', title: 'AI calls bought', counts: report.calls },
  ]
  return html`<div class="doc-in counted">
    <h1 class="text-title">Operations</h1>
    <p class="text-mute">
      The last ${period} days, in UTC. Counts are written some seconds after they happened; what an isolate had not
      written when it ended is missing.
    </p>
    <div class="hash-rule-rule" aria-hidden="true"></div>
    ${periodsView('/admin/operations', period, [{ name: 'Analytics', path: '/admin/analytics' }])}
    <dl class="totals">
      ${[
        ...counted.map(({ title, counts }) => ({ title, shown: number(sum(counts)) })),
        { title: 'Stored', shown: megabytes(storedBytes.at(-1)!) },
        { title: 'Files', shown: number(storedObjects.at(-1)!) },
        { title: 'Estimated cost', shown: dollars(sum(cost)) },
        { title: 'Of it today', shown: dollars(cost.at(-1)!) },
      ].map(
        ({ title, shown }) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${shown}</dd>
          </div>`,
      )}
    </dl>
    ${tasksView(tasks)} ${alertsView(alerts)} ${counted.map((one) => seriesView(days, one))}
    ${seriesView(days, {
      id: 'stored',
      title: 'Stored in R2',
      counts: storedBytes,
      format: megabytes,
      isLevel: true,
      leastEnd: 4_000_000,
    })}
    ${seriesView(days, { id: 'cost', title: 'Estimated cost', counts: cost, format: dollars, leastEnd: 0.01 })}
    <p class="text-mute">${costNote(prices)}</p>
    <div class="lists">
      ${listView('generations', 'Generations by engine and finish', 'Ended with', byName.generations)}
      ${listView('generation-failures', 'Failed generations by code', 'Code', byName['generation failures'])}
      ${listView('failures', 'Failed requests by code', 'Code', byName.failures)}
      ${listView('refusals', 'Refusals by limit', 'Limit', byName.refusals)}
    </div>
  </div>`
}

/** What the estimate leaves out. */
function costNote({ picture, call, mail }: Prices): string {
  const unknown = [
    ...(picture === null ? ['PICTURE_COST_USD'] : []),
    ...(call === null ? ['AI_CALL_COST_USD'] : []),
    ...(mail === null ? ['MAIL_COST_USD'] : []),
  ]
  const left = unknown.length === 0 ? '' : ` Counted as nothing, because it is not set: ${unknown.join(', ')}.`
  return `The estimate is of requests, drawing and storage at list prices, without what the plan includes and without its monthly base.${left}`
}

const tasksView = (tasks: readonly TaskState[]): Markup =>
  html`<section aria-labelledby="tasks">
    <h2 class="text-heading" id="tasks">Scheduled tasks</h2>
    ${
      tasks.length === 0
        ? html`<p class="says bad">None has run yet.</p>`
        : html`<div class="wide" tabindex="0" role="region" aria-label="Scheduled tasks">
            <table>
              <thead>
                <tr>
                  <th scope="col">Task</th>
                  <th scope="col">Last begun</th>
                  <th scope="col">Last ended well</th>
                  <th scope="col">How it ended</th>
                </tr>
              </thead>
              <tbody>
                ${tasks.map(
                  (task) =>
                    html`<tr>
                      <th scope="row">${task.name}</th>
                      <td>${shownTime(task.startedAt)}</td>
                      <td>
                        ${task.endedWellAt === null ? 'never' : shownTime(task.endedWellAt)}
                        ${task.isLate ? html`<strong class="late">Late</strong>` : ''}
                      </td>
                      <td>${outcomeOf(task)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
  </section>`

function outcomeOf({ outcome, items, error }: TaskState): string {
  if (outcome === null) return 'Its first run has not ended.'
  if (outcome === 'failed') return `Failed: ${error ?? 'for an unknown reason'}`
  const done = items === 1 ? '1 thing done' : `${number(items)} things done`
  return outcome === 'more' ? `${done}; it goes on with the next run` : done
}

const alertsView = (alerts: readonly SentAlert[]): Markup =>
  html`<section aria-labelledby="alerts">
    <h2 class="text-heading" id="alerts">Alerts that were mailed</h2>
    ${
      alerts.length === 0
        ? html`<p class="text-mute">None in the last 90 days.</p>`
        : html`<ul class="plain">
            ${alerts.map(({ cause, at }) => html`<li><code>${cause}</code> ${shownTime(at)}</li>`)}
          </ul>`
    }
  </section>`
