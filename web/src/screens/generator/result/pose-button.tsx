import { PersonStanding, Undo2 } from 'lucide-react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { useIsPending } from '#web/data/pending-cards.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import type { Generator } from '../use-card-generator.ts'

/**
 * Redraws the card in its next pose, and undoes that. Hidden for a card that is shared or about to be, or that has no
 * other pose.
 */
export function PoseButtons({ card, generator }: { card: MadeCard; generator: Generator }) {
  const left = generator.generation?.freePoses ?? null
  const isPending = useIsPending(generator.id ?? '')
  if (left === null || isPending || card.visibility !== 'draft') return null
  const common = {
    type: 'button',
    className: buttonLook('full'),
    'aria-disabled': left === 0,
    'aria-haspopup': generator.hasCardPhoto ? undefined : 'dialog',
  } as const
  const draw = (use: 'pose' | 'previousPose') => (left === 0 ? undefined : () => generator.redraw(use, card))
  return (
    <>
      <button {...common} onClick={draw('pose')}>
        <PersonStanding className={iconLook} aria-hidden="true" />
        Another pose {left === 0 ? '(none left)' : '(free)'}
      </button>
      {generator.generation?.canUndoPose ? (
        <button {...common} onClick={draw('previousPose')}>
          <Undo2 className={iconLook} aria-hidden="true" />
          Undo: previous pose
        </button>
      ) : null}
    </>
  )
}
