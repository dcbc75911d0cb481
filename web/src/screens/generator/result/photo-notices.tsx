import { useQuery } from '@tanstack/react-query'
import { Crop, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import type { Notice } from '#shared/domain/notices.ts'
import { configQuery } from '#web/data/config.ts'
import { useIsPending } from '#web/data/pending-cards.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import noteStyles from '#web/ui/note.module.css'
import { describeLeft } from '../cards-left.ts'
import type { Generator } from '../use-card-generator.ts'
import styles from './photo-notices.module.css'

const DISMISSED_KEY = 'notices-kept'
/** Notices by how much they spoil a card, worst first. */
const BY_WEIGHT: Readonly<Record<string, number>> = {
  'no-face': 0,
  covered: 1,
  crowded: 2,
  'cut-off': 3,
  turned: 4,
  dark: 5,
  small: 6,
  blurred: 7,
  tinted: 8,
} satisfies Record<Notice, number>

/** Returns the most useful advice about a card's photo, until the maker dismisses it. */
export function useNotice({ id, notices }: Generation) {
  const { memory } = usePlatform()
  const [isDismissed, setIsDismissed] = useState(memory.get(DISMISSED_KEY) === id)
  // A newer server may send codes that this build does not know.
  const weight = (code: string) => BY_WEIGHT[code] ?? Infinity
  const [notice] = [...notices].sort((one, other) => weight(one.code) - weight(other.code))
  return {
    words: isDismissed ? '' : (notice?.message ?? ''),
    keep() {
      memory.set(DISMISSED_KEY, id)
      setIsDismissed(true)
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

/** Returns the options to adjust a card's photo, or null for a card that is shared or about to be. */
export function useAdjust({ id, freeAdjustments }: Generation, card: MadeCard, generator: Generator): Adjust | null {
  const { api } = usePlatform()
  const left = useQuery(configQuery(api)).data?.generations.left
  const isPending = useIsPending(id)
  if (isPending || card.visibility !== 'draft') return null
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
