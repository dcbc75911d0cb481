import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { Pack } from '#web/card/pack.tsx'
import { SEEN_KEY } from '#web/data/generations.ts'
import { wantsStillness } from '#web/hooks/motion.ts'
import { classes } from '#web/ui/classes.ts'
import { type Memory, usePlatform } from '#web/lib/platform.tsx'
import { isSeen } from '../remembered-job.ts'
import styles from './reveal.module.css'

/** Maximum wait for the picture under the foil. */
const COVERED_MS = 750
/** Duration of the foil's exit, as in its styles. */
const LEAVING_MS = 650
/** Limit on the stored seen ids: about ten ids. */
const SEEN_MAX_CHARACTERS = 330

export type Reveal = { state: 'covered' | 'leaving' | 'over'; onPicture: () => void }

/**
 * The reveal of a new card. It starts automatically, and any press or key skips it. Cards that were seen before have
 * none, and neither do visitors who prefer reduced motion.
 *
 * @param isOwn whether the card was drawn for this browser
 */
export function useReveal(id: string, isOwn: boolean): Reveal {
  const { memory } = usePlatform()
  const [state, setState] = useState<Reveal['state']>(() =>
    isOwn && !isSeen(memory, id) && !wantsStillness() ? 'covered' : 'over',
  )
  useEffect(() => markSeen(memory, id), [memory, id])
  const leave = useCallback(() => setState((before) => (before === 'covered' ? 'leaving' : before)), [])
  useEffect(() => {
    if (state === 'over') return
    const end = () => setState('over')
    const timer = state === 'covered' ? setTimeout(leave, COVERED_MS) : setTimeout(end, LEAVING_MS)
    addEventListener('pointerdown', end)
    addEventListener('keydown', end)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', end)
      removeEventListener('keydown', end)
    }
  }, [state, leave])
  return { state, onPicture: leave }
}

function markSeen(memory: Memory, id: string) {
  if (!isSeen(memory, id)) memory.set(SEEN_KEY, `${id} ${memory.get(SEEN_KEY) ?? ''}`.slice(0, SEEN_MAX_CHARACTERS))
}

type FoiledCardProps = { card: MadeCard; reveal: Reveal; children: ReactNode }

/** A card whose foil slides off. The foil covers only the art. */
export const FoiledCard = ({ card, reveal: { state, onPicture }, children }: FoiledCardProps) => (
  <div className={styles['reveal']} onLoadCapture={onPicture}>
    {children}
    {state === 'over' ? null : (
      <div className={state === 'leaving' ? classes(styles['foil'], styles['leaving']) : styles['foil']}>
        <Pack nickname={card.playerName} number={card.jerseyNumber} />
      </div>
    )}
  </div>
)
