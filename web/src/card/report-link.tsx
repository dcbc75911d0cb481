import { Flag } from 'lucide-react'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'

const loadCardSheet = () => import('./card-sheet.tsx')
const CardSheet = lateSheet(loadCardSheet)

/** Opens the report sheet or, without JavaScript, the contact form. */
export function ReportLink({ card }: { card: Card }) {
  const sheet = useSheet()
  return (
    <>
      <a
        className={linkLook}
        href={`/contact?topic=report&card=${encodeURIComponent(card.id)}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          sheet.open()
        }}
        onPointerEnter={fetchEarly(loadCardSheet)}
      >
        <Flag className={iconLook} aria-hidden="true" />
        {LABELS.reportCard}
      </a>
      {sheet.times === 0 ? null : (
        <CardSheet key={sheet.times} card={card} open={sheet.isOpen} onClose={sheet.close} begin="report" />
      )}
    </>
  )
}
