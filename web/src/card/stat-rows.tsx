import type { CSSProperties, ReactNode } from 'react'
import { STATS, type Stats } from '#shared/domain/stats.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'

/** Five stats, each a bar on a field of a hundred yards and its number. */
export function StatRows({ stats }: { stats: Stats }) {
  return (
    <dl className="stats">
      {STATS.map(({ name, label }, index) => (
        <div className="stat" key={name}>
          <dt>{label}</dt>
          <dd>
            <span className="bar" aria-hidden="true">
              <i style={barStyle(stats[name], index)} />
            </span>
            <span className="v">{stats[name]}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function barStyle(value: number, index: number): CSSProperties {
  return { width: `${value}%`, animationDelay: `${index * 40}ms` }
}

/** The mean of the stats, large, with its tier where it is known. */
export function Overall({ value, tier, children }: { value: number; tier?: string; children?: ReactNode }) {
  return (
    <>
      <div className="ovr">
        <b>{value}</b>
        <div>
          {tier ? <span className="t">{tier}</span> : null}
          <span className={tier ? 'd' : 't'}>Overall</span>
        </div>
        {children}
      </div>
      <HashRule />
    </>
  )
}
