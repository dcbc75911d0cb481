/** A fantasy league is one link to a roster of up to sixteen cards, without sign-in. */

export const LEAGUE_SEATS = 16
/** Maximum number of photos in a commissioner's batch, one per seat. */
export const BATCH_PHOTOS = LEAGUE_SEATS
export const LEAGUE_NAME_MAX_CHARACTERS = 40
export const LEAGUE_SEASON_MAX_CHARACTERS = 20
/** A member's team name, which is also the default nickname of the seat's card. */
export const TEAM_NAME_MAX_CHARACTERS = 64

export const AWARD_TITLE_MAX_CHARACTERS = 28
export const AWARDS_PER_SEASON = 12
export const PAST_SEASONS = 20

/** Leagues that one visitor may run at the same time. */
export const LEAGUES_PER_VISITOR = 5
/** Cards drawn with a league's code per UTC day, not counting redraws. */
export const LEAGUE_GENERATIONS_PER_DAY = 60
/** A league that nobody opens for this long is deleted. */
export const LEAGUE_RETENTION_DAYS = 400

/** The caller's role in a league. A commissioner may also have a seat. */
export const LEAGUE_ROLES = ['outsider', 'member', 'commissioner'] as const
export type LeagueRole = (typeof LEAGUE_ROLES)[number]

/** 128 random bits in base64url. The last character holds two of them. */
const CODE = /^[\w-]{21}[AQgw]$/

/** True if a text has the form of a league code. */
export const isLeagueCode = (text: string): boolean => text.length === 22 && CODE.test(text)

/** The fragment of a personal link: `/league/{code}#key={key}`. */
export const LEAGUE_KEY_PARAMETER = 'key'

/** Returns the path of a league's page, optionally with a key for another device. */
export const leaguePath = (code: string, key?: string): string =>
  `/league/${code}${key === undefined ? '' : `#${LEAGUE_KEY_PARAMETER}=${key}`}`

/** Returns the path of the page where the commissioner makes cards from many photos. */
export const leagueBatchPath = (code: string): string => `${leaguePath(code)}/batch`

/** Returns the generator's path for a card that will take the caller's seat. */
export const leagueGeneratorPath = (code: string): string => `/?league=${code}`

/** Returns the download path of a seat's card with its awards drawn on it. */
export const awardedCardPath = (code: string, seat: number): string => `/download/league/${code}/seat/${seat}`

/**
 * Returns a date's season, named after the year it starts in. A season ends in February.
 *
 * @param now milliseconds since 1970
 * @example getSeason(Date.UTC(2027, 0, 10)) // '2026'
 */
export function getSeason(now: number): string {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  return String(date.getUTCMonth() < 2 ? year - 1 : year)
}

/**
 * Returns the next season's name.
 *
 * @example toNextSeason('2026') // '2027'
 */
export const toNextSeason = (season: string): string => season.replace(/\d{4}/u, (year) => String(Number(year) + 1))

const INITIALS_MAX = 3
const WORD_START = /^[\p{L}\p{N}]/u

/**
 * Returns up to three initials of a league's name for its crest, or the first character of a name without letters.
 *
 * @example getInitials('Sunday night gridiron') // 'SNG'
 */
export function getInitials(name: string): string {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const getFirst = (word: string): string => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
  const words = name.trim().split(/\s+/u)
  const initials = words.filter((word) => WORD_START.test(word)).slice(0, INITIALS_MAX)
  return initials.length === 0 ? getFirst(name.trim()) : initials.map((word) => getFirst(word).toUpperCase()).join('')
}
