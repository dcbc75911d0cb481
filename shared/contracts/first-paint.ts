import * as z from 'zod/mini'

/** Where the build lays what {@link FirstPaint} holds. */
export const FIRST_PAINT_PATH = '/assets/first-paint.json'

/** The pages whose first screenful is the same for everybody but for a few slots. */
export const FIRST_PAINT_PAGES = ['/', '/hall-of-fame', '/my-cards', '/account', '/contact', '/privacy-policy'] as const

/** The generator as it begins when its address asks for a drawing that is under way, or for another card's setup. */
export const FIRST_PAINT_JOB = '/?job=any'
export const FIRST_PAINT_REMIX = '/?remix=any'

/** What stands round a card's page, and round one that is in no part of the site. */
export const FIRST_PAINT_SHELL = 'shell'
export const FIRST_PAINT_BARE_SHELL = 'bare-shell'
/** What is seen at an address that has no page. */
export const FIRST_PAINT_NO_PAGE = 'no-page'

export const FIRST_PAINTS = [
  ...FIRST_PAINT_PAGES,
  FIRST_PAINT_JOB,
  FIRST_PAINT_REMIX,
  FIRST_PAINT_SHELL,
  FIRST_PAINT_BARE_SHELL,
  FIRST_PAINT_NO_PAGE,
] as const
export type FirstPaintName = (typeof FIRST_PAINTS)[number]

/**
 * Every value slot, and how its value is written into HTML: `text` is escaped (in an element as in a quoted attribute);
 * `url` too, and left empty unless it is of this site, http or https; `html` is markup that the Worker has written.
 */
