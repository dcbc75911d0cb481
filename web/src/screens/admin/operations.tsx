import type { AdminOperationsView, SentAlert, TaskState } from '#shared/contracts/admin-view.ts'
import { Notice } from '#web/ui/notice.tsx'
import textStyles from '#web/ui/text.module.css'
import { CountsPage } from './counts-page.tsx'
import styles from './counts.module.css'
import { DailyTable, formatCount, NamedTable, Scrolling, sum } from './tables.tsx'
import { UtcTime } from './utc-time.tsx'

const formatMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
const formatDollars = (usd: number) =>
  usd.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: usd < 1 ? 4 : 2 })

/** Operations: scheduled tasks, alerts and daily counts. */
export function Operations(view: AdminOperationsView) {
  const { period, days, byName, storedBytes, storedObjects, cost, tasks, alerts, unsetPrices } = view
  const counted = [
    { title: 'Requests', counts: view.requests },
    { title: 'Failed requests', counts: view.failed },
    { title: 'Refused by a limit', counts: view.refused },
    { title: 'Cards drawn', counts: view.cards },
    { title: 'Votes', counts: view.votes },
    { title: 'Mails sent', counts: view.mails },
    { title: 'Pictures bought', counts: view.pictures },
    { title: 'AI calls bought', counts: view.calls },
  ]
  const columns = [
    ...counted,
    { title: 'Stored in R2', counts: storedBytes, format: formatMegabytes },
    { title: 'Estimated cost', counts: cost, format: formatDollars },
  ]
  return (
    <CountsPage
      heading="Operations"
      lead={`The last ${period} days, in UTC. Counts arrive some seconds late, and a few recent ones may be missing.`}
      path="/admin/operations"
      period={period}
      other={{ name: 'Analytics', path: '/admin/analytics' }}
      totals={[
        ...counted.map(({ title, counts }) => ({ title, value: formatCount(sum(counts)) })),
        { title: 'Stored', value: formatMegabytes(storedBytes.at(-1)!) },
        { title: 'Files', value: formatCount(storedObjects.at(-1)!) },
        { title: 'Estimated cost', value: formatDollars(sum(cost)) },
        { title: 'Today', value: formatDollars(cost.at(-1)!) },
      ]}
    >
      <Tasks tasks={tasks} />
      <Alerts alerts={alerts} />
      <DailyTable days={days} columns={columns} />
      <p className={textStyles['mute']}>{noteOnCost(unsetPrices)}</p>
      <div className={styles['lists']}>
        <NamedTable
          id="generations"
          title="Generations by engine and finish"
          what="Ended with"
          named={byName.generations}
        />
        <NamedTable
          id="generation-failures"
          title="Failed generations by code"
          what="Code"
          named={byName['generation failures']}
        />
        <NamedTable id="failures" title="Failed requests by code" what="Code" named={byName.failures} />
        <NamedTable id="refusals" title="Refusals by limit" what="Limit" named={byName.refusals} />
      </div>
    </CountsPage>
  )
}

/** Says what the estimate leaves out. */
function noteOnCost(unset: readonly string[]): string {
  const left = unset.length === 0 ? '' : ` Counted as nothing, because it is not set: ${unset.join(', ')}.`
  return `The estimate is of requests, drawing and storage at list prices, without what the plan includes and without its monthly base.${left}`
}

const Tasks = ({ tasks }: { tasks: readonly TaskState[] }) => (
  <Scrolling id="tasks" title="Scheduled tasks">
    {tasks.length === 0 ? (
      <Notice kind="bad">None has run yet.</Notice>
    ) : (
      <table className={styles['tasks']}>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Last begun</th>
            <th scope="col">Last ended well</th>
            <th scope="col">How it ended</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.name}>
              <th scope="row">{task.name}</th>
              <td>
                <UtcTime at={task.startedAt} />
              </td>
              <td>
                {task.endedWellAt === null ? 'never' : <UtcTime at={task.endedWellAt} />}{' '}
                {task.isLate ? <strong className={styles['late']}>Late</strong> : null}
              </td>
              <td>{describeEnd(task)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Scrolling>
)

function describeEnd({ outcome, items, error }: TaskState): string {
  if (outcome === null) return 'Its first run has not ended.'
  if (outcome === 'failed') return `Failed: ${error ?? 'for an unknown reason'}`
  const done = items === 1 ? '1 thing done' : `${formatCount(items)} things done`
  return outcome === 'more' ? `${done}; it goes on with the next run` : done
}

const Alerts = ({ alerts }: { alerts: readonly SentAlert[] }) => (
  <section className={styles['section']} aria-labelledby="alerts">
    <h2 className={textStyles['heading']} id="alerts">
      Alerts that were mailed
    </h2>
    {alerts.length === 0 ? (
      <p className={textStyles['mute']}>None in the last 90 days.</p>
    ) : (
      <ul>
        {alerts.map(({ cause, at }) => (
          <li key={`${cause} ${at}`}>
            <code>{cause}</code> <UtcTime at={at} />
          </li>
        ))}
      </ul>
    )}
  </section>
)
