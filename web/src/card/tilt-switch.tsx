import { Move3d } from 'lucide-react'
import { useState } from 'react'
import { MOTION } from '#shared/domain/card-words.ts'
import { classes } from '#web/ui/classes.ts'
import { useStored } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { toast } from '#web/ui/toast.ts'
import { switchMotion, useMotion, useNeedsTap } from './phone-motion.ts'
import stageButtonStyles from './stage-button.module.css'

const MEMORY_KEY = 'tilt'

/** The setting that cards tilt with the pointer and the phone. On by default. This browser remembers when it is off. */
export function useTilt() {
  const { memory } = usePlatform()
  const stored = useStored(MEMORY_KEY)
  const [chosen, setIsOn] = useState<boolean | null>(null)
  const isOn = chosen ?? stored !== 'off'
  return {
    isOn,
    toggle() {
      setIsOn(!isOn)
      memory.set(MEMORY_KEY, isOn ? 'off' : null)
    },
  }
}

/**
 * Stops a card's motion (WCAG 2.2.2). On iOS the first press requests the phone's sensor instead. Hidden with reduced
 * motion, because nothing moves.
 */
export function TiltSwitch({ tilt: { isOn, toggle } }: { tilt: ReturnType<typeof useTilt> }) {
  const isMoving = useMotion()
  const needsTap = useNeedsTap()
  const [isRefused, setIsRefused] = useState(false)
  const asks = isOn && needsTap && !isMoving && !isRefused

  async function ask() {
    if (await switchMotion()) return
    setIsRefused(true)
    toggle()
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
