import { classes } from '#web/ui/classes.ts'
import { linkLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './load-failed.module.css'

type LoadFailedProps = { what?: string; onRetry: () => unknown; className?: string | undefined }

/** Beside an empty list that could not be loaded. */
export const LoadFailed = ({ what = 'cards', onRetry, className }: LoadFailedProps) => (
  <p className={classes(styles['failed'], textStyles['mute'], className)}>
    Couldn't load {what}
    <span aria-hidden="true">·</span>
    <button type="button" className={linkLook} onClick={() => void onRetry()}>
      Retry
    </button>
  </p>
)
