import type { ReactNode } from 'react'
import type { Team } from '#shared/domain/team.ts'
import { classes } from '#web/ui/classes.ts'
import { teamAttribute } from './team-scope.ts'
import { tiltHandlers } from './tilt.ts'
import styles from './stage.module.css'

type StageProps = {
  team: Team | string | null
  /** Set by the surrounding layout, which decides its size. */
  className?: string | undefined
  /** True if the object has two sides, which need the stage's 3D space (`preserve-3d`). */
  deep?: boolean
  /** True to ignore the pointer. */
  still?: boolean
  /** True for rainbow lighting. */
  isLegend?: boolean
  /** Elements beside the object. */
  aside?: ReactNode
  children: ReactNode
}

/** A dark stadium that spotlights one object. */
export function Stage({ team, className, deep = false, still = false, isLegend = false, aside, children }: StageProps) {
  return (
    // The key replaces the element when `still` changes, which clears the last tilt.
    <div
      key={String(still)}
      className={classes(styles['stage'], still && styles['still'], isLegend && styles['legend'], className)}
      {...teamAttribute(team)}
      data-tilts={still ? undefined : ''}
      {...(still ? {} : tiltHandlers)}
    >
      <Lamps />
      <Floor />
      <div className={styles['plinth']}>
        <div className={classes(styles['tilt'], deep && styles['deep'])}>{children}</div>
      </div>
      {aside}
    </div>
  )
}

/** A stage without an object yet. */
export const DarkStage = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={classes(styles['stage'], className)}>
    <div className={styles['plinth']}>{children}</div>
  </div>
)

type PartProps = { className?: string | undefined }

export const Lamps = ({ className }: PartProps) => (
  <div className={classes(styles['lamps'], className)} aria-hidden="true">
    <i />
    <i />
  </div>
)

/** The field, seen from the stands. */
export const Floor = ({ className }: PartProps) => (
  <div className={classes(styles['floor'], className)} aria-hidden="true">
    <div className={styles['field']}>
      <b>5 0</b>
      <b>5 0</b>
    </div>
  </div>
)
