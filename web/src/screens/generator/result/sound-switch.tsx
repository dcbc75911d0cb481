import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { SOUND } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'

const MEMORY_KEY = 'sound'

const loadSound = () => import('#web/card/pack-sound.ts')

export type Sound = ReturnType<typeof useSound>

/** The sound of a pack: off until the visitor switches it on in this browser, which remembers. Loaded when it is on. */
export function useSound() {
  const { memory } = usePlatform()
  const [isOn, setIsOn] = useState(() => memory.get(MEMORY_KEY) === 'on')
  // A sound that cannot be had or played is left out.
  const play = (part: 'crinkle' | 'pack') => void loadSound().then((sound) => sound[part](), ignore)

  return {
    isOn,
    /** When a pack is torn open. To be called in the press. */
    playPack() {
      if (isOn) play('pack')
    },
    toggle() {
      setIsOn(!isOn)
      memory.set(MEMORY_KEY, isOn ? null : 'on')
      // What it is that was switched on.
      if (!isOn) play('crinkle')
    },
  }
}

const ignore = () => {}

export function SoundSwitch({ sound: { isOn, toggle } }: { sound: Sound }) {
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <button type="button" className={buttonLook('quiet')} aria-pressed={isOn} onClick={toggle}>
      <Icon className={iconLook} aria-hidden="true" />
      {isOn ? SOUND.on : SOUND.off}
    </button>
  )
}
