import { expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import { createTestApp } from '../../support/app.ts'
import { ACCOUNT_PATHS } from './account-paths.ts'
import { AI_PATHS } from './ai-paths.ts'
import { BACKEND_PATHS } from './backend-paths.ts'
import { CARD_PATHS } from './card-paths.ts'
import { GENERATION_PATHS } from './generation-paths.ts'
import { LINK_PATHS } from './link-paths.ts'
import { MODERATION_PATHS } from './moderation-paths.ts'
import { socialPaths } from './social-paths.ts'

const PATHS = [
  ...ACCOUNT_PATHS,
  ...AI_PATHS,
  ...BACKEND_PATHS,
  ...CARD_PATHS,
  ...GENERATION_PATHS,
  ...LINK_PATHS,
  ...MODERATION_PATHS,
  // Asked for nothing here.
  ...socialPaths(() => {
    throw new Error('no service')
  }, {}),
]

/** Routes that need no path, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /api/auth/introspect': 'reads a token',
  'POST /auth/view/:view': 'shows another form with the address that was typed',
  ...Object.fromEntries(
    ['extract-from-url', 'extract-from-blob', 'scrape', 'search', 'fetch'].map((what) => [
      `POST /api/data/:projectId/${what}`,
      'reads what lies elsewhere and stores nothing but how often it was asked, which a failure may use up',
    ]),
  ),
  'POST /api/data/:projectId/screenshot':
    'reads what lies elsewhere; a picture whose answer is lost is at an address that nobody knows, and expires',
}

/** What the app itself has registered. Middleware is registered for all methods too, below a path or for the routes behind it. */
function writeRoutes(): string[] {
  const { routes } = createApp(createTestApp().services)
  const named = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method))
  const bare = new Set(named.map(({ path }) => path))
  const others = routes.filter(({ method, path }) => method === 'ALL' && !path.endsWith('*') && !bare.has(path))
  return [...new Set([...named, ...others].map(({ method, path }) => `${method} ${path}`))].toSorted()
}

const routes = writeRoutes()
const covered = new Set(PATHS.flatMap(({ route }) => route ?? []))

test('every route of the app that changes something is run with faults, or is listed with the reason why not', () => {
  expect(routes.length).toBeGreaterThan(60)
  expect(routes.filter((route) => !covered.has(route) && !(route in WITHOUT))).toEqual([])
})

test('no route is listed that the app does not have, or that is run with faults all the same', () => {
  expect(Object.keys(WITHOUT).filter((route) => !routes.includes(route) || covered.has(route))).toEqual([])
})

test('no path is of a route that the app does not have', () => {
  const known = new Set(createApp(createTestApp().services).routes.map(({ method, path }) => `${method} ${path}`))
  expect([...covered].filter((route) => !known.has(route))).toEqual([])
})
