import { COMMON_FAILURE } from '../client/common-texts.ts'

/**
 * All user-facing copy with fixed wording. No other file repeats it. The backend client has its own in `shared/client`,
 * because it knows nothing about the product.
 */

export const LABELS = {
  loadingGallery: 'Loading Gallery...',
  loadingCard: 'Loading Card...',
  emptyFilter: 'No cards found for this filter.',
  noCards: 'No cards yet.',
  example: 'Example',
  cardNotFound: 'Card Not Found',
  allTeams: 'All Teams',
  upvote: 'Upvote This Card',
  voting: 'Voting...',
  voted: (left: string) => `Voted. Vote again in ${left}`,
  seeIt: 'See it',
  makeYours: 'Make yours',
  makeAnother: 'Make another card',
  addPhoto: 'Add your photo',
  sendMessage: 'Send Message',
  sending: 'Sending...',
  saveChanges: 'Save Changes',
  cancel: 'Cancel',
  saveToHall: 'Save to Hall',
  download: 'Download',
  share: 'Share…',
  shareOnX: 'Share on X',
  instagram: 'Instagram: copy image link',
  more: 'More',
  hallRules: 'Hall of Fame rules',
  reportCard: 'Report this card',
  copyLink: 'Copy Link',
  funNickname: 'Fun nickname',
  jerseyNumber: 'Jersey Number',
  teamColors: 'Team Colors',
  armor: 'Armor / Headgear',
  randomTeam: 'Random Team',
  randomArmor: 'Random Armor',
  generator: 'Generator',
  gallery: 'Gallery',
  recentlyGenerated: 'Recently Generated',
  top100: 'Top 100',
  contactUs: 'Contact Us',
  privacy: 'Privacy',
} as const

/** The footer of every page. */
export const IMPRINT =
  '© 2024 Fantasy Football Cards. A fan project, independent of the league, its teams and its players. Team names only describe color choices.'

/** The hint about typed characters that no card font has. @param letters distinct */
export const UNDRAWN = (letters: readonly string[]): string =>
  `Our card font can't draw ${letters.slice(0, 4).join(' ')}${letters.length > 4 ? ' …' : ''}. You'll see a dot instead.`

/** Questions about a photo without a face, or with several. */
export const QUESTION = {
  FACE_NOT_FOUND: "We couldn't find a face. Line yours up with the oval, or try another photo.",
  SEVERAL_FACES: 'We see more than one face. Tap yours.',
} as const
/** Tells a visitor on another page that their photo has a question. */
export const QUESTION_ELSEWHERE = 'Your photo needs a look.'

export const SUCCESS = {
  cardReady: 'Your fantasy football card is ready!',
  voteAdded: 'Vote added!',
  cardSaved: 'Card saved to Hall of Fame!',
  messageSent: "Message submitted successfully! We'll get back to you soon.",
  shareLinkCopied: 'Share link copied to clipboard!',
  cardDownloaded: 'Card downloaded successfully!',
  cardLinkCopied: 'Card link copied to clipboard!',
  imageLinkCopied: 'Image link copied! Open Instagram and paste to share.',
} as const

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

/** Texts of the first page without JavaScript; `without-scripts-words.ts` has those of other pages. */
export const WITHOUT_SCRIPTS = {
  script: 'You need JavaScript to make a card. You can still browse, vote and download without it.',
  signedIn: 'Without JavaScript, your browser forgets this after this page. Turn it on and reload.',
} as const

/** Texts about the visitor's photo. */
export const PHOTO_WORDS = {
  findingFace: 'Finding your face…',
  deleted: "We deleted your photo after drawing the card, so you'll need to add it again.",
} as const

export const FAILURE = {
  photoMissing: 'Please upload an image before generating.',
  photoIsElsewhere: 'Save the image first, then drop it here',
  generate: (message: string) => `Failed to generate card: ${message}`,
  noImage: COMMON_FAILURE.noImage,
  vote: 'Failed to vote.',
  save: 'Failed to save card to Hall of Fame.',
  download: 'Failed to download card.',
  copy: 'Failed to copy URL.',
  contactFieldsMissing: 'Please fill in all fields.',
  contactFieldMissing: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
    message: 'Write a message.',
  },
  contactEmailInvalid: 'Please enter a valid email address.',
  contactTooSoon: 'Please wait a moment before sending another message.',
  contactTooLong: (most: number) => `This is too long: ${most} characters at most.`,
  contactRefused: 'Submission failed',
  contactUnreachable: 'Failed to send message — please try again later.',
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

/** The toast after signing in. */
export const SIGNED_IN = (email: string): string => `You are signed in as ${email}.`

/** Says when a draft expires. @param days days left, rounded up */
export const DRAFT_END = (days: number): string =>
  `Expires ${days <= 1 ? 'within a day' : `in ${days} days`} unless you save or share it.`

/** The question before a link signs in. An attacker may have made the link with the attacker's account (login CSRF). */
export const SIGN_IN_QUESTION = {
  title: 'Sign in with this link?',
  as: (email: string) => `It signs you in as ${email}.`,
  unknown: 'It signs you in to the account it was made for.',
  warning: 'Only continue if you requested it. Cards you save will belong to that account.',
  yes: 'Sign in',
  no: 'Not now',
} as const

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

/** Offers to add cards made before signing in to the account. @param count at least 1 */
export const KEEP = {
  text: (count: number) => `${count === 1 ? '1 card is' : `${count} cards are`} only in this browser.`,
  add: (count: number) => `Add ${count === 1 ? 'it' : 'them'} to my account`,
  done: "Added. You'll see your cards on every device.",
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

/** Hint for a photo that cuts off the head. */
export const HEAD_CUT = {
  top: 'The top of your head is cut off. A photo that shows all of it will look better.',
  part: 'Part of your head is cut off. A photo that shows all of it will look better.',
} as const

/** The server's messages when it refuses a photo, a picture, a name or a change. */
export const REFUSAL = {
  sixteenBits: "We can't read PNGs with 16 bits per channel. Try a JPEG or an 8-bit PNG.",
  contactTooMany: 'Too many messages came from your network today. Please try again tomorrow.',
  notMaker: 'Only the browser that made this card can save it to the Hall.',
  noFace: "We couldn't find a face in this photo, so the card can't go in the Hall. You can still share its link.",
  picture:
    "You can't publish this image: a card with it was reported and removed. If no moderator made that decision, the block ends after a week.",
  nickname: 'Please pick a different nickname.',
  tooManyQuestions:
    'Too many photos without a clear face came from your network. Move the oval onto your face, or try again later.',
  adjustedTooOften: 'Too many adjustments from your network. Try again later.',
  posedTooOften: 'Too many redraws from your network. Try again later.',
  posesUsedUp: 'This card has used all of its new poses.',
  onePose: 'There is no other pose for this card.',
  redrawnTooOften: 'That was a lot of changes in one hour. Try again later.',
} as const
