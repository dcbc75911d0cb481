import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router-dom'
import { getLeaderboard } from '#shared/contracts/leaderboards.ts'
import { isLeagueCode } from '#shared/domain/league.ts'
import { getTeam } from '#shared/domain/team.ts'
import { App } from './app/app.tsx'
import { PlainDocument } from './app/plain-document.tsx'
import type { Screens } from './app/screens.ts'
import { cardQuery, cardsQuery } from './data/cards.ts'
import { teamsQuery } from './data/team-counts.ts'
import { configQuery } from './data/config.ts'
import { faceOffQuery } from './data/face-off.ts'
import { leagueQuery } from './data/leagues.ts'
import { createQueryClient } from './data/query-client.ts'
import { POSTED_KEY } from './data/posted.ts'
import { VIEW_KEY } from './data/view.ts'
import type { Fetch } from './lib/api.ts'
import type { Platform } from './lib/platform.tsx'
import { createServerPlatform } from './lib/server-platform.ts'
import AccountScreen from './screens/account/account-screen.tsx'
import AdminScreen from './screens/admin/admin-screen.tsx'
import AuthScreen from './screens/auth/auth-screen.tsx'
import CardScreen from './screens/card/card-screen.tsx'
import ContactScreen from './screens/contact/contact-screen.tsx'
import FaceOffScreen from './screens/face-off/face-off-screen.tsx'
import GeneratorScreen from './screens/generator/generator-screen.tsx'
import HallScreen from './screens/hall/hall-screen.tsx'
import CreateLeagueScreen from './screens/league/create-league-screen.tsx'
import DrawScreen from './screens/league/draft/draw-screen.tsx'
import BatchScreen from './screens/league/batch/batch-screen.tsx'
import DuelScreen from './screens/league/duel/duel-screen.tsx'
import LeagueScreen from './screens/league/league-screen.tsx'
import MyCardsScreen from './screens/my-cards/my-cards-screen.tsx'
import NotFoundScreen from './screens/not-found/not-found-screen.tsx'
import PrivacyScreen from './screens/privacy/privacy-screen.tsx'
import RulesScreen from './screens/rules/rules-screen.tsx'

export type PageRequest = {
  /** The page's URL as the visitor sees it. */
  url: URL
  /** Calls the product's API as this visitor. */
  send: Fetch
  /** Milliseconds since 1970. */
  now: number
  /** The fields of a form posted without JavaScript, and why they were rejected. */
  posted?: object | undefined
}

/** Returns the queries to prefetch for a URL's screen. The page includes their results. */
function getQueries(platform: Platform, { pathname, searchParams }: URL) {
  const { api } = platform
  const config = configQuery(api)
  const remixed = searchParams.get('remix')
  const id = matchPath('/card/:id', pathname)?.params.id
  const league = pathname === '/' ? searchParams.get('league') : matchPath('/league/:code/*', pathname)?.params.code
  const leagueQueries = league && isLeagueCode(league) ? [leagueQuery(platform, league)] : []
  if (pathname === '/')
    return [config, cardsQuery(api, 'recent'), ...leagueQueries, ...(remixed ? [cardQuery(platform, remixed)] : [])]
  if (leagueQueries.length > 0) return [config, ...leagueQueries]
  if (pathname === '/face-off') return [config, faceOffQuery(platform)]
  if (pathname === '/contact') return [config, cardsQuery(api, 'strip')]
  if (id !== undefined) return [config, cardQuery(platform, id)]
  if (pathname !== '/hall-of-fame') return [config]
  const team = getTeam(searchParams.get('team') ?? '')
  return [
    config,
    teamsQuery(api),
    cardsQuery(api, 'strip'),
    cardsQuery(api, getLeaderboard(searchParams).list, team?.name ?? null),
  ]
}

export const SCREENS: Screens = {
  Generator: GeneratorScreen,
  Hall: HallScreen,
  FaceOff: FaceOffScreen,
  Card: CardScreen,
  MyCards: MyCardsScreen,
  CreateLeague: CreateLeagueScreen,
  League: LeagueScreen,
  Draw: DrawScreen,
  Duel: DuelScreen,
  LeagueBatch: BatchScreen,
  Account: AccountScreen,
  Contact: ContactScreen,
  Privacy: PrivacyScreen,
  Rules: RulesScreen,
  NotFound: NotFoundScreen,
  Auth: AuthScreen,
  Admin: AdminScreen,
}

const PRELOADS = /^(?:<link rel="preload" [^>]*>)*/

/** Server-side rendering: returns a page's HTML, the preloads of its first pictures and its dehydrated queries. */
export async function renderPage({ url, send, now, posted }: PageRequest) {
  const platform = createServerPlatform(url.origin, send, now)
  const client = createQueryClient({ retry: false })
  if (posted !== undefined) client.setQueryData(POSTED_KEY, posted)
  await Promise.all(getQueries(platform, url).map((query) => client.prefetchQuery(query as never)))
  // The browser retries failed queries itself, so both sides render them as pending.
  client.removeQueries({ predicate: (query) => query.state.status === 'error' && !hasResult(query) })
  // No streaming: all data is available, and the page's policy blocks the inline scripts of late chunks.
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location={url.pathname + url.search}>
        <App platform={platform} client={client} screens={SCREENS} />
      </StaticRouter>
    </StrictMode>,
  )
  const preloads = PRELOADS.exec(markup)?.[0] ?? ''
  return { html: markup.slice(preloads.length), preloads, state: dehydrateState(client), client }
}

/** True if a query has a result. A missing card or league counts as one; a list that failed to load does not. */
const hasResult = ({ state, queryKey }: { state: { status: string }; queryKey: readonly unknown[] }) =>
  state.status === 'success' || (state.status === 'error' && (queryKey[0] === 'card' || queryKey[0] === 'league'))

/** Dehydrates the queries that were fetched here. Others have only their initial data. */
const dehydrateState = (client: QueryClient) =>
  dehydrate(client, { shouldDehydrateQuery: (query) => hasResult(query) && query.queryKey[0] !== 'live' })

export type PlainPageRequest = {
  /** The page's path. Its forms post to paths below it. */
  path: '/auth' | '/admin'
  /** The screen's data. */
  view: object
  /** Paths of its style sheets, relative to the site's root. */
  styles: readonly string[]
}

/** Renders a page without scripts, as a complete document. */
export function renderPlainPage({ path, view, styles }: PlainPageRequest): string {
  const client = createQueryClient({ retry: false })
  client.setQueryData(VIEW_KEY, view)
  const platform = createServerPlatform(
    '',
    () => Promise.reject(new Error('A page without scripts makes no requests.')),
    0,
  )
  const markup = renderToStaticMarkup(
    <PlainDocument styles={styles}>
      <StaticRouter location={path}>
        <App platform={platform} client={client} screens={SCREENS} />
      </StaticRouter>
    </PlainDocument>,
  )
  return `<!doctype html>${markup}`
}
