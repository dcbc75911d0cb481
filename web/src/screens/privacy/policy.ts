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
      says: 'To make your card. Location, date and camera data are stripped on your device, and again by us.',
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
      says: 'So you can edit, share or save it. For an hour we also keep a scrambled record of the network and kind of browser it came from, so that a program without cookies can save it. For a drawing that a program asked for, that record stays as long as the drawing.',
    },
    howLong: { id: 'draft.howLong', says: '30 days, unless you share or save it.' },
    who: { id: 'draft.who', says: 'Only you.' },
  },
  {
    what: 'A card you shared',
    why: { id: 'unlisted.why', says: 'So its link works.' },
    howLong: { id: 'unlisted.howLong', says: 'Until you delete it.' },
    who: {
      id: 'unlisted.who',
      says: "Anyone with the link. It isn't listed anywhere, and search engines are asked to skip it.",
    },
  },
  {
    what: 'A card you saved',
    why: {
      id: 'public.why',
      says: 'To show it in the Hall of Fame with its nickname, number, colors and stats. We also keep which consent you gave by saving it, and when.',
    },
    howLong: { id: 'public.howLong', says: 'Until you remove or delete it.' },
    who: { id: 'public.who', says: 'Everyone.' },
  },
  {
    what: 'A fingerprint of the photo and drawing',
    why: {
      id: 'hashes.why',
      says: "Keeps removed cards from being posted again. It can't be turned back into an image.",
    },
    howLong: {
      id: 'hashes.howLong',
      says: 'As long as the card exists. For a card that a moderator removed, until an admin allows it again.',
    },
    who: { id: 'hashes.who', says: "No one. It's only compared by software." },
  },
  {
    what: 'Votes',
    why: {
      id: 'votes.why',
      says: `To count votes. ${VOTE_RULE} We keep a scrambled form of your network address with it for two days, so no one can vote as many people. Without a cookie, it stands in for you.`,
    },
    howLong: { id: 'votes.howLong', says: 'As long as the card exists.' },
    who: { id: 'votes.who', says: 'Everyone sees the count. No one sees who voted.' },
  },
  {
    what: 'Reports of cards',
    why: { id: 'reports.why', says: 'To review the card. One report per person counts.' },
    howLong: { id: 'reports.howLong', says: 'As long as the card exists.' },
    who: { id: 'reports.who', says: 'The people who run this site. The maker never finds out who reported it.' },
  },
  {
    what: 'A cookie',
    why: {
      id: 'cookie.why',
      says: 'To remember your cards and votes. It holds a random number, when you got it, and nothing about you. Opening a draft by its manage link sets one for a day that shows its image here. Another one says for ten seconds that you changed something, so you see the change right away.',
    },
    howLong: { id: 'cookie.howLong', says: 'A year, or until you delete it.' },
    who: { id: 'cookie.who', says: 'Only this site. No script can read it.' },
  },
  {
    what: 'An account, if you make one',
    why: { id: 'account.why', says: 'To keep your saved cards together. Nothing here needs one.' },
    howLong: {
      id: 'account.howLong',
      says: 'Until you delete it, along with the cards you saved while signed in. Each sign-in ends after 30 days. We keep a scrambled record of where you signed in for 90 days.',
    },
    who: { id: 'account.who', says: 'Only you. Your password is kept scrambled, so no one can read it.' },
  },
  {
    what: 'Contact messages',
    why: {
      id: 'contact.why',
      says: 'To answer you. Messages that look like spam are set aside and checked by hand.',
    },
    howLong: { id: 'contact.howLong', says: `Up to ${CONTACT_RETENTION_YEARS} years, then deleted.` },
    who: { id: 'contact.who', says: 'The people who run this site.' },
  },
  {
    what: 'Tracking',
    why: {
      id: 'tracking.why',
      says: "Totals only: how many cards are made, how many were started from another card, and how many are saved and voted on each day, never by whom. Also which pages are seen and where visits come from. If your browser says Do Not Track, we don't count your visits at all. No ads, and nothing from other companies.",
    },
    howLong: {
      id: 'tracking.howLong',
      says: `Totals of each day for ${ANALYTICS_RETENTION_YEARS} years. We tell one visit from another by a random number, kept scrambled for less than a week.`,
    },
    who: {
      id: 'tracking.who',
      says: 'The people who run this site see the totals. No name, address or cookie is part of them.',
    },
  },
] as const satisfies readonly Row[]

/** About the photo, where an AI service draws instead of our own artist. */
const PHOTO_WHO_OF = (service: string) => ({ id: 'photo.who.service', says: sayPhotoReader(service) }) as const

/** About the photo, where another backend has the player drawn. */
const PHOTO_AT = (host: string) =>
  ({
    howLong: { id: 'photo.howLong.backend', says: sayPhotoEnd(null, host) },
    who: { id: 'photo.who.backend', says: sayPhotoReader(null, host) },
  }) as const

/** Shown while the engine is not known: nothing is promised then. */
const PHOTO_UNKNOWN = {
  howLong: PHOTO_AT('').howLong,
  who: { id: 'photo.who', says: 'The service that draws the card. Reload the page to see which one.' },
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

/** The meaning of deleting. */
export const DELETION = [
  {
    id: 'delete.all',
    says: "Deleting a card deletes its images in every size, the drawing behind them, its votes and its reports. We keep only its ID, so the link can't be reused.",
  },
  {
    id: 'delete.who',
    says: 'You can delete a card from the browser that made it, with its manage link, or from the account it was saved with. The people who run this site remove cards that break the rules. No one else can.',
  },
  {
    id: 'delete.copies',
    says: 'A browser that already showed the card may keep a copy. Our site stops showing it within five minutes.',
  },
] as const satisfies readonly Sentence[]

/** The rules for a card that shows a person without consent. */
export const REPORTING = [
  {
    id: 'report.hides',
    says: `A card that people on ${REPORTERS_TO_HIDE} different networks report is hidden at once. One report of nudity or of a minor is enough, up to a few a day from one network. A card with many votes, or one that is a week old, takes two. After a moderator restores a card, it takes ${REPORTERS_TO_HIDE} reports to hide it again.`,
  },
  {
    id: 'report.clock',
    says: `A moderator reviews it within ${REPORT_DECISION_HOURS} hours, and restores it or removes it for good.`,
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

const FATE_UNKNOWN = 'Used once to make your card, then deleted. Reload the page to see who draws it.'

/** The same in six lines. Each says no more than the sentence it stands on. */
export const summaryFor = (drawer: Drawer): readonly Line[] => [
  {
    term: PHOTO,
    says: drawer ? sayPhotoFate(drawer.imageService, drawer.backendHost) : FATE_UNKNOWN,
    standsOn: 'photo.howLong',
  },
  { term: 'Location', says: 'Removed before the photo leaves your device.', standsOn: 'photo.why' },
  { term: 'Your card', says: 'Only you see it until you share or save it.', standsOn: 'draft.who' },
  { term: 'The Hall', says: 'Anyone can see, share and vote on a saved card.', standsOn: 'public.who' },
  {
    term: 'Messages',
    says: `Kept for up to ${CONTACT_RETENTION_YEARS} years, then deleted.`,
    standsOn: 'contact.howLong',
  },
  {
    term: 'Tracking',
    says: "We count cards and visits, not people. If your browser says Do Not Track, we don't count you at all. No ads.",
    standsOn: 'tracking.why',
  },
]

type Line = { readonly term: string; readonly says: string; readonly standsOn: SentenceId }
