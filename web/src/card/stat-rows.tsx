import type { CSSProperties, ReactNode } from 'react'
import { STATS, type Stats } from '#shared/domain/stats.ts'
import { setStyle } from '#web/ui/set-style.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import styles from './stat-rows.module.css'

/** The five stats, each with a bar on a 100-yard field and its value. */
export function StatRows({ stats }: { stats: Stats }) {
  return (
    <dl className={styles['stats']} ref={animateInView}>
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

/** Starts the bar animation once the list scrolls into view. */
function animateInView(list: HTMLElement | null) {
  if (list === null) return
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    list.dataset['seen'] = ''
    observer.disconnect()
  })
  observer.observe(list)
  return () => observer.disconnect()
}

function barStyle(value: number, index: number): CSSProperties {
  return { width: `${value}%`, animationDelay: `${index * 70}ms` }
}

/** The section of a card's stats. */
export const Score = ({ children }: { children: ReactNode }) => (
  <section className={styles['score']} aria-label="Stats">
    {children}
  </section>
)

/** The overall rating in large type, with the tier if known. */
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
