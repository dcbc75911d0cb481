import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import textStyles from './text.module.css'
import styles from './without-scripts.module.css'

/** Text for visitors without JavaScript. React in the browser ignores `<noscript>`. */
export const WithoutScripts = ({ children }: { children: ReactNode }) => (
  <noscript>
    <div className={classes(textStyles['wrap'], styles['words'])}>{children}</div>
  </noscript>
)