export const VALUE_SLOTS = {
  /** The screen itself, where the build has none. */
  screen: 'html',
  /** What stands above the screen, and below it. */
  notice: 'html',
  words: 'html',
  donationUrl: 'url',
  // Sentences that depend on the configured engine and backend.
  how: 'text',
  photoUse: 'text',
  photoReader: 'text',
  photoEnd: 'text',
  /** What is left of today's quota. */
  left: 'text',
  /** `{team}/{armor}`: which picture the preview's figure and headgear have. */
  figure: 'text',
  /** The team whose colors a form has. */
  teamId: 'text',
  // A card's.
  id: 'text',
  playerName: 'text',
  /** `Ace, number 12, Green Bay Packers` */
  line: 'text',
  /** `No. 12`, or that it has none. */
  number: 'text',
  teamColors: 'text',
  imageUrl: 'url',
  version: 'text',
  votes: 'text',
  /** `vote`, or `votes`. */
  voteWord: 'text',
  /** The total that a vote for it asks for. */
  nextVotes: 'text',
  /** From 1, on its board. */
  place: 'text',
  // An example's.
  tier: 'text',
  // The Hall's: its boards, the one that is shown, and the teams it can be filtered by.
  boardUrl: 'url',
  boardTab: 'text',
  boardTitle: 'text',
  boardLine: 'text',
  teamUrl: 'url',
  teamName: 'text',
  /** The same board with the cards of every team. */
  everyTeamUrl: 'url',
  /** Of a board without cards: where the first one is made. */
  firstCardUrl: 'url',
  firstCardWords: 'text',
  /** How many of its cards are shown, of how many, and where there are more. */
  shownCards: 'text',
  allCards: 'text',
  moreUrl: 'url',
  /** The value of `aria-current`. */
  here: 'text',
  // The contact form's.
  formKey: 'text',
  topicId: 'text',
  topicLabel: 'text',
  contactName: 'text',
  contactEmail: 'text',
  contactMessage: 'text',
  contactLength: 'text',
  /** What is wrong with fields, or with all of it. */
  contactFault: 'text',
  contactFailure: 'text',
  /** What the message that has gone is called. */
  contactReference: 'text',
  /** The value of an attribute that has none. */
  none: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'url' | 'html'>>
export type ValueSlot = keyof typeof VALUE_SLOTS

/** What is written as often as there is data for it: not at all, once, or for each of several. */
export const SECTION_SLOTS = [
  /** The newest cards as a strip, and each of them. */
  'strip',
  'newest',
  /** Three of them as a hand, and each. */
  'hand',
  'inHand',
  /** The boards, and the attribute of the one that is shown. */
  'boards',
  'hereBoard',
  /** The teams, the attribute of the one that the Hall is filtered by, and what shows that it is by none or by one. */
  'teams',
  'hereTeam',
  'everyTeam',
  'oneTeam',
  /** The first three of a board, the card of each place, and places that are free. */
  'podium',
  'first',
  'second',
  'third',
  'freeSecond',
  'freeThird',
  /** The attribute of a name that takes much room. */
  'longName',
  /** The cards below the podium, and each of them. */
  'ranked',
  'rankedCards',
  /** The cards of a board without one, those that are asked for with the page, and the others. */
  'unranked',
  'earlyCards',
  'laterCards',
  /** That there are more than are shown. */
  'more',
  /** Instead of cards: that there are none, with each example, or that they are on their way. */
  'noCards',
  'examples',
  'waiting',
  /** That a form takes after a card. */
  'remixed',
  /** The attribute that colors a form. */
  'colored',
  /** The contact form: that the message before has gone and what it is called, the topics, the attribute of the chosen one. */
  'sent',
  'referenced',
  'topics',
  'chosen',
  /** Each field, as it is and with what is wrong with it. */
  'nameFine',
  'nameFault',
  'emailFine',
  'emailFault',
  'messageFine',
  'messageFault',
] as const
export type SectionSlot = (typeof SECTION_SLOTS)[number]

const BASE = ['donationUrl', 'notice', 'words'] as const
const CARD = ['id', 'line', 'imageUrl', 'version'] as const
const HALL = [
  ...BASE,
  ...CARD,
  'playerName',
  'number',
  'teamColors',
  'votes',
  'voteWord',
  'nextVotes',
  'longName',
  'none',
  'strip',
  'newest',
  'boards',
  'hereBoard',
  'here',
  'boardUrl',
  'boardTab',
  'boardTitle',
  'boardLine',
  'teams',
  'hereTeam',
  'everyTeam',
  'oneTeam',
  'colored',
  'teamId',
  'teamName',
  'teamUrl',
  'everyTeamUrl',
  'podium',
  'first',
  'second',
  'third',
  'freeSecond',
  'freeThird',
  'ranked',
  'rankedCards',
  'unranked',
  'earlyCards',
  'laterCards',
  'place',
  'more',
  'shownCards',
  'allCards',
  'moreUrl',
  'noCards',
  'firstCardUrl',
  'firstCardWords',
  'examples',
  'tier',
  'waiting',
] as const
const CONTACT = [
  'sent',
  'referenced',
  'contactReference',
  'topics',
  'topicId',
  'topicLabel',
  'chosen',
  'none',
  'formKey',
  'nameFine',
  'nameFault',
  'contactName',
  'emailFine',
  'emailFault',
  'contactEmail',
  'messageFine',
  'messageFault',
  'contactMessage',
  'contactLength',
  'contactFault',
  'contactFailure',
] as const
const FORM = [...BASE, 'how', 'left', 'figure'] as const

/** The slots that each template has: no more and no fewer, or the build fails. */
export const SLOTS_OF: Readonly<Record<FirstPaintName, readonly (ValueSlot | SectionSlot)[]>> = {
  '/': [...FORM, 'colored', 'teamId'],
  [FIRST_PAINT_REMIX]: [...FORM, 'colored', 'teamId', 'remixed', 'playerName'],
  [FIRST_PAINT_JOB]: BASE,
  '/hall-of-fame': HALL,
  '/my-cards': BASE,
  '/account': BASE,
  '/contact': [...BASE, ...CONTACT, 'hand', 'inHand', 'id', 'imageUrl', 'version'],
  '/privacy-policy': [...BASE, 'photoUse', 'photoReader', 'photoEnd'],
  [FIRST_PAINT_SHELL]: ['donationUrl', 'screen'],
  [FIRST_PAINT_BARE_SHELL]: ['donationUrl', 'screen'],
  [FIRST_PAINT_NO_PAGE]: BASE,
}

/** A piece of a template: HTML as it is, the place of a value, or a piece that is written as often as there is data. */
export type Part = string | { value: ValueSlot } | { section: SectionSlot; parts: Template }
export type Template = readonly Part[]

const Template: z.ZodMiniType<Template> = z.array(
  z.union([
    z.string(),
    z.object({ value: z.enum(Object.keys(VALUE_SLOTS) as ValueSlot[]) }),
    z.object({ section: z.enum(SECTION_SLOTS), parts: z.lazy((): z.ZodMiniType<Template> => Template) }),
  ]),
)

/** Pages as they first show: HTML that the build has written, with slots for the Worker to fill. */
export const FirstPaint = z.record(z.enum(FIRST_PAINTS), Template)
export type FirstPaint = Readonly<Record<FirstPaintName, Template>>
