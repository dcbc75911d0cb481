import { VOTE_RULE } from '#shared/domain/messages.ts'
import type { ClientConfig } from '#shared/contracts/config.ts'
import { sayPhotoEnd, sayPhotoFate, sayPhotoReader } from '#shared/domain/photo-words.ts'
import {
  ANALYTICS_RETENTION_YEARS,
  CONTACT_RETENTION_YEARS,
  REPORT_DECISION_HOURS,
  REPORTERS_TO_HIDE,
} from '#shared/domain/limits.ts'

/** When a sentence here last changed its meaning. */
export const CHANGED_ON = '2026-11-25'

type Sentence = { readonly id: string; readonly says: string }
type Row = { readonly what: string } & Readonly<Record<'why' | 'howLong' | 'who', Sentence>>

const PHOTO = 'Your photo'

/**
 * One line per kind of data. Each sentence is a promise: a test of its id does the thing and looks where the data
 * would be.
 */
export const ROWS = [
  {
    what: PHOTO,
    why: {
      id: 'photo.why',
      says: 'To draw your card, once. Its place, date and camera data are removed on your device, and again by us.',
    },
    howLong: {
      id: 'photo.howLong',
      says: sayPhotoEnd(null),
    },
    who: { id: 'photo.who', says: sayPhotoReader(null) },
  },
  {
    what: 'A card you made',
    why: {
      id: 'draft.why',
      says: 'So that you can edit, share or save it. The network and kind of browser that it was made from are kept with it for an hour, scrambled, so that a program without cookies can save it; with a drawing that a program asked for, as long as the drawing.',
    },
    howLong: { id: 'draft.howLong', says: '30 days, unless you share it or save it.' },
    who: { id: 'draft.who', says: 'Only you.' },
  },
  {
    what: 'A card you shared',
    why: { id: 'unlisted.why', says: 'So that its link works.' },
    howLong: { id: 'unlisted.howLong', says: 'Until you delete it.' },
    who: {
      id: 'unlisted.who',
      says: 'Whoever has the link. It is in no list, and search engines are told to leave it.',
    },
  },
  {
    what: 'A card you saved',
    why: {
      id: 'public.why',
      says: 'To show it in the Hall of Fame with its nickname, number, colors and stats.',
    },
    howLong: { id: 'public.howLong', says: 'Until you take it out or delete it.' },
    who: { id: 'public.who', says: 'Everybody.' },
  },
  {
    what: 'A scrambled number of the photo and of the drawing',
    why: {
      id: 'hashes.why',
      says: 'So that a card that a moderator has removed is not published again. It tells the same file from others; no picture can be made of it.',
    },
    howLong: {
      id: 'hashes.howLong',
      says: 'As long as the card is there. Of a card that a moderator has removed, until an admin allows it again.',
    },
    who: { id: 'hashes.who', says: 'Nobody. Programs compare it, and nothing shows it.' },
  },
  {
    what: 'Votes',
    why: {
      id: 'votes.why',
      says: `To count votes. ${VOTE_RULE} A scrambled form of your network address is kept with it for two days, so that nobody votes as many people; without a cookie, it stands in for you.`,
    },
    howLong: { id: 'votes.howLong', says: 'As long as the card is there.' },
    who: { id: 'votes.who', says: 'Everybody sees the number, nobody whose votes they are.' },
  },
  {
    what: 'Reports of cards',
    why: { id: 'reports.why', says: 'To look at the card. One report per person counts.' },
    howLong: { id: 'reports.howLong', says: 'As long as the card is there.' },
    who: { id: 'reports.who', says: 'The people who run this site. Who made the card does not learn who reported it.' },
  },
  {
    what: 'A cookie',
    why: {
      id: 'cookie.why',
      says: 'To know your cards and votes again. It holds a random number, when you got it, and nothing about you. Opening a draft by its manage link sets one for a day that shows its picture here. Another one says for ten seconds that you have changed something, so that you see it at once.',
    },
    howLong: { id: 'cookie.howLong', says: 'A year, or until you delete it.' },
    who: { id: 'cookie.who', says: 'Only this site. No script can read it.' },
  },
  {
    what: 'An account, if you make one',
    why: { id: 'account.why', says: 'To know the cards again that you save while signed in. Nothing here needs one.' },
    howLong: {
      id: 'account.howLong',
      says: 'Until you delete it; the cards you saved while signed in go with it. Each sign-in ends after 30 days; from where you signed in is known, scrambled, for 90.',
    },
    who: { id: 'account.who', says: 'Only you. Your password is kept scrambled, so that nobody can read it.' },
  },
  {
    what: 'Contact messages',
    why: {
      id: 'contact.why',
      says: 'To answer you. What looks like spam is kept apart, and looked at by hand.',
    },
    howLong: { id: 'contact.howLong', says: `Up to ${CONTACT_RETENTION_YEARS} years, then deleted.` },
    who: { id: 'contact.who', says: 'The people who run this site.' },
  },
  {
    what: 'Tracking',
    why: {
      id: 'tracking.why',
      says: 'Only counting. How many cards are made, how many of them after another card, how many are saved and voted for: by the day, without anything of whose they are. Which pages are seen and where visits come from: nothing of yours if your browser asks not to be tracked. No advertising, and nothing from other companies.',
    },
    howLong: {
      id: 'tracking.howLong',
      says: `Totals of each day for ${ANALYTICS_RETENTION_YEARS} years. What tells one visit from another is a random number, kept scrambled for less than a week.`,
    },
    who: {
      id: 'tracking.who',
      says: 'The people who run this site see the totals. No name, address or cookie is part of them.',
    },
  },
] as const satisfies readonly Row[]

