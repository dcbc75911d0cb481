import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router-dom'
import { boardOf } from '#shared/contracts/boards.ts'
import { getTeam } from '#shared/domain/team.ts'
import { App } from './app/app.tsx'
import { PlainDocument } from './app/plain-document.tsx'
import type { Screens } from './app/screens.ts'
import { cardQuery, cardsQuery, teamsQuery } from './data/cards.ts'
import { configQuery } from './data/config.ts'
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
import GeneratorScreen from './screens/generator/generator-screen.tsx'
import HallScreen from './screens/hall/hall-screen.tsx'
import MyCardsScreen from './screens/my-cards/my-cards-screen.tsx'
import NotFoundScreen from './screens/not-found/not-found-screen.tsx'
import PrivacyScreen from './screens/privacy/privacy-screen.tsx'
import RulesScreen from './screens/rules/rules-screen.tsx'

export type PageRequest = {
  /** The page's address as the visitor sees it. */
  url: URL
  /** Asks the product's API for this visitor. */
  send: Fetch
  /** Milliseconds since 1970. */
  now: number
  /** The fields that a form without scripts has sent, and why they were refused. */
  posted?: object | undefined
}

/** Returns the queries that the screen of an address starts with. The page carries their results. */
function queriesOf(platform: Platform, { pathname, searchParams }: URL) {
  const { api } = platform
  const config = configQuery(api)
  const remixed = searchParams.get('remix')
  const id = matchPath('/card/:id', pathname)?.params.id
  if (pathname === '/') return [config, cardsQuery(api, 'recent'), ...(remixed ? [cardQuery(platform, remixed)] : [])]
  if (pathname === '/contact') return [config, cardsQuery(api, 'strip')]
  if (id !== undefined) return [config, cardQuery(platform, id)]
  if (pathname !== '/hall-of-fame') return [config]
  const team = getTeam(searchParams.get('team') ?? '')
  return [
    config,
    teamsQuery(api),
    cardsQuery(api, 'strip'),
    cardsQuery(api, boardOf(searchParams).list, team?.name ?? null),
  ]
}

export const SCREENS: Screens = {
  Generator: GeneratorScreen,
  Hall: HallScreen,
  Card: CardScreen,
  MyCards: MyCardsScreen,
  Account: AccountScreen,
  Contact: ContactScreen,
  Privacy: PrivacyScreen,
  Rules: RulesScreen,
  NotFound: NotFoundScreen,
  Auth: AuthScreen,
  Admin: AdminScreen,
}

const PRELOADS = /^(?:<link rel="preload" [^>]*>)*/

/** Renders a page to HTML, with the preloads of its first pictures and its dehydrated queries. */
export async function renderPage({ url, send, now, posted }: PageRequest) {
  const platform = createServerPlatform(url.origin, send, now)
  const client = createQueryClient({ retry: false })
  if (posted !== undefined) client.setQueryData(POSTED_KEY, posted)
  await Promise.all(queriesOf(platform, url).map((query) => client.prefetchQuery(query as never)))
  // The browser retries failed queries itself, so both sides render them as pending.
  client.removeQueries({ predicate: (query) => query.state.status === 'error' && !isAnswer(query) })
  // Not a stream: all data is here, and the page's policy refuses the inline scripts that deliver late parts.
  const written = renderToString(
    <StrictMode>
      <StaticRouter location={url.pathname + url.search}>
        <App platform={platform} client={client} screens={SCREENS} />
      </StaticRouter>
    </StrictMode>,
  )
  const preloads = PRELOADS.exec(written)?.[0] ?? ''
  return { html: written.slice(preloads.length), preloads, state: stateOf(client), client }
}

/** A card that does not exist is an answer too. A list that could not be read is none. */
const isAnswer = ({ state, queryKey }: { state: { status: string }; queryKey: readonly unknown[] }) =>
  state.status === 'success' || (state.status === 'error' && queryKey[0] === 'card')

/** The queries that were asked here. Others only have their initial data. */
const stateOf = (client: QueryClient) =>
  dehydrate(client, { shouldDehydrateQuery: (query) => isAnswer(query) && query.queryKey[0] !== 'live' })

export type PlainPageRequest = {
  /** Which page it is. Forms are sent to addresses below it. */
  path: '/auth' | '/admin'
  /** The view, as its screen reads it. */
  view: object
  /** Paths of its style sheets, from the site's root. */
  styles: readonly string[]
}

/** Renders a page that runs none of the app's scripts, as a whole document. */
export function renderPlainPage({ path, view, styles }: PlainPageRequest): string {
  const client = createQueryClient({ retry: false })
  client.setQueryData(VIEW_KEY, view)
  const platform = createServerPlatform('', () => Promise.reject(new Error('A page without scripts asks nothing.')), 0)
  const written = renderToStaticMarkup(
    <PlainDocument styles={styles}>
      <StaticRouter location={path}>
        <App platform={platform} client={client} screens={SCREENS} />
      </StaticRouter>
    </PlainDocument>,
  )
  return `<!doctype html>${written}`
}
