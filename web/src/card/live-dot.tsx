import { LIVE } from '#shared/domain/messages.ts'
import { useLiveNews, usePause } from '#web/data/live.ts'
import type { LivePlace } from '#web/data/live/news.ts'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './live-dot.module.css'

type LiveDotProps = {
  place: LivePlace
  className?: string | undefined
  /** Shows the dot alone on phones. */
  isCompact?: boolean
}

/** The button that pauses live updates (WCAG 2.2.2), with the number of visitors who are here. */
export function LiveDot({ place, className, isCompact = false }: LiveDotProps) {
  const { fans } = useLiveNews(place)
  const { isPaused, pause } = usePause()
  const words = isPaused ? LIVE.paused : fans === null || fans < 2 ? LIVE.live : LIVE.fans(fans)
  return (
    <button
      type="button"
      className={classes(styles['live'], isCompact && styles['compact'], className)}
      aria-pressed={isPaused}
      title={LIVE.pause}
      onClick={() => pause(!isPaused)}
    >
      <span className={styles['dot']} />
      <span className={styles['words']}>{words}</span>
      <span className={textStyles['unseen']}>. {LIVE.pause}</span>
    </button>
  )
}
