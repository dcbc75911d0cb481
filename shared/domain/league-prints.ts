/** Files with all of a league's cards: two pictures to share, two posters, and two PDFs of cards to print. */
export const LEAGUE_PRINTS = {
  feed: { file: 'poster.jpg', type: 'image/jpeg' },
  story: { file: 'poster-story.jpg', type: 'image/jpeg' },
  'poster-a3': { file: 'poster-a3.pdf', type: 'application/pdf' },
  'poster-18x24': { file: 'poster-18x24.pdf', type: 'application/pdf' },
  'cards-letter': { file: 'cards-letter.pdf', type: 'application/pdf' },
  'cards-a4': { file: 'cards-a4.pdf', type: 'application/pdf' },
} as const

export type LeaguePrint = keyof typeof LEAGUE_PRINTS

export const isLeaguePrint = (text: string): text is LeaguePrint => Object.hasOwn(LEAGUE_PRINTS, text)

/** Returns a print's URL. The response is an attachment with a file name. */
export const leaguePrintPath = (code: string, print: LeaguePrint): string => `/download/league/${code}/${print}`

/** Returns the URL of a past season's print. @param season its number */
export const seasonPrintPath = (code: string, season: number, print: LeaguePrint): string =>
  `/download/league/${code}/seasons/${season}/${print}`
