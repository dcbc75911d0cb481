import type { Card } from '#shared/domain/card.ts'

/** The props of every sheet about one card. */
export type CardSheetProps<Shown = Card> = { card: Shown; open: boolean; onClose: () => void }
