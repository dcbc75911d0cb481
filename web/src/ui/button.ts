import { classes } from './classes.ts'
import styles from './button.module.css'

const KINDS = {
  /** The one thing to do next. */
  primary: styles['primary'],
  quiet: styles['quiet'],
  full: styles['full'],
  /** Holds an icon alone. */
  square: styles['square'],
  danger: styles['danger'],
  /** Can be pressed to hear why nothing happens. */
  off: styles['off'],
  /** At work. */
  busy: styles['busy'],
}

/** The look of a button, for whatever element can be pressed. @example <a className={buttonLook('primary')}> */
export const buttonLook = (...kinds: readonly (keyof typeof KINDS)[]): string =>
  classes(styles['button'], ...kinds.map((kind) => KINDS[kind]))

/** The look of an underlined word that can be pressed. */
export const linkLook = styles['link']
