import { classes } from './classes.ts'
import styles from './button.module.css'

const KINDS = {
  /** The primary action. */
  primary: styles['primary'],
  quiet: styles['quiet'],
  full: styles['full'],
  /** Icon only. */
  square: styles['square'],
  danger: styles['danger'],
  /** Looks disabled, but a press says why nothing happens. */
  off: styles['off'],
  /** Shows that an action is in progress. */
  busy: styles['busy'],
}

/** Returns the classes of a button, for any pressable element. @example <a className={buttonLook('primary')}> */
export const buttonLook = (...kinds: readonly (keyof typeof KINDS)[]): string =>
  classes(styles['button'], ...kinds.map((kind) => KINDS[kind]))

/** The class of a text link or text button. */
export const linkLook = styles['link']
