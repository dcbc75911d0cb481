import { LEAGUE_RETENTION_DAYS } from '#shared/domain/league.ts'
import { VOTE_RULE } from '#shared/domain/card-words.ts'
import type { ClientConfig } from '#shared/contracts/config.ts'
import { describePhotoDeletion, summarizePhotoDeletion, describePhotoReaders } from '#shared/domain/photo-words.ts'
import {
  ANALYTICS_RETENTION_YEARS,
  CONTACT_RETENTION_YEARS,
  REPORT_DECISION_HOURS,
  REPORTERS_TO_HIDE,
} from '#shared/domain/limits.ts'

/** When a sentence here last changed its meaning. */
export const CHANGED_ON = '2026-11-29'

type Sentence = { readonly id: string; readonly text: string }
type Row = { readonly what: string } & Readonly<Record<'why' | 'howLong' | 'who', Sentence>>

const PHOTO = 'Your photo'

/**
 * One row per kind of data. Each sentence is a promise with a test of the same id, which checks where the data would be
 * stored.
 */
export const ROWS = [
  {
    what: PHOTO,
    why: {
      id: 'photo.why',
      text: 'To make your card. Location, date and camera data are stripped on your device, and again by us.',
    },
    howLong: {
      id: 'photo.howLong',
      text: describePhotoDeletion(null),
    },
    who: { id: 'photo.who', text: describePhotoReaders(null) },
  },
  {
    what: 'A card you made',
    why: {
      id: 'draft.why',
      text: 'So you can edit, share or save it. For an hour we also keep a scrambled record of the network and kind of browser it came from, so that a program without cookies can save it. For a drawing that a program asked for, that record stays as long as the drawing.',
    },
    howLong: { id: 'draft.howLong', text: '30 days, unless you share or save it.' },
    who: { id: 'draft.who', text: 'Only you.' },
  },
  {
    what: 'A card you shared',
    why: { id: 'unlisted.why', text: 'So its link works.' },
    howLong: { id: 'unlisted.howLong', text: 'Until you delete it.' },
    who: {
      id: 'unlisted.who',
      text: "Anyone with the link. It isn't listed anywhere, and search engines are asked to skip it.",
    },
  },
  {
    what: 'A card you saved',
    why: {
      id: 'public.why',
      text: 'To show it in the Hall of Fame with its nickname, number, colors and stats. We also keep which consent you gave by saving it, and when.',
    },
    howLong: { id: 'public.howLong', text: 'Until you remove or delete it.' },
    who: { id: 'public.who', text: 'Everyone.' },
  },
  {
    what: 'A league',
    why: {
      id: 'league.why',
      text: 'To show its name, season, colors, team names, cards, awards and votes to the people with its link. Your cookie, account or personal link tells us which seat is yours.',
    },
    howLong: {
      id: 'league.howLong',
      text: `Until you leave or the commissioner deletes it, or ${LEAGUE_RETENTION_DAYS} days after someone last opened it. A duel is deleted when either player leaves. Past seasons and draft lotteries keep team names, awards and votes until the league or your account is deleted. Cards made for it go with it, unless they were saved to the Hall of Fame or their member left before.`,
    },
    who: {
      id: 'league.who',
      text: 'Anyone with the link. We keep the link only in scrambled form, and search engines are asked to skip it.',
    },
  },
  {
    what: 'A fingerprint of the photo and drawing',
    why: {
      id: 'hashes.why',
      text: "Keeps removed cards from being posted again. It can't be turned back into an image.",
    },
    howLong: {
      id: 'hashes.howLong',
      text: 'As long as the card exists. For a card that a moderator removed, until an admin allows it again.',
    },
    who: { id: 'hashes.who', text: "No one. It's only compared by software." },
  },
  {
    what: 'Votes',
    why: {
      id: 'votes.why',
      text: `To count votes. ${VOTE_RULE} We keep a scrambled form of your network address with it for two days, so no one can vote as many people. Without a cookie, it stands in for you.`,
    },
    howLong: { id: 'votes.howLong', text: 'As long as the card exists.' },
    who: { id: 'votes.who', text: 'Everyone sees the count. No one sees who voted.' },
  },
  {
    what: 'Picks in Face-Off',
    why: { id: 'faceOff.why', text: 'To rate cards, and so you never get the same pair twice.' },
    howLong: { id: 'faceOff.howLong', text: 'As long as both cards exist.' },
    who: { id: 'faceOff.who', text: 'No one sees who picked what. Ratings are for everyone.' },
  },
  {
    what: 'Reports of cards',
    why: { id: 'reports.why', text: 'To review the card. One report per person counts.' },
    howLong: { id: 'reports.howLong', text: 'As long as the card exists.' },
    who: { id: 'reports.who', text: 'The people who run this site. The maker never finds out who reported it.' },
  },
  {
    what: 'A cookie',
    why: {
      id: 'cookie.why',
      text: 'To remember your cards and votes. It holds a random number, when you got it, and nothing about you. Opening a draft by its manage link sets one for a day that shows its image here. Another one says for ten seconds that you changed something, so you see the change right away.',
    },
    howLong: { id: 'cookie.howLong', text: 'A year, or until you delete it.' },
    who: { id: 'cookie.who', text: 'Only this site. No script can read it.' },
  },
  {
    what: 'An account, if you make one',
    why: { id: 'account.why', text: 'To keep your saved cards together. Nothing here needs one.' },
    howLong: {
      id: 'account.howLong',
      text: 'Until you delete it, along with the cards you saved while signed in. Each sign-in ends after 30 days. We keep a scrambled record of where you signed in for 90 days.',
    },
    who: { id: 'account.who', text: 'Only you. Your password is kept scrambled, so no one can read it.' },
  },
  {
    what: 'Contact messages',
    why: {
      id: 'contact.why',
      text: 'To answer you. Messages that look like spam are set aside and checked by hand.',
    },
    howLong: { id: 'contact.howLong', text: `Up to ${CONTACT_RETENTION_YEARS} years, then deleted.` },
    who: { id: 'contact.who', text: 'The people who run this site.' },
  },
  {
    what: 'Tracking',
    why: {
      id: 'tracking.why',
      text: "Totals only: how many cards are made, how many were started from another card, and how many are saved and voted on each day, never by whom. Also which pages are seen and where visits come from. If your browser says Do Not Track, we don't count your visits at all. No ads, and nothing from other companies.",
    },
    howLong: {
      id: 'tracking.howLong',
      text: `Totals of each day for ${ANALYTICS_RETENTION_YEARS} years. We tell one visit from another by a random number, kept scrambled for less than a week.`,
    },
    who: {
      id: 'tracking.who',
      text: 'The people who run this site see the totals. No name, address or cookie is part of them.',
    },
  },
] as const satisfies readonly Row[]

