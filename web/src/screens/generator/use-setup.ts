import { useEffect } from 'react'
import { useRemix } from '#web/data/remix.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { PlayerForm } from './use-player-form.ts'

/** What was taken over last: a reload keeps what was changed since. */
const TAKEN_KEY = 'remixed'

/**
 * Begins the form as the address asks for, once.
 *
 * @returns whose card it takes after, or null
 */
export function useSetup(change: (part: Partial<PlayerForm>) => void) {
  const { memory } = usePlatform()
  const { setup, end } = useRemix()

  useEffect(() => {
    if (!setup) return
    const { team, armor, from } = setup
    const source = from?.cardId ?? team.id
    if (memory.get(TAKEN_KEY) !== source) change({ team, ...(armor && { armor }) })
    memory.set(TAKEN_KEY, source)
    if (!from) end()
  }, [setup, change, end, memory])

  function forget() {
    memory.set(TAKEN_KEY, null)
    end()
  }
  return { name: setup?.from?.name ?? null, forget }
}
