import { COMMON_FAILURE } from '../client/common-texts.ts'

/**
 * Every sentence a visitor reads that the product promises word for word. The ones of the backend client stand in
 * `shared/client`, because it knows no product; no other file spells any of them.
 */

export const LABELS = {
  loadingGallery: 'Loading Gallery...',
  loadingCard: 'Loading Card...',
  emptyFilter: 'No cards found for this filter.',
  example: 'Example',
  examples: 'What a card looks like',
  examplesNote: 'Drawn as examples from synthetic faces. They are not in the Hall and take no votes.',
  cardNotFound: 'Card Not Found',
  allTeams: 'All Teams',
  upvote: 'Upvote This Card',
  voting: 'Voting...',
  voted: (left: string) => `Voted. Again in ${left}`,
  nowMakeYours: 'Now make yours',
  makeAnother: 'Make another card',
  addPhoto: 'Add your photo',
  makeLikeThis: 'Make yours like this',
  sendMessage: 'Send Message',
  sending: 'Sending...',
  saveChanges: 'Save Changes',
  cancel: 'Cancel',
  saveToHall: 'Save to Hall',
  download: 'Download',
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

/** At the foot of every page. */
export const IMPRINT =
  '© 2024 Fantasy Football Cards. A fan project, independent of the league, its teams and its players. Team names only describe color choices.'

/** What is typed for a card and no face of it has. @param letters each once */
export const UNDRAWN = (letters: readonly string[]): string =>
  `The card has no letters for ${letters.slice(0, 4).join(' ')}${letters.length > 4 ? ' …' : ''}. A dot stands in.`

/** A photo without a face, or with several, is a question. */
export const QUESTION = {
  FACE_NOT_FOUND: 'We could not find a face. Move it into the oval.',
  SEVERAL_FACES: 'Several faces. Tap yours.',
} as const

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

/** Where a card can be seen, in words. */
export const SEEN_BY = {
  draft: 'Draft: only you see it',
  unlisted: 'Unlisted: only with the link',
  public: 'In the Hall',
  hidden: 'Hidden after reports',
} as const

/** How long until another vote counts; `LABELS.voted` and `VOTE_RULE` say it elsewhere. @param wait a time in words, such as `23 h` */
export const VOTE = {
  counts: 'Your vote counts.',
  againForCard: (wait: string) => `You can vote for this card again in ${wait}.`,
  again: (wait: string) => `You can vote again in ${wait}.`,
} as const

/** Where no script runs. */
export const WITHOUT_SCRIPTS = {
  making:
    'Making a card needs JavaScript: the photo is made smaller in the browser before it is sent. Looking at cards, voting and downloading do not.',
  owning: 'The cards this browser has made are shown here, and looking after them needs JavaScript.',
  signedIn: 'Without JavaScript a browser does not keep that beyond this page: switch it on, and load the page again.',
  account: 'Looking after an account needs JavaScript; signing in does not.',
  tooLate: 'The card has changed meanwhile. Please vote again.',
  files: 'Download the card',
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
  contactEmailInvalid: 'Please enter a valid email address.',
  contactTooSoon: 'Please wait a moment before sending another message.',
  contactTooLong: (most: number) => `This is too long: ${most} characters at most.`,
  contactRefused: 'Submission failed',
  contactUnreachable: 'Failed to send message — please try again later.',
} as const
