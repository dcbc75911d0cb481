import { CLIENT_FAILURE } from '../client/texts.ts'

/**
 * Every sentence a visitor reads that the product promises word for word. The ones of the backend client stand in
 * its own file, because it knows no product; no other file spells any of them.
 */
export { AUTH_FAILURE, CLIENT_FAILURE } from '../client/texts.ts'

export const LABELS = {
  loadingGallery: 'Loading Gallery...',
  loadingCard: 'Loading Card...',
  emptyFilter: 'No cards found for this filter.',
  cardNotFound: 'Card Not Found',
  allTeams: 'All Teams',
  upvote: 'Upvote This Card',
  voting: 'Voting...',
  sendMessage: 'Send Message',
  sending: 'Sending...',
  saveChanges: 'Save Changes',
  cancel: 'Cancel',
  saveToHall: 'Save to Hall',
  download: 'Download',
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

/** Of what others do while a page is looked at. */
export const LIVE = {
  live: 'Live',
  updates: ' updates',
  fans: (count: number) => (count === 1 ? '1 fan here' : `${count} fans here`),
  arrived: (count: number) => (count === 1 ? '1 new card' : `${count} new cards`),
  moved: 'Places have changed',
  update: 'Update order',
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

export const FAILURE = {
  photoMissing: 'Please upload an image before generating.',
  generate: (message: string) => `Failed to generate card: ${message}`,
  noImage: CLIENT_FAILURE.noImage,
  vote: 'Failed to vote.',
  nicknameRefused: 'Please choose another nickname.',
  redrawnTooOften: 'That was a lot of changes in one hour. Please try again later.',
  save: 'Failed to save card to Hall of Fame.',
  download: 'Failed to download card.',
  copy: 'Failed to copy URL.',
  contactFieldsMissing: 'Please fill in all fields.',
  contactEmailInvalid: 'Please enter a valid email address.',
  contactTooSoon: 'Please wait a moment before sending another message.',
  contactRefused: 'Submission failed',
  contactUnreachable: 'Failed to send message — please try again later.',
} as const
