import { Flag } from 'lucide-react'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useSheet } from '#web/lib/use-sheet.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'

const loadCardSheet = () => import('./card-sheet.tsx')
const CardSheet = lateSheet(loadCardSheet)

/** The way to tell us that a card should not be here. */
export function ReportLink({ card }: { card: Card }) {
  const sheet = useSheet()
  return (
    <>
      <button
        type="button"
        className={linkLook}
        aria-haspopup="dialog"
        onClick={sheet.open}
        onPointerEnter={fetchEarly(loadCardSheet)}
      >
        <Flag className={iconLook} aria-hidden="true" />
        {LABELS.reportCard}
      </button>
      {sheet.times === 0 ? null : (
        <CardSheet key={sheet.times} card={card} open={sheet.isOpen} onClose={sheet.close} begin="report" />
      )}
    </>
  )
}
