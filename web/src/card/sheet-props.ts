import type { Card } from '#shared/domain/card.ts'

/** The props of every sheet about one card. */
export type CardSheetProps<Subject = Card> = { card: Subject; open: boolean; onClose: () => void }
