import { classes } from '#web/ui/classes.ts'
import { linkLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './load-failed.module.css'

type LoadFailedProps = { words?: string | undefined; onRetry: () => unknown; className?: string | undefined }

/** Shown for a list that failed to load. */
export const LoadFailed = ({ words = "Couldn't load cards", onRetry, className }: LoadFailedProps) => (
  <p className={classes(styles['failed'], textStyles['mute'], className)}>
    {words}
    <span aria-hidden="true">·</span>
    <button type="button" className={linkLook} onClick={() => void onRetry()}>
      Retry
    </button>
  </p>
)
