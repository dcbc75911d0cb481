import { render } from '@testing-library/react'
import { BrowserRouter, matchPath, MemoryRouter, Route, Routes as RouterRoutes, useLocation } from 'react-router-dom'
import type { ReactElement, ReactNode } from 'react'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { App } from '#web/app/app.tsx'
import { Providers } from '#web/app/providers.tsx'
import { LAZY_SCREENS } from '#web/app/screens.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { createAccount } from '#web/lib/account.ts'
import { createApi } from '#web/lib/api.ts'
import { LatestNavigationProvider } from '#web/navigation/latest-navigation.tsx'
import { preparePhoto } from '#web/photo/photo.ts'
import type { LiveListener } from '#web/lib/live.ts'
import type { Platform } from '#web/lib/platform.tsx'
import Toaster from '#web/ui/toaster.tsx'

export const ORIGIN = 'https://cards.example'

type ApiResponse = { status?: number; body: unknown } | 'unreachable' | Promise<{ status?: number; body: unknown }>
/** `GET /api/config` → its response; a function receives the request's body. */
export type Routes = Record<string, ApiResponse | ((body: unknown) => ApiResponse)>

export type World = Platform & {
  calls: { route: string; body: unknown; headers: Headers }[]
  copied: string[]
  /** The files that the browser saved. */
  saved: File[]
  clock: { time: number }
  stored: Map<string, string>
  routes: Routes
  /** The listeners by channel name. */
  listeners: Map<string, LiveListener>
}

export const CONFIG: ClientConfig = {
  projectId: 'fantasy-cards',
  publicKey: 'public-key',
  donationUrl: 'https://donate.example/',
  contactCooldownMs: 20_000,
  imageService: null,
  backendHost: null,
  reviewsFaceless: true,
  generations: { left: 5, perDay: 20, resetsAt: '2026-11-22T00:00:00.000Z' },
}

/** A platform whose network, clock, storage and clipboard the test controls. */
export function createWorld(routes: Routes = {}, overrides: Partial<Platform> = {}): World {
  const calls: World['calls'] = []
  const copied: string[] = []
  const saved: File[] = []
  const stored = new Map<string, string>()
  const tabStorage = new Map<string, string>()
  const listeners: World['listeners'] = new Map()
  const clock = { time: Date.parse('2026-11-21T12:00:00Z') }
  const all: Routes = {
    'GET /api/config': { body: CONFIG },
    'GET /api/cards?list=recent': { body: { cards: [] } },
    'GET /api/cards?list=strip': { body: { cards: [] } },
    'GET /api/cards?list=top': { body: { cards: [] } },
    'GET /api/teams': { body: { cards: {} } },
    ...routes,
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    const route = `${init.method} ${url}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    calls.push({ route, body, headers: new Headers(init.headers) })
    const mock = all[route]
    if (mock === undefined) throw new Error(`the test has no answer for ${route}`)
    const response = await (typeof mock === 'function' ? mock(body) : mock)
    if (response === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body: json } = response
    if (status === 204) return new Response(null, { status })
    if (json instanceof Response) return json
    return json instanceof Blob ? new Response(json, { status }) : Response.json(json, { status })
  }

  return {
    api: createApi(send),
    account: { ...createAccount(() => Promise.reject(new Error('no test signs in here'))) },
    now: () => clock.time,
    memory: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void (value === null ? stored.delete(key) : stored.set(key, value)),
    },
    tabMemory: {
      get: (key) => tabStorage.get(key) ?? null,
      set: (key, value) => void (value === null ? tabStorage.delete(key) : tabStorage.set(key, value)),
    },
    origin: ORIGIN,
    copyText: async (text) => void copied.push(text),
    saveFile: (file) => void saved.push(file),
    share: null,
    canShare: () => false,
    copyPicture: null,
    userAgent: '',
    openLive: async () => ({
      listen(channel, listener) {
        listeners.set(channel, listener)
        return () => listeners.delete(channel)
      },
    }),
    preparePhoto,
    faces: { wake: () => {}, inPhoto: async () => null, inPart: async () => null },
    camera: null,
    ...overrides,
    calls,
    copied,
    saved,
    clock,
    stored,
    routes: all,
    listeners,
  }
}

/** Renders one screen at a URL, with toasts and all providers. */
export function show(screen: ReactElement, world: World, { at = '/', client = createQueryClient() } = {}): void {
  render(
    <Providers platform={world} client={client}>
      <MemoryRouter initialEntries={[at]}>
        <LatestNavigationProvider>
          <RouterRoutes>
            <Route path="/card/:id" element={screen} />
            <Route path="/league/:code/draws/:number" element={screen} />
            <Route path="/league/:code/duels/:number" element={screen} />
            <Route path="/league/:code/*" element={screen} />
            <Route path="*" element={screen} />
          </RouterRoutes>
          <Address />
        </LatestNavigationProvider>
      </MemoryRouter>
      <Toaster />
    </Providers>,
  )
}

/** Elements that render only at some URLs. */
export const At = ({ path, children }: { path: string; children: ReactNode }) =>
  matchPath(path, useLocation().pathname) && children

const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

export const aCard = (part: Partial<Card> = {}): Card => ({
  id: 'card-1',
  playerName: 'Nacho Joe',
  jerseyNumber: '7',
  teamColors: 'Kansas City Chiefs',
  imageUrl: `${ORIGIN}/files/card-1.jpg`,
  stats: { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 },
  createdAt: '2024-11-20T10:00:00.000Z',
  votes: 41,
  userId: 'anonymous',
  version: '0123456789',
  ...part,
})

/** A public card, as its page receives it. */
export const aCardPage = (part: Partial<CardPage> = {}): CardPage => ({
  ...aCard(),
  visibility: 'public',
  armor: 'duck',
  tier: 'Captain',
  source: 'computed',
  finish: 'ink',
  hidden: false,
  waiting: false,
  rank: null,
  rankOfWeek: null,
  mine: false,
  nextVoteAt: null,
  ...part,
})

/** An error response of the server. */
export const failure = (status: number, code: string, error: string, details: unknown = null) => ({
  status,
  body: { error, message: error, code, details, hint: null },
})

/** Renders the whole app at the URL of the window. */
export const renderApp = (world: World) =>
  render(
    <BrowserRouter>
      <App platform={world} client={createQueryClient()} screens={LAZY_SCREENS} />
    </BrowserRouter>,
  )
