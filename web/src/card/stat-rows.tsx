import type { CSSProperties, ReactNode } from 'react'
import { STATS, type Stats } from '#shared/domain/stats.ts'
import { setStyle } from '#web/ui/set-style.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import styles from './stat-rows.module.css'

/** Five stats, each a bar on a field of a hundred yards and its number. */
export function StatRows({ stats }: { stats: Stats }) {
  return (
    <dl className={styles['stats']} ref={raceInSight}>
      {STATS.map(({ name, label }, index) => (
        <div className={styles['stat']} key={name}>
          <dt>{label}</dt>
          <dd>
            <span className={styles['bar']} aria-hidden="true">
              <i ref={setStyle(barStyle(stats[name], index))} />
              <noscript>
                <svg display="block" width={`${stats[name]}%`} height="16">
                  <path fill="var(--lit)" d="M0 0h999v16H0z" />
                </svg>
              </noscript>
            </span>
            <span className={styles['value']}>{stats[name]}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The bars race once they are seen; below the fold nobody would see them. */
function raceInSight(list: HTMLElement | null) {
  if (list === null) return
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    list.dataset['seen'] = ''
    sight.disconnect()
  })
  sight.observe(list)
  return () => sight.disconnect()
}

function barStyle(value: number, index: number): CSSProperties {
  return { width: `${value}%`, animationDelay: `${index * 70}ms` }
}

/** A card's stats, under one name. */
export const Score = ({ children }: { children: ReactNode }) => (
  <section className={styles['score']} aria-label="Stats">
    {children}
  </section>
)

/** The mean of the stats, large, with its tier where it is known. */
export function Overall({ value, tier, children }: { value: number; tier?: string; children?: ReactNode }) {
  return (
    <>
      <div className={styles['overall']}>
        <b>{value}</b>
        <div>
          {tier ? <span className={styles['large']}>{tier}</span> : null}
          <span className={tier ? styles['caption'] : styles['large']}>Overall</span>
        </div>
        {children}
      </div>
      <HashRule />
    </>
  )
}
