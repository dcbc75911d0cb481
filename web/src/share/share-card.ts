import { type Card, displayName, type Visibility } from '#shared/domain/card.ts'
import { SHARE_WORDS } from '#shared/domain/messages.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { overallOf, type Stats } from '#shared/domain/stats.ts'
import type { CardSheetProps } from '#web/card/sheet-props.ts'

/** The parts of a card that sharing needs, from a generation or from the card's page. */
export type ShareCard = Pick<Card, 'id' | 'playerName' | 'jerseyNumber' | 'teamColors' | 'imageUrl'> & {
  stats: Stats | null
  /** By the roll: edited stats leave it. */
  tier: Tier
  visibility: Visibility
  /** True while the card waits for a moderator. Absent: not known here. */
  waiting?: boolean
}

/** Where the card is: on the result, whose words for a copied link differ, or on its own page. */
export type SharePlace = 'result' | 'page'

export type ShareSheetProps = CardSheetProps<ShareCard>

export const DOWNLOADS = [
  { kind: 'card', label: 'Card', hint: 'JPEG, 1000 × 1400' },
  { kind: 'back', label: 'Back of the card', hint: 'JPEG, 1000 × 1400' },
  { kind: 'story', label: 'Story, 9:16', hint: 'JPEG, 1080 × 1920' },
  { kind: 'print', label: 'Print-ready PDF', hint: 'PDF, front and back, 2.5 × 3.5 in plus bleed' },
] as const

export type DownloadKind = (typeof DOWNLOADS)[number]['kind']

/** An attachment that names itself. */
export const downloadUrl = (id: string, kind: DownloadKind): string => `/download/${encodeURIComponent(id)}/${kind}`

export const pageUrl = (origin: string, id: string): string => `${origin}/card/${encodeURIComponent(id)}`

/** The text shared with a card, and its link. */
export type SharedCard = { name: string; text: string; url: string }

/**
 * Returns the texts to choose from. Only a card in the Hall can be voted for, so only its texts ask for votes.
 *
 * @param mine whether its maker says them
 */
export function wordsFor({ playerName, stats, visibility }: ShareCard, mine: boolean): readonly string[] {
  const words = SHARE_WORDS[mine ? 'own' : 'others'](displayName(playerName), stats === null ? null : overallOf(stats))
  return visibility === 'public' ? [words.vote, words.beat, words.make] : [words.beat, words.make]
}

export const sharedAs = (origin: string, card: ShareCard, text: string): SharedCard => ({
  name: displayName(card.playerName),
  text,
  url: pageUrl(origin, card.id),
})
