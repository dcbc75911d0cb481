import { useEffect, useRef, useState } from 'react'
import { type Setup, useRemix } from '#web/data/remix.ts'
import type { PlayerForm } from '../use-player-form.ts'

/**
 * Applies the setup that the URL requests, once per visit and not again after a reload.
 *
 * @returns `form` with these choices from the first render on, to match the served HTML; `name` of the remixed card, or
 *   null; `isAsked`, whether the URL requests a setup
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
    change(toChoices(setup))
    setTakenFrom(name)
    taken()
  }, [setup, name, change, taken])

  return {
    form: setup ? { ...form, ...toChoices(setup) } : form,
    name: name ?? takenFrom,
    isAsked,
    forget: () => setTakenFrom(null),
  }
}

const toChoices = ({ team, armor, finish }: Setup): Partial<PlayerForm> => ({
  team,
  ...(armor && { armor }),
  ...(finish && { finish }),
})
