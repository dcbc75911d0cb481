import { Ellipsis } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'

const loadCardSheet = () => import('./card-sheet.tsx')
const CardSheet = lateSheet(loadCardSheet)

/** More actions for a card in a list. */
export function CardMenu({ card }: { card: Card }) {
  const sheet = useSheet()
  return (
    <>
      <button
        type="button"
        className={buttonLook('quiet', 'square')}
        aria-haspopup="dialog"
        aria-label={`More about ${displayName(card.playerName)}`}
        onClick={sheet.open}
        onPointerEnter={fetchEarly(loadCardSheet)}
      >
        <Ellipsis className={iconLook} aria-hidden="true" />
      </button>
      {sheet.times === 0 ? null : <CardSheet key={sheet.times} card={card} open={sheet.isOpen} onClose={sheet.close} />}
    </>
  )
}
