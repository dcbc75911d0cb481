import {
  ANALYTICS_RETENTION_YEARS,
  CONTACT_RETENTION_YEARS,
  REPORT_DECISION_HOURS,
  REPORTERS_TO_HIDE,
} from '#shared/domain/limits.ts'

/** When a sentence here last changed its meaning. */
export const CHANGED_ON = '2026-11-21'

type Sentence = { readonly id: string; readonly says: string }
type Row = { readonly what: string } & Readonly<Record<'why' | 'howLong' | 'who', Sentence>>

/**
 * One line per kind of data. Each sentence is a promise: a test of its id does the thing and looks where the data
 * would be.
 */
export const ROWS = [
  {
    what: 'Your photo',
    why: {
      id: 'photo.why',
      says: 'To draw your card, once. Its place, date and camera data are removed on your device, and again by us.',
    },
    howLong: {
      id: 'photo.howLong',
      says: 'Deleted as soon as the card is made, has failed or is cancelled; whatever happens, after an hour at most.',
    },
    who: { id: 'photo.who', says: 'Nobody. Our own drawing program reads it on our servers.' },
  },
  {
    what: 'A card you made',
    why: { id: 'draft.why', says: 'So that you can edit, share or save it.' },
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
    what: 'Votes',
    why: {
      id: 'votes.why',
      says: 'To count one vote per card and day. Without a cookie, a scrambled form of your network address stands in for it.',
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
      says: 'To know your cards and votes again. It holds a random number and nothing about you.',
    },
    howLong: { id: 'cookie.howLong', says: 'A year, or until you delete it.' },
    who: { id: 'cookie.who', says: 'Only this site. No script can read it.' },
  },
  {
    what: 'An account, if you make one',
    why: { id: 'account.why', says: 'To know the cards again that you save while signed in. Nothing here needs one.' },
    howLong: {
      id: 'account.howLong',
      says: 'Until you delete it; the cards you saved while signed in go with it. Each sign-in ends after 30 days.',
    },
    who: { id: 'account.who', says: 'Only you. Your password is kept scrambled, so that nobody can read it.' },
  },
  {
    what: 'Contact messages',
    why: { id: 'contact.why', says: 'To answer you.' },
    howLong: { id: 'contact.howLong', says: `Up to ${CONTACT_RETENTION_YEARS} years, then deleted.` },
    who: { id: 'contact.who', says: 'The people who run this site.' },
  },
  {
    what: 'Tracking',
    why: {
      id: 'tracking.why',
      says: 'Only counting: which pages are seen, where visits come from, how many cards are made, saved and voted for. Nothing if your browser asks not to be tracked. No advertising, and nothing from other companies.',
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

/** What deleting means. */
export const DELETION = [
  {
    id: 'delete.all',
    says: 'Deleting a card deletes its pictures in every size, the drawing below them, its votes and its reports. We keep its number alone, so that its address stays empty.',
  },
  {
    id: 'delete.who',
    says: 'The browser that made a card can delete it, and so can whoever has its manage link. Nobody else can.',
  },
  {
    id: 'delete.copies',
    says: 'Copies may stay in a browser that has already shown the card. This site itself serves none later than five minutes after.',
  },
] as const satisfies readonly Sentence[]

/** What happens to a card that shows somebody who did not agree. */
export const REPORTING = [
  {
    id: 'report.hides',
    says: `A card that people on ${REPORTERS_TO_HIDE} different networks report is hidden at once. One report of nudity or of a child is enough, up to a few a day from one network.`,
  },
  {
    id: 'report.clock',
    says: `Somebody looks at it within ${REPORT_DECISION_HOURS} hours, and restores it or removes it for good.`,
  },
] as const satisfies readonly Sentence[]

export const SENTENCES = [
  ...ROWS.flatMap(({ why, howLong, who }) => [why, howLong, who]),
  ...DELETION,
  ...REPORTING,
] as const

export type SentenceId = (typeof SENTENCES)[number]['id']

/** The same in six lines. Each says no more than the sentence it stands on. */
export const SUMMARY = [
  { term: 'Your photo', says: 'Not saved: used once to draw your card, then deleted.', standsOn: 'photo.howLong' },
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
    says: 'We count visits, not people, and not yours if your browser asks not to be tracked. No advertising.',
    standsOn: 'tracking.why',
  },
] as const satisfies readonly { term: string; says: string; standsOn: SentenceId }[]
