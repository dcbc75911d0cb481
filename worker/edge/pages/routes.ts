import { Hono } from 'hono'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { respondWithPage } from './respond-with-page.ts'
import { STATIC_PAGES } from './head.ts'
import {
  batchScreen,
  cardScreen,
  drawScreen,
  duelScreen,
  leagueScreen,
  staticScreen,
  unknownScreen,
} from './screens.ts'

/** The server-rendered pages. They work without scripts too. */
export const pages = new Hono<EdgeEnv>()
  .get('/card/:id', (c) => respondWithPage(c, cardScreen(c.req.param('id'))))
  .get('/league/:code', (c) => respondWithPage(c, leagueScreen(c.req.param('code'))))
  .get('/league/:code/draws/:number', (c) => respondWithPage(c, drawScreen(c.req.param('code'), c.req.param('number'))))
  .get('/league/:code/duels/:number', (c) => respondWithPage(c, duelScreen(c.req.param('code'), c.req.param('number'))))
  .get('/league/:code/batch', (c) => respondWithPage(c, batchScreen(c.req.param('code'))))
for (const path of STATIC_PAGES)
  pages.get(path, (c) =>
    respondWithPage(c, staticScreen(path, new URL(c.req.url)), path === '/contact' ? { key: newId() } : undefined),
  )
// People guess this URL.
pages.get('/privacy', (c) => c.redirect('/privacy-policy', 301))

/** Serves a file of the build, or the 404 page for browsers. */
export async function fileOrMissing(c: EdgeContext): Promise<Response> {
  // The template of all pages. As a static file it would lack their headers, such as the CSP.
  if (c.req.path === '/index.html') return c.redirect('/', 301)
  const page = withoutLastSlash(new URL(c.req.url))
  if (page !== null) return c.redirect(page, 301)
  const file = await c.env.ASSETS.fetch(c.req.raw)
  if (file.status !== 404) return file
  const wantsPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
  return wantsPage ? respondWithPage(c, unknownScreen(c.req.path)) : c.notFound()
}

/** Paths that programs call. They are never redirected. */
const FOR_PROGRAMS = /^\/(?:api|rest|functions|storage)\//

/** Returns a page's path without its trailing slash, or null if it has none. */
function withoutLastSlash({ pathname, search }: URL): string | null {
  if (!pathname.endsWith('/') || FOR_PROGRAMS.test(pathname)) return null
  const parts = pathname.split('/').filter((part) => part !== '')
  // Collapses slashes, because a path that starts with two would redirect to another host.
  return parts.length === 0 ? null : `/${parts.join('/')}${search}`
}
