import { classes } from './classes.ts'
import styles from './hash-rule.module.css'

/** A rule that looks like a field's yard marks. */
export const HashRule = ({ className }: { className?: string | undefined }) => (
  <div className={classes(styles['rule'], className)} aria-hidden="true" />
)
