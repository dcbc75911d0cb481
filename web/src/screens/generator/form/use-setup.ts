import { useEffect } from 'react'
import { useRemix } from '#web/data/remix.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { PlayerForm } from '../use-player-form.ts'

/** What was taken over last: a reload keeps what was changed since. */
const TAKEN_KEY = 'remixed'

/**
 * Begins the form as the address asks for, once.
 *
 * @returns `name`: whose card it takes after, or null; `isAsked`: whether the address says anything of it
 */
export function useSetup(change: (part: Partial<PlayerForm>) => void) {
  const { memory } = usePlatform()
  const { setup, name, isAsked, end } = useRemix()

  useEffect(() => {
    if (!setup) return
    const { team, armor, finish, from } = setup
    const source = from?.cardId ?? team.id
    if (memory.get(TAKEN_KEY) !== source) change({ team, ...(armor && { armor }), ...(finish && { finish }) })
    memory.set(TAKEN_KEY, source)
    if (!from) end()
  }, [setup, change, end, memory])

  function forget() {
    memory.set(TAKEN_KEY, null)
    end()
  }
  return { name, isAsked, forget }
}
