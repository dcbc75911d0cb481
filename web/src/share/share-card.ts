import { type Card, displayName, type Visibility } from '#shared/domain/card.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { CardSheetProps } from '#web/card/sheet-props.ts'

/** What handing on a card takes: fresh from a generation, or from its page. */
export type ShareCard = Pick<Card, 'id' | 'playerName' | 'jerseyNumber' | 'teamColors' | 'imageUrl'> & {
  stats: Stats | null
  visibility: Visibility
}

/** Where the card is: on the result, whose words for a copied link differ, or on its own page. */
export type SharePlace = 'result' | 'page'

export type ShareSheetProps = CardSheetProps<ShareCard>

export const DOWNLOADS = [
  { kind: 'card', label: 'Card', hint: 'JPEG, 1000 × 1400' },
  { kind: 'back', label: 'Back of the card', hint: 'JPEG, 1000 × 1400' },
  { kind: 'story', label: 'Story, 9:16', hint: 'JPEG, 1080 × 1920' },
  { kind: 'print', label: 'Print sheet', hint: 'PDF, 2.75 × 3.75 in with bleed' },
] as const

export type DownloadKind = (typeof DOWNLOADS)[number]['kind']

/** An attachment that names itself. */
export const downloadUrl = (id: string, kind: DownloadKind): string => `/download/${encodeURIComponent(id)}/${kind}`

export const pageUrl = (origin: string, id: string): string => `${origin}/card/${encodeURIComponent(id)}`

/** What a text about the card calls it, and where it leads. */
export const sharedAs = (origin: string, card: ShareCard) => ({
  name: displayName(card.playerName),
  url: pageUrl(origin, card.id),
})
