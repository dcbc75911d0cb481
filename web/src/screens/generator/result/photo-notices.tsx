import { useQuery } from '@tanstack/react-query'
import { Crop, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { configQuery } from '#web/data/config.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import noteStyles from '#web/ui/note.module.css'
import { describeLeft } from '../cards-left.ts'
import type { Generator } from '../use-card-generator.ts'
import styles from './photo-notices.module.css'

const KEPT_KEY = 'notices-kept'
/** The faults of a photo, the one that spoils a card most first. */
const BY_WEIGHT = ['no-face', 'cut-off', 'turned', 'dark', 'small', 'blurred', 'tinted']

/** The most useful advice about a card's photo, until its maker keeps the card as it is. */
export function useNotice({ id, notices }: Generation) {
  const { memory } = usePlatform()
  const [isKept, setIsKept] = useState(memory.get(KEPT_KEY) === id)
  // A newer server may know faults that this build does not.
  const weight = (code: string) => (BY_WEIGHT.includes(code) ? BY_WEIGHT.indexOf(code) : BY_WEIGHT.length)
  const [notice] = [...notices].sort((one, other) => weight(one.code) - weight(other.code))
  return {
    words: isKept ? '' : (notice?.message ?? ''),
    keep() {
      memory.set(KEPT_KEY, id)
      setIsKept(true)
    },
  }
}

type PhotoNoticeProps = { words: string; onKeep: () => void; adjust: Adjust | null }

/** One line about the photo, with its fix. */
export const PhotoNotice = ({ words, onKeep, adjust }: PhotoNoticeProps) => (
  <div className={classes(noteStyles['note'], styles['note'])}>
    <TriangleAlert className={iconLook} aria-hidden="true" />
    <div>
      <p id="photo-notice">{words}</p>
      <div className={styles['row']}>
        {adjust ? <AdjustButton adjust={adjust} className={linkLook} /> : null}
        <button type="button" className={linkLook} onClick={onKeep}>
          Keep
        </button>
      </div>
    </div>
  </div>
)
export type Adjust = { start: () => void; cost: string; isPossible: boolean }

/** How the photo of a card can be adjusted, or null for a card that others may have seen. */
export function useAdjust({ freeAdjustments }: Generation, card: MadeCard, generator: Generator): Adjust | null {
  const { api } = usePlatform()
  const left = useQuery(configQuery(api)).data?.generations.left
  if (card.visibility !== 'draft') return null
  const isFree = freeAdjustments > 0
  const leftWords = describeLeft(left)
  return {
    start: () => generator.redraw('adjust', card),
    cost: isFree || leftWords === null ? '' : `(${leftWords})`,
    isPossible: isFree || left !== 0,
  }
}

export const AdjustButton = ({ adjust, className }: { adjust: Adjust; className: string | undefined }) => (
  <button
    type="button"
    className={className}
    aria-haspopup="dialog"
    aria-disabled={!adjust.isPossible}
    onClick={adjust.isPossible ? adjust.start : undefined}
  >
    <Crop className={iconLook} aria-hidden="true" />
    Adjust photo {adjust.cost}
  </button>
)
