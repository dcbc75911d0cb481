import type { Card } from '#shared/domain/card.ts'

/** What every sheet about one card is given. */
export type CardSheetProps<Shown = Card> = { card: Shown; open: boolean; onClose: () => void }
