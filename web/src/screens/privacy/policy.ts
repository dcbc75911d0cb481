import { CONTACT_RETENTION_YEARS } from '#shared/domain/limits.ts'

/** One line per kind of data. Each of them is a promise that the server keeps by a deletion or a scheduled job. */
export const POLICY = [
  {
    what: 'Your photo',
    why: 'To draw your card, once. Its place, date and camera data are removed on your device.',
    howLong: 'Deleted as soon as the card is made or has failed, at most an hour.',
    who: 'Nobody. Our own drawing program reads it on our servers.',
  },
  {
    what: 'A card you made',
    why: 'So that you can edit, share or save it.',
    howLong: '30 days, unless you share it or save it.',
    who: 'Only you.',
  },
  {
    what: 'A card you shared',
    why: 'So that its link works.',
    howLong: 'Until you ask us to remove it.',
    who: 'Whoever has the link. It is in no list.',
  },
  {
    what: 'A card you saved',
    why: 'To show it in the Hall of Fame with its nickname, number, colors and stats.',
    howLong: 'Until you ask us to remove it.',
    who: 'Everybody.',
  },
  {
    what: 'Votes',
    why: 'To count one vote per card and day. Without a cookie, a scrambled form of your network address stands in for it.',
    howLong: 'As long as the card is there.',
    who: 'Everybody sees the number, nobody whose votes they are.',
  },
  {
    what: 'A cookie',
    why: 'To know your drafts and votes again. It holds a random number and nothing about you.',
    howLong: 'A year, or until you delete it.',
    who: 'Only this site.',
  },
  {
    what: 'Contact messages',
    why: 'To answer you.',
    howLong: `Up to ${CONTACT_RETENTION_YEARS} years, then deleted.`,
    who: 'The people who run this site.',
  },
  {
    what: 'Tracking',
    why: 'There is none: no analytics, no advertising.',
    howLong: 'Not kept.',
    who: 'Nobody.',
  },
] as const
