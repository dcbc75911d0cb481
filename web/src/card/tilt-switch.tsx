import { Move3d } from 'lucide-react'
import { useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { useKept } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import styles from './tilt-switch.module.css'

const MEMORY_KEY = 'tilt'

/** Whether cards turn after pointer and phone: they do unless it was switched off in this browser, which remembers. */
export function useTilt() {
  const { memory } = usePlatform()
  const kept = useKept(MEMORY_KEY)
  const [chosen, setIsOn] = useState<boolean | null>(null)
  const isOn = chosen ?? kept !== 'off'
  return {
    isOn,
    toggle() {
      setIsOn(!isOn)
      memory.set(MEMORY_KEY, isOn ? 'off' : null)
    },
  }
}

/** Stops the motion of a card (WCAG 2.2.2). Not there where motion is reduced: nothing moves. */
export const TiltSwitch = ({ tilt: { isOn, toggle } }: { tilt: ReturnType<typeof useTilt> }) => (
  <button type="button" className={classes(buttonLook('quiet'), styles['switch'])} aria-pressed={isOn} onClick={toggle}>
    <Move3d className={iconLook} aria-hidden="true" />
    Tilt {isOn ? 'on' : 'off'}
  </button>
)
