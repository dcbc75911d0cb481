import { PersonStanding } from 'lucide-react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import type { Generator } from '../use-card-generator.ts'

/** Draws the card in its next pose. Not there for a card that others may have seen, or that has no other pose. */
export function PoseButton({ card, generator }: { card: MadeCard; generator: Generator }) {
  const left = generator.generation?.freePoses ?? null
  if (left === null || card.visibility !== 'draft') return null
  return (
    <button
      type="button"
      className={buttonLook('full')}
      aria-disabled={left === 0}
      aria-haspopup={generator.hasCardPhoto ? undefined : 'dialog'}
      onClick={left === 0 ? undefined : () => generator.redraw('pose', card)}
    >
      <PersonStanding className={iconLook} aria-hidden="true" />
      Another pose {left === 0 ? '(none left)' : '(free)'}
    </button>
  )
}
