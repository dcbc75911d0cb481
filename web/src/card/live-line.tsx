import { LIVE } from '#shared/domain/messages.ts'
import { useLiveNews, usePause } from '#web/data/live.ts'
import type { LivePlace } from '#web/data/live/news.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './live-line.module.css'

/** How many are here, and the switch that keeps the page still. */
export function LiveLine({ place, className }: { place: LivePlace; className?: string | undefined }) {
  const { fans } = useLiveNews(place)
  const { isPaused, pause } = usePause()
  return (
    <div className={classes(styles['live'], className)}>
      <button
        type="button"
        className={styles['switch']}
        role="switch"
        aria-checked={!isPaused}
        onClick={() => pause(!isPaused)}
      >
        <span className={styles['knob']} aria-hidden="true" />
        <span>
          {LIVE.live}
          <span>{LIVE.updates}</span>
        </span>
      </button>
      {fans === null || fans < 2 || isPaused ? null : <span className={styles['fans']}>{LIVE.fans(fans)}</span>}
    </div>
  )
}
