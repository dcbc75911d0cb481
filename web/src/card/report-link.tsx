import { Flag } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Card } from '#shared/domain/card.ts'
import { useSheet } from '#web/lib/use-sheet.ts'

const loadCardSheet = () => import('./card-sheet.tsx')
const CardSheet = lazy(loadCardSheet)

/** The way to tell us that a card should not be here. */
export function ReportLink({ card }: { card: Card }) {
  const sheet = useSheet()
  return (
    <>
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        onClick={sheet.open}
        onPointerEnter={() => void loadCardSheet()}
      >
        <Flag className="i" aria-hidden="true" />
        Report this card
      </button>
      {sheet.times === 0 ? null : (
        <Suspense>
          <CardSheet key={sheet.times} card={card} open={sheet.isOpen} onClose={sheet.close} begin="report" />
        </Suspense>
      )}
    </>
  )
}
