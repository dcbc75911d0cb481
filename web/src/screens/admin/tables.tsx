import type { ReactNode } from 'react'
import type { DailyCounts, NamedCount } from '#shared/contracts/admin-view.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './counts.module.css'

export const formatCount = (count: number): string => count.toLocaleString('en-US')
export const sum = (counts: DailyCounts): number => counts.reduce((all, count) => all + count, 0)

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export type DailyColumn = { title: string; counts: DailyCounts }

type ScrollingProps = { id: string; title: string; children: ReactNode }

/** A wide table in a scrollable box. The box is focusable, so that the keyboard can scroll it. */
export const Scrolling = ({ id, title, children }: ScrollingProps) => (
  <div className={styles['section']}>
    <h2 className={textStyles['heading']} id={id}>
      {title}
    </h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1 */}
    <section className={styles['scroll']} tabIndex={0} aria-labelledby={id}>
      {children}
    </section>
  </div>
)

/** A table of daily counts, newest first. @param days UTC dates such as `2026-11-21`, oldest first */
export const DailyTable = ({ days, columns }: { days: readonly string[]; columns: readonly DailyColumn[] }) => (
  <Scrolling id="daily" title="Day by day">
    <table className={styles['numbers']}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .map((day, index) => (
            <tr key={day}>
              <th scope="row">
                <time dateTime={day}>{DAY.format(new Date(day))}</time>
              </th>
              {columns.map(({ title, counts }) => (
                <td key={title}>{formatCount(counts[index]!)}</td>
              ))}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  </Scrolling>
)

type NamedTableProps = {
  id: string
  title: string
  /** The heading of the name column. */
  what: string
  named: readonly NamedCount[]
}

/** Names with their counts, most frequent first. */
export const NamedTable = ({ id, title, what, named }: NamedTableProps) => (
  <section className={styles['section']} aria-labelledby={id}>
    <h2 className={textStyles['heading']} id={id}>
      {title}
    </h2>
    {named.length === 0 ? (
      <p className={textStyles['mute']}>Nothing counted yet.</p>
    ) : (
      <div className={styles['scroll']}>
        <table className={styles['named']}>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {named.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
