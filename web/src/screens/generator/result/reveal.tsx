import { type ReactNode, useEffect, useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { Pack } from '#web/card/pack.tsx'
import { classes } from '#web/ui/classes.ts'
import { wantsStillness } from '#web/hooks/motion.ts'
import { type Memory, usePlatform } from '#web/lib/platform.tsx'
import { isSeen, SEEN_KEY } from '../remembered-job.ts'
import styles from './reveal.module.css'

const TEAR_MS = 900
/** How much is kept of which cards were seen, in characters: some ten ids. */
const SEEN_KEPT = 330

/**
 * A new card comes sealed. Where stillness is wanted, and for a card that was seen before, there is no pack.
 *
 * @param isOwn whether it was drawn for this browser
 */
export function useReveal(id: string, isOwn: boolean) {
  const { memory } = usePlatform()
  const [state, setState] = useState<'sealed' | 'tearing' | 'open'>(() =>
    isOwn && !isSeen(memory, id) && !wantsStillness() ? 'sealed' : 'open',
  )
  useEffect(() => {
    if (state !== 'sealed') markSeen(memory, id)
  }, [state, memory, id])
  useEffect(() => {
    if (state !== 'tearing') return
    const timer = setTimeout(() => setState('open'), TEAR_MS)
    return () => clearTimeout(timer)
  }, [state])

  return { state, tear: () => setState('tearing'), skip: () => setState('open') }
}

function markSeen(memory: Memory, id: string) {
  if (!isSeen(memory, id)) memory.set(SEEN_KEY, `${id} ${memory.get(SEEN_KEY) ?? ''}`.slice(0, SEEN_KEPT))
}

type RevealProps = { card: MadeCard; reveal: ReturnType<typeof useReveal>; children: ReactNode }

/** The card, in its pack until that is torn open. */
export function Reveal({ card, reveal: { state, tear }, children }: RevealProps) {
  const pack = <Pack nickname={card.playerName} number={card.jerseyNumber} />
  return (
    <div
      className={classes(
        styles['reveal'],
        state === 'tearing' && styles['tearing'],
        state === 'open' && styles['open'],
      )}
    >
      <div inert={state === 'sealed'}>{children}</div>
      {state === 'open' ? null : (
        // The named buttons below do the same; this one is for a tap on the picture itself.
        <button type="button" className={styles['pack']} tabIndex={-1} aria-hidden="true" onClick={tear}>
          <span>{pack}</span>
          <span>{pack}</span>
        </button>
      )}
    </div>
  )
}
