import { COMMON_FAILURE } from '../client/common-texts.ts'

/**
 * User-facing copy of every page and of the generator, with all sentences that the specification fixes. The files
 * `…-words.ts` and `refusals.ts` have the rest, kept out of the first page's bundle. No other file repeats any. The backend client has its own in
 * `shared/client`, because it knows nothing about the product.
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
  cardGone: 'This card no longer exists.',
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

/** The toast after signing in. */
export const SIGNED_IN = (email: string): string => `You are signed in as ${email}.`
