import { Check } from 'lucide-react'
import type { WAITING_STATES } from '#shared/contracts/generation-states.ts'
import { iconLook } from '#web/ui/icon.ts'
import styles from './drive.module.css'

/** The yard line of each state. Progress shows only what the server reports. */
export const DRIVE_STEPS = [
  { state: 'checking', label: 'Reading the photo', yards: 12 },
  { state: 'drawing', label: 'Drawing', yards: 50 },
  { state: 'finishing', label: 'Finishing touches', yards: 88 },
] as const satisfies readonly { state: (typeof WAITING_STATES)[number]; label: string; yards: number }[]

/** Progress as a drive down the field. @param reached the index of the step; -1 before the first */
export const Drive = ({ reached }: { reached: number }) => (
  <div className={styles['drive']}>
    <div className={styles['track']} aria-hidden="true">
      <div className={styles['fill']} style={reached < 0 ? undefined : { width: `${DRIVE_STEPS[reached]?.yards}%` }} />
    </div>
    <ol>
      {DRIVE_STEPS.map(({ state, label }, index) => (
        <li
          key={state}
          className={index < reached ? styles['done'] : index === reached ? styles['now'] : undefined}
          aria-current={index === reached ? 'step' : undefined}
        >
          {index < reached ? <Check className={iconLook} aria-hidden="true" /> : null}
          {label}
        </li>
      ))}
    </ol>
  </div>
)
