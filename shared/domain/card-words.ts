import { LABELS } from './messages.ts'
import type { Provenance } from './provenance.ts'

/** Labels of a card's visibility. */
export const VISIBILITY_LABELS = {
  draft: 'Draft · Only you can see it',
  unlisted: 'Unlisted · Anyone with the link',
  public: 'In the Hall',
  hidden: 'Hidden after reports',
} as const

/**
 * Messages about the wait until the next vote. See also `LABELS.voted` and `VOTE_RULE`.
 *
 * @param wait a duration in words, such as `23 h`
 */
export const VOTE = {
  counts: 'You already voted.',
  againForCard: (wait: string) => `You can vote for this card again in ${wait}.`,
  again: (wait: string) => `You can vote again in ${wait}.`,
} as const

/** Labels of the card that tilts with the phone. */
export const MOTION = {
  tilt: 'Tilt',
  withPhone: 'Tilt with your phone',
  refused: "This browser doesn't support phone tilt.",
} as const

/** The voting rule with the default `VOTE_PERIOD_HOURS`. `VOTE` and `LABELS.voted` show the time left. */
export const VOTE_RULE = 'One vote per card every 24 hours.'

/** Texts shown instead of a card that is missing or failed to load. */
export const NO_CARD = {
  removed: "This card was removed. It won't come back.",
  unknown: "That link doesn't lead to a card. It may have been deleted.",
  failed: "We couldn't load this card",
  maybe: 'Check your connection and try again.',
  back: `Back to the ${LABELS.gallery}`,
} as const

/** The consent that a person gives by publishing a card, on this site or through the API. */
export const CONSENT =
  'Saving makes this card public. You confirm that everyone in the photo is 18 or older and agrees.'

/**
 * The version of `CONSENT`. A card stores the version its maker agreed to, so change it with the wording.
 */
export const CONSENT_VERSION = 'site-2'

/** Texts for a card that a moderator reviews before it enters the Hall. */
export const WAITING = {
  title: 'In review',
  why: "We didn't find a face, so a moderator will check this card before it goes in the Hall. Until then, only people with the link can see it.",
} as const

/** Texts of live updates. */
export const LIVE = {
  live: 'Live',
  paused: 'Paused',
  pause: 'Pause live updates',
  /** Shown for two or more visitors. */
  fans: (count: number) => `${count} fans here`,
  arrived: (count: number) => (count === 1 ? '1 new card' : `${count} new cards`),
  moved: 'New standings',
  update: 'Refresh',
} as const

/** Says when a draft expires. @param days days left, rounded up */
export const DRAFT_END = (days: number): string =>
  `Expires ${days <= 1 ? 'within a day' : `in ${days} days`} unless you save or share it.`

/** Offers to add cards made before signing in to the account. @param count at least 1 */
export const KEEP = {
  text: (count: number) => `${count === 1 ? '1 card is' : `${count} cards are`} only in this browser.`,
  add: (count: number) => `Add ${count === 1 ? 'it' : 'them'} to my account`,
  done: "Added. You'll see your cards on every device.",
} as const

/** Says in full how a card was made. */
export function explainProvenance({ source, finish }: Provenance): string {
  if (source === 'trained') return 'An AI image model generated the player from a photo.'
  if (source === 'plain') return 'Drawn without a photo. No image generator was used.'
  return finish === 'photo' || finish === 'window'
    ? 'AI found the face in the photo; the face is the original photo and our software drew the rest.'
    : 'AI found the face in the photo; our software drew the rest. No image generator was used.'
}
