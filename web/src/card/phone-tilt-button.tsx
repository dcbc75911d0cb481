import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { MOTION } from '#shared/domain/messages.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { switchMotion, useMotion, useNeedsTap } from './phone-motion.ts'
import styles from './phone-tilt-button.module.css'

/** Where the browser asks before it tells how the phone is held: the tap that lets it ask. Nothing elsewhere. */
export function PhoneTiltButton() {
  const isMoving = useMotion()
  const needsTap = useNeedsTap()
  const [isRefused, setIsRefused] = useState(false)
  if (!needsTap) return null
  return (
    <div className={styles['ask']}>
      <button
        type="button"
        className={buttonLook('quiet')}
        aria-pressed={isMoving}
        onClick={() => void switchMotion().then((isOn) => setIsRefused(!isOn && !isMoving))}
      >
        <Smartphone className={iconLook} aria-hidden="true" />
        {MOTION.withPhone}
      </button>
      <output>{isRefused ? MOTION.refused : null}</output>
    </div>
  )
}
