import { classes } from './classes.ts'
import styles from './hash-rule.module.css'

/** The yard marks of a field: the one ornament. */
export const HashRule = ({ className }: { className?: string | undefined }) => (
  <div className={classes(styles['rule'], className)} aria-hidden="true" />
)
