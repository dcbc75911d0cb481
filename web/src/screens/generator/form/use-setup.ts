import { useEffect, useRef, useState } from 'react'
import { type Setup, useRemix } from '#web/data/remix.ts'
import type { PlayerForm } from '../use-player-form.ts'

/**
 * Begins the form as the address asks for: once for every visit of it, and not again with a reload.
 *
 * @returns `form` with these choices from the first render on, as the server renders it; `name` of the remixed card or
 *   null; `isAsked` whether the address asks for anything
 */
export function useSetup(form: PlayerForm, change: (part: Partial<PlayerForm>) => void) {
  const { setup, name, isAsked, taken } = useRemix()
  const [takenFrom, setTakenFrom] = useState<string | null>(null)
  const last = useRef<string>(null)

  useEffect(() => {
    const source = setup && (setup.from?.cardId ?? setup.team.id)
    const isTaken = source === last.current
    last.current = source
    if (!setup || isTaken) return
    change(choicesIn(setup))
    setTakenFrom(name)
    taken()
  }, [setup, name, change, taken])

  return {
    form: setup ? { ...form, ...choicesIn(setup) } : form,
    name: name ?? takenFrom,
    isAsked,
    forget: () => setTakenFrom(null),
  }
}

const choicesIn = ({ team, armor, finish }: Setup): Partial<PlayerForm> => ({
  team,
  ...(armor && { armor }),
  ...(finish && { finish }),
})
