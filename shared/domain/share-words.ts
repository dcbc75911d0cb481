/**
 * Share texts for the visitor's own card and for other cards.
 *
 * @param overall null for a card without stats
 */
export const SHARE_WORDS = {
  own: (name: string, overall: number | null) => ({
    vote: `Meet ${name}, my fantasy football card. Vote me into the Top 100!`,
    beat:
      overall === null
        ? `Meet ${name}, my fantasy football card.`
        : `Meet ${name}, my fantasy football card. Beat my ${overall}!`,
    make: `Meet ${name}, my fantasy football card. Make yours!`,
  }),
  others: (name: string, overall: number | null) => ({
    vote: `Help ${name} crack the Top 100. Vote!`,
    beat: overall === null ? `Meet ${name}, a fantasy football card.` : `${name} is rated ${overall}. Can you beat it?`,
    make: `Seen ${name}'s card? Make your own.`,
  }),
} as const

/** Returns the call to action of a story or video. Only cards in the Hall can get votes. */
export const storyCall = (isPublic: boolean): string => (isPublic ? 'VOTE FOR ME' : 'MAKE YOURS')

/** Texts of the short video that the visitor's device makes of a card. @param part 0 to 1 */
export const MOVING_CARD = {
  label: 'Video, 9:16',
  hint: 'MP4, 3 seconds, made on this device',
  status: (part: number) => `Making your video… ${Math.floor(part * 100)}%`,
  ready: 'Your video is ready.',
  save: 'Save the video',
  saveHint: (megabytes: string) => `Ready: 3 seconds, ${megabytes} MB`,
  share: 'Share the video',
  shareHint: 'To an app on this device',
  failed: "We couldn't make the video. Try the story image instead.",
} as const
