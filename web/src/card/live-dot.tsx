import { LIVE } from '#shared/domain/card-words.ts'
import { useLiveNews, usePause } from '#web/data/live.ts'
import type { LiveNews, LivePlace } from '#web/data/live/news.ts'
import { useOnline } from '#web/lib/online.ts'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './live-dot.module.css'

type LiveDotProps = {
  place: LivePlace
  className?: string | undefined
  /** Shows only the dot on phones. */
  isCompact?: boolean
}

/** The button that pauses live updates (WCAG 2.2.2), with the number of visitors on the page. */
export function LiveDot({ place, className, isCompact = false }: LiveDotProps) {
  const news = useLiveNews(place)
  const { isPaused, pause } = usePause()
  const isOnline = useOnline()
  return (
    <button
      type="button"
      className={classes(styles['live'], isCompact && styles['compact'], className)}
      aria-pressed={isPaused}
      title={LIVE.pause}
      onClick={() => pause(!isPaused)}
    >
      <span className={classes(styles['dot'], isOnline && news.isHeard && styles['heard'])} />
      <span className={styles['words']}>{isPaused ? LIVE.paused : describe(news, isOnline, place.kind)}</span>
      <span className={textStyles['unseen']}>. {LIVE.pause}</span>
    </button>
  )
}

/** Not in `messages.ts`, which is part of every page's first load. */
const NOT_LIVE = { offline: 'Offline', waiting: 'Connecting' } as const

function describe({ fans, isHeard }: LiveNews, isOnline: boolean, kind: LivePlace['kind']): string {
  if (!isOnline) return NOT_LIVE.offline
  if (!isHeard) return NOT_LIVE.waiting
  if (fans === null || fans < 2) return LIVE.live
  return kind === 'league' ? `${fans} here now` : LIVE.fans(fans)
}
