import { type Card, displayName, type Visibility } from '#shared/domain/card.ts'
import { SHARE_WORDS } from '#shared/domain/share-words.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { getOverall, type Stats } from '#shared/domain/stats.ts'
import type { CardSheetProps } from '#web/card/sheet-props.ts'

/** The parts of a card that sharing needs, from a generation or from the card's page. */
export type ShareCard = Pick<Card, 'id' | 'playerName' | 'jerseyNumber' | 'teamColors' | 'imageUrl'> & {
  stats: Stats | null
  tier: Tier
  visibility: Visibility
  /** True while the card is in review. Missing if unknown. */
  waiting?: boolean
  /** False for an owner whose browser did not make the card, because saving requires the maker's cookie. */
  canSave?: boolean | undefined
  /** True if the card cannot enter the Hall, because its photo has no face. */
  needsFace?: boolean | undefined
}

/** The place where a card is shared: the result, which has its own text for a copied link, or the card's page. */
export type SharePlace = 'result' | 'page'

export type ShareSheetProps = CardSheetProps<ShareCard>

export const DOWNLOADS = [
  { kind: 'card', label: 'Card', hint: 'JPEG, 1000 × 1400' },
  { kind: 'back', label: 'Back of the card', hint: 'JPEG, 1000 × 1400' },
  { kind: 'story', label: 'Story, 9:16', hint: 'JPEG, 1080 × 1920' },
  { kind: 'print', label: 'Print-ready PDF', hint: 'PDF, front and back, 2.5 × 3.5 in plus bleed' },
] as const

export type DownloadKind = (typeof DOWNLOADS)[number]['kind']

/** Returns a download's URL. The response is an attachment with a file name. */
export const downloadUrl = (id: string, kind: DownloadKind): string => `/download/${encodeURIComponent(id)}/${kind}`

export const pageUrl = (origin: string, id: string): string => `${origin}/card/${encodeURIComponent(id)}`

/** The text shared with a card, and its link. */
export type ShareContent = { name: string; text: string; url: string }

/**
 * Returns the share texts to choose from. Only cards in the Hall can get votes, so only their texts ask for them.
 *
 * @param mine whether the visitor is the maker
 */
export function getShareTexts({ playerName, stats, visibility }: ShareCard, mine: boolean): readonly string[] {
  const words = SHARE_WORDS[mine ? 'own' : 'others'](displayName(playerName), stats === null ? null : getOverall(stats))
  return visibility === 'public' ? [words.vote, words.beat, words.make] : [words.beat, words.make]
}

export const toShareContent = (origin: string, card: ShareCard, text: string): ShareContent => ({
  name: displayName(card.playerName),
  text,
  url: pageUrl(origin, card.id),
})
