import { Move3d } from 'lucide-react'
import { useState } from 'react'
import { MOTION } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { useKept } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { toast } from '#web/ui/toast.ts'
import { switchMotion, useMotion, useNeedsTap } from './phone-motion.ts'
import stageButtonStyles from './stage-button.module.css'

const MEMORY_KEY = 'tilt'

/** True if cards turn after pointer and phone: they do unless it was switched off in this browser, which remembers. */
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

/**
 * Stops the motion of a card (WCAG 2.2.2). On iOS the first press asks for the phone's sensor instead. Hidden where
 * motion is reduced, because nothing moves there.
 */
export function TiltSwitch({ tilt: { isOn, toggle } }: { tilt: ReturnType<typeof useTilt> }) {
  const isMoving = useMotion()
  const needsTap = useNeedsTap()
  const [isRefused, setIsRefused] = useState(false)
  const asks = isOn && needsTap && !isMoving && !isRefused

  async function ask() {
    if (await switchMotion()) return
    setIsRefused(true)
    toast.blank(MOTION.refused)
  }

  return (
    <button
      type="button"
      className={classes(stageButtonStyles['button'], stageButtonStyles['tilt'])}
      aria-label={asks ? MOTION.withPhone : MOTION.tilt}
      title={asks ? MOTION.withPhone : MOTION.tilt}
      aria-pressed={isOn && !asks}
      onClick={asks ? () => void ask() : toggle}
    >
      <Move3d className={iconLook} aria-hidden="true" />
    </button>
  )
}
