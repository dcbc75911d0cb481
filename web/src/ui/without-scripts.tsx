import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import textStyles from './text.module.css'
import styles from './without-scripts.module.css'

/** Words for visitors without JavaScript. The browser's React leaves `<noscript>` alone. */
export const WithoutScripts = ({ children }: { children: ReactNode }) => (
  <noscript>
    <div className={classes(textStyles['wrap'], styles['words'])}>{children}</div>
  </noscript>
)
