/** Sentences that no page starts with: kept apart from the others, which every page loads first. */

import { LABELS } from './messages.ts'

/** Of the card that turns with the phone it is looked at on. */
export const MOTION = {
  withPhone: 'Move it with the phone',
  refused: 'This browser does not tell how the phone is held.',
} as const

/** The period of votes, as `VOTE_PERIOD_HOURS` is set by default; `VOTE` and `LABELS.voted` say what is left of it. */
export const VOTE_RULE = 'One vote per card every 24 hours.'

/** In place of a card's page. */
export const NO_CARD = {
  removed: 'This card has been removed. Its page will not come back.',
  unknown: 'There is no card at this address.',
  failed: 'The card did not arrive',
  maybe: 'It may be the network, or the server.',
  back: `Back to the ${LABELS.gallery}`,
} as const

/** The consent that a person gives by publishing a card, on this site or by a program. */
export const CONSENT =
  'Saving makes this card public. You confirm that everyone in the photo is 18 or older and agrees.'

/** A card that is to be in the Hall once a moderator has looked at it. */
export const WAITING = {
  title: 'Waits for a moderator',
  why: 'No face was found in the photo, so somebody looks at the card before it is in the Hall. Until then only people with its link see it.',
} as const

/** Of what others do while a page is looked at. */
export const LIVE = {
  live: 'Live',
  updates: ' updates',
  /** Shown from two on: a visitor who is alone is told nothing. */
  fans: (count: number) => `${count} fans here`,
  arrived: (count: number) => (count === 1 ? '1 new card' : `${count} new cards`),
  moved: 'Places have changed',
  update: 'Update order',
} as const

/** After the sign-in page, or a mailed link. */
export const SIGNED_IN = (email: string): string => `You are signed in as ${email}.`

/** Of the sound that a pack makes when it is opened. */
export const SOUND = {
  on: 'Sound on',
  off: 'Sound off',
} as const

/** When a draft is deleted, unless it is saved or shared before. @param days left, at least 0 */
export const DRAFT_END = (days: number): string =>
  days === 0
    ? 'Deleted within a day, unless you save or share it.'
    : days === 1
      ? 'Deleted in 1 day, unless you save or share it.'
      : `Deleted in ${days} days, unless you save or share it.`

/** Asked before a link signs the visitor in: an attacker may have made it, with an account of their own (login CSRF). */
export const SIGN_IN_QUESTION = {
  title: 'Sign in by this link?',
  as: (email: string) => `It signs you in as ${email}.`,
  unknown: 'It says that it comes from your mail, and signs you in to the account it was made for.',
  warning: 'Go on only if you asked for it. Cards that you save then belong to that account.',
  yes: 'Sign in',
  no: 'Not now',
} as const

/**
 * What is said with a card that is handed on, three to choose from: of one's own card, and of another maker's.
 *
 * @param overall null for a card without stats
 */
export const SHARE_WORDS = {
  own: (name: string, overall: number | null): readonly [string, string, string] => [
    `${name}: my fantasy football card. Vote me into the Top 100!`,
    overall === null ? `${name}: my fantasy football card.` : `${name}: my fantasy football card. Beat my ${overall}!`,
    `${name}: my fantasy football card. Make yours!`,
  ],
  others: (name: string, overall: number | null): readonly [string, string, string] => [
    `${name} for the Top 100 of fantasy football cards. Vote!`,
    overall === null ? `${name}, a fantasy football card.` : `${name} has ${overall}. Can your card beat that?`,
    `Seen ${name}? Make a fantasy football card like it!`,
  ],
} as const

/** Of cards that were made before their maker signed in. @param count of them, at least 1 */
export const KEEP = {
  says: (count: number) => `${count === 1 ? '1 card is' : `${count} cards are`} with this browser alone.`,
  act: (count: number) => `Keep ${count === 1 ? 'it' : 'them'} with my account`,
  done: 'Kept with your account, on every device.',
} as const

/** What the viewer of a story is asked for: a draft has no page yet on which to vote. */
export const storyCall = (isDraft: boolean): string => (isDraft ? 'MAKE YOURS' : 'VOTE FOR ME')

/** A card as a short video, which the visitor's own device makes. @param part from 0 to 1 */
export const MOVING_CARD = {
  label: 'Moving card, 9:16',
  hint: 'MP4, 3 seconds, made on this device',
  making: (part: number) => `Making it… ${Math.floor(part * 100)} %`,
  ready: 'The moving card is ready.',
  save: 'Save the moving card',
  saveHint: (megabytes: string) => `Ready: 3 seconds, ${megabytes} MB`,
  share: 'Share the moving card',
  shareHint: 'To an app on this device',
  failed: 'The moving card could not be made. Take the story picture instead.',
} as const

/** Said while a photo is fitted, before a card is drawn of it. */
export const HEAD_CUT = 'Part of the head is outside this photo. One that shows all of it is drawn better.'

/** What the server answers when it refuses a photo, a picture, a name or a change. */
export const REFUSAL = {
  sixteenBits: 'PNG pictures with 16 bits per channel cannot be read here. Choose JPEG or an 8-bit PNG.',
  picture: 'This picture was removed after a report and cannot be published again.',
  nickname: 'Please choose another nickname.',
  askedTooOften:
    'Many photos without one clear face came from your network. Move the oval onto your face, or try again later.',
  adjustedTooOften: 'Many photos were adjusted from your network. Please try again later.',
  posedTooOften: 'Many cards were redrawn from your network. Please try again later.',
  posesUsedUp: 'This card has had all of its new poses.',
  onePose: 'There is no other pose for this card.',
  redrawnTooOften: 'That was a lot of changes in one hour. Please try again later.',
} as const