/** Who sees the photo if an AI service draws. */
const PHOTO_WHO = (service: string) => ({ id: 'photo.who.service', text: describePhotoReaders(service) }) as const

/** Table cells about an external backend's handling of the photo. */
const PHOTO_AT = (host: string) =>
  ({
    howLong: { id: 'photo.howLong.backend', text: describePhotoDeletion(null, host) },
    who: { id: 'photo.who.backend', text: describePhotoReaders(null, host) },
  }) as const

/** Shown while the engine is unknown, without a promise. */
const PHOTO_UNKNOWN = {
  howLong: PHOTO_AT('').howLong,
  who: { id: 'photo.who', text: 'The service that draws the card. Reload the page to see which one.' },
} as const

/** The service that draws, or the backend that stores the photo; undefined while unknown. */
type Drawer = Pick<ClientConfig, 'imageService' | 'backendHost'> | undefined

export function rowsFor(drawer: Drawer): readonly Row[] {
  const photo = getPhotoRow(drawer)
  return ROWS.map((row) => (row.what === PHOTO ? { ...row, ...photo } : row))
}

function getPhotoRow(drawer: Drawer): Partial<Row> {
  if (drawer === undefined) return PHOTO_UNKNOWN
  if (drawer.backendHost !== null) return PHOTO_AT(drawer.backendHost)
  return drawer.imageService === null ? {} : { who: PHOTO_WHO(drawer.imageService) }
}

/** The effects of deleting a card. */
export const DELETION = [
  {
    id: 'delete.all',
    text: "Deleting a card deletes its images in every size, the drawing behind them, its votes and its reports. We keep only its ID, so the link can't be reused.",
  },
  {
    id: 'delete.who',
    text: 'You can delete a card from the browser that made it, with its manage link, or from the account it was saved with. The people who run this site remove cards that break the rules. No one else can.',
  },
  {
    id: 'delete.copies',
    text: 'A browser that already showed the card may keep a copy. Our site stops showing it within five minutes.',
  },
] as const satisfies readonly Sentence[]

/** The rules for a card that shows a person without consent. */
export const REPORTING = [
  {
    id: 'report.hides',
    text: `A card that people on ${REPORTERS_TO_HIDE} different networks report is hidden right away. One report of nudity or of a minor is enough, up to a few a day from one network. A card with many votes, or one that is a week old, takes two. After a moderator restores a card, it takes ${REPORTERS_TO_HIDE} reports to hide it again.`,
  },
  {
    id: 'report.clock',
    text: `A moderator reviews it within ${REPORT_DECISION_HOURS} hours, then restores it or permanently removes it.`,
  },
] as const satisfies readonly Sentence[]

export const SENTENCES = [
  ...ROWS.flatMap(({ why, howLong, who }) => [why, howLong, who]),
  PHOTO_WHO('The service'),
  ...Object.values(PHOTO_AT('the backend')),
  ...DELETION,
  ...REPORTING,
] as const

export type SentenceId = (typeof SENTENCES)[number]['id']

const FATE_UNKNOWN = 'Used once to make your card, then deleted. Reload the page to see who draws it.'

/** A summary in six lines. Each line promises no more than the sentence it is based on. */
export const getSummary = (drawer: Drawer): readonly Line[] => [
  {
    term: PHOTO,
    text: drawer ? summarizePhotoDeletion(drawer.imageService, drawer.backendHost) : FATE_UNKNOWN,
    basedOn: 'photo.howLong',
  },
  { term: 'Location', text: 'Removed before the photo leaves your device.', basedOn: 'photo.why' },
  { term: 'Your card', text: 'Only you see it until you share or save it.', basedOn: 'draft.who' },
  { term: 'The Hall', text: 'Anyone can see, share and vote on a saved card.', basedOn: 'public.who' },
  {
    term: 'Messages',
    text: `Kept for up to ${CONTACT_RETENTION_YEARS} years, then deleted.`,
    basedOn: 'contact.howLong',
  },
  {
    term: 'Tracking',
    text: "We count cards and visits, not people. If your browser says Do Not Track, we don't count you at all. No ads.",
    basedOn: 'tracking.why',
  },
]

type Line = { readonly term: string; readonly text: string; readonly basedOn: SentenceId }
