/** A served database, with one of its public cards, and as whom to ask for the cards of that card's maker. */
export type Place = {
  readonly url: string
  readonly card: string
  readonly maker: Readonly<Record<string, string>>
  readonly counted: { readonly cards: number; readonly votes: number; readonly accounts: number }
}

type Ask = (place: Place) => Promise<Response>

export type LargeRead = {
  readonly name: string
  readonly ask: Ask
  /** What is asked of the small database, where the same would be answered with fewer rows. */
  readonly atFew?: Ask
  /** The answer is longer where there is more: the time for each byte is compared. */
  readonly perByte?: boolean
  /** No index serves it, so it takes as long as the table is; how many rows may be read is limited. */
  readonly isScan?: boolean
}

/** A browser that has just written reads past the cache of lists. */
const FRESH = { cookie: 'fresh=1' }
const TEAM = 'Chicago%20Bears'
const TABLE = '/rest/v1/fantasy_football_cards'
/** Of a hundred cards of either database. */
export const RARE_NAME = 'Quincy Zed'
const TOP = 'order=votes.desc,created_at.desc'

/** Every public read of cards; the pages read the same lists and cards. @param key the public one */
export function largeReads({ key }: { key: string }): readonly LargeRead[] {
  const get =
    (path: string, headers: Readonly<Record<string, string>> = FRESH): Ask =>
    ({ url, card }) =>
      fetch(`${url}${path.replace('CARD', card)}`, { headers })
  const rows = (search: string): Ask => get(`${TABLE}?${search}`, { apikey: key, authorization: `Bearer ${key}` })
  const lists = ['recent', 'strip', 'new', 'top', 'week', 'trending'].map((list) => ({
    name: `list ${list}`,
    ask: get(`/api/cards?list=${list}`),
    ...(list === 'week' && { perByte: true }),
  }))
  const ofTeams = ['new', 'top', 'trending'].map((list) => ({
    name: `list ${list} of a team`,
    ask: get(`/api/cards?list=${list}&team=${TEAM}`),
    atFew: get(`/api/cards?list=${list}`),
  }))
  return [
    ...lists,
    ...ofTeams,
    { name: 'card JSON', ask: get('/api/cards/CARD') },
    { name: 'oEmbed', ask: ({ url, card }) => fetch(`${url}/oembed?url=${url}/card/${card}`) },
    { name: 'sitemap', ask: get('/sitemap.xml') },
    { name: 'a part of the sitemap', ask: get('/sitemap-cards-1.xml'), perByte: true },
    { name: 'my cards', ask: ({ url, maker }) => fetch(`${url}/api/cards/mine`, { headers: maker }) },
    { name: 'rows: leaderboard', ask: rows(`select=*&${TOP}&limit=100`) },
    { name: 'rows: 50 from the 51st on', ask: rows(`select=*&${TOP}&limit=50&offset=50`) },
    { name: 'rows: newest eight', ask: rows('select=*&order=created_at.desc&limit=8') },
    { name: 'rows: of a team', ask: rows(`team_colors=eq.${TEAM}&${TOP}&limit=2`) },
    { name: 'rows: one card', ask: ({ url, card }) => rows(`id=eq.${card}&select=*`)({ url, card } as Place) },
    { name: 'rows: search that finds many', ask: rows(`player_name=ilike.*lou*&${TOP}&limit=8`) },
    { name: 'rows: search that finds nothing', ask: rows('player_name=ilike.*nobody*&limit=5') },
    { name: 'rows: search for two letters', ask: rows(`player_name=ilike.*zq*&${TOP}&limit=8`) },
    {
      name: 'rows: search that finds a hundred',
      ask: rows(`player_name=ilike.*${RARE_NAME.slice(0, 5)}*&${TOP}&limit=8`),
    },
    { name: 'rows: a name of common parts', ask: rows(`player_name=eq.Lightning%20Joe&${TOP}&limit=8`) },
    // Each of its parts is in one name of eleven, and no name has both.
    { name: 'rows: search for common parts', ask: rows('player_name=ilike.*grandpa*lou*&limit=5'), isScan: true },
  ]
}