/** Of the photo, where another service than our own artist draws. */
const PHOTO_WHO_OF = (service: string) => ({ id: 'photo.who.service', says: sayPhotoReader(service) }) as const

/** Of the photo, where another backend has the player drawn. */
const PHOTO_AT = (host: string) =>
  ({
    howLong: { id: 'photo.howLong.backend', says: sayPhotoEnd(null, host) },
    who: { id: 'photo.who.backend', says: sayPhotoReader(null, host) },
  }) as const

/** Shown while the engine is not known: nothing is promised then. */
const PHOTO_UNKNOWN = {
  howLong: PHOTO_AT('').howLong,
  who: { id: 'photo.who', says: 'Whoever draws the card. Load the page again to see who that is.' },
} as const

/** Which service draws, or which backend keeps the photo; undefined: not known yet. */
type Drawer = Pick<ClientConfig, 'imageService' | 'backendHost'> | undefined

export function rowsFor(drawer: Drawer): readonly Row[] {
  const said = photoOf(drawer)
  return ROWS.map((row) => (row.what === PHOTO ? { ...row, ...said } : row))
}

function photoOf(drawer: Drawer): Partial<Row> {
  if (drawer === undefined) return PHOTO_UNKNOWN
  if (drawer.backendHost !== null) return PHOTO_AT(drawer.backendHost)
  return drawer.imageService === null ? {} : { who: PHOTO_WHO_OF(drawer.imageService) }
}

/** What deleting means. */
export const DELETION = [
  {
    id: 'delete.all',
    says: 'Deleting a card deletes its pictures in every size, the drawing below them, its votes and its reports. We keep its number alone, so that its address stays empty.',
  },
  {
    id: 'delete.who',
    says: 'The browser that made a card can delete it, and so can whoever has its manage link, and the account that it was saved with. The people who run this site remove what breaks the rules. Nobody else can.',
  },
  {
    id: 'delete.copies',
    says: 'Copies may stay in a browser that has already shown the card. This site itself serves none later than five minutes after.',
  },
] as const satisfies readonly Sentence[]

/** What happens to a card that shows a person without consent. */
export const REPORTING = [
  {
    id: 'report.hides',
    says: `A card that people on ${REPORTERS_TO_HIDE} different networks report is hidden at once. One report of nudity or of a child is enough, up to a few a day from one network; two, where a card has many votes or is a week old. What somebody has restored takes ${REPORTERS_TO_HIDE} again.`,
  },
  {
    id: 'report.clock',
    says: `Somebody looks at it within ${REPORT_DECISION_HOURS} hours, and restores it or removes it for good.`,
  },
] as const satisfies readonly Sentence[]

export const SENTENCES = [
  ...ROWS.flatMap(({ why, howLong, who }) => [why, howLong, who]),
  PHOTO_WHO_OF('The service'),
  ...Object.values(PHOTO_AT('the backend')),
  ...DELETION,
  ...REPORTING,
] as const

export type SentenceId = (typeof SENTENCES)[number]['id']

const FATE_UNKNOWN = 'Used once to draw your card, then deleted. Load the page again to see who draws.'

/** The same in six lines. Each says no more than the sentence it stands on. */
export const summaryFor = (drawer: Drawer): readonly Line[] => [
  {
    term: PHOTO,
    says: drawer ? sayPhotoFate(drawer.imageService, drawer.backendHost) : FATE_UNKNOWN,
    standsOn: 'photo.howLong',
  },
  { term: 'Location', says: 'Removed before the photo leaves your device.', standsOn: 'photo.why' },
  { term: 'Your card', says: 'Only you see it until you share it or save it.', standsOn: 'draft.who' },
  { term: 'The Hall', says: 'Anyone can see, share and vote on a saved card.', standsOn: 'public.who' },
  {
    term: 'Messages',
    says: `Kept for up to ${CONTACT_RETENTION_YEARS} years, then deleted.`,
    standsOn: 'contact.howLong',
  },
  {
    term: 'Tracking',
    says: 'We count cards and visits, not people, and no visit of yours if your browser asks not to be tracked. No advertising.',
    standsOn: 'tracking.why',
  },
]

type Line = { readonly term: string; readonly says: string; readonly standsOn: SentenceId }
