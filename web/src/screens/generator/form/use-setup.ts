import { useEffect, useRef, useState } from 'react'
import { useRemix } from '#web/data/remix.ts'
import type { PlayerForm } from '../use-player-form.ts'

/**
 * Begins the form as the address asks for: once for every visit of it, and not again with a reload.
 *
 * @returns `name`: whose card it takes after, or null; `isAsked`: whether the address says anything of it
 */
export function useSetup(change: (part: Partial<PlayerForm>) => void) {
  const { setup, name, isAsked, taken } = useRemix()
  const [takenFrom, setTakenFrom] = useState<string | null>(null)
  const last = useRef<string>(null)

  useEffect(() => {
    const source = setup && (setup.from?.cardId ?? setup.team.id)
    const isTaken = source === last.current
    last.current = source
    if (!setup || isTaken) return
    const { team, armor, finish } = setup
    change({ team, ...(armor && { armor }), ...(finish && { finish }) })
    setTakenFrom(name)
    taken()
  }, [setup, name, change, taken])

  return { name: name ?? takenFrom, isAsked, forget: () => setTakenFrom(null) }
}
