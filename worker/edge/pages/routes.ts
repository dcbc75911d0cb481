import { Hono } from 'hono'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { answerPage } from './answer-page.ts'
import { STATIC_PAGES } from './head.ts'
import { cardScreen, staticScreen, unknownScreen } from './screens.ts'

/** The pages, as HTML with their own head, their first answers and something to read without scripts. */
export const pages = new Hono<EdgeEnv>().get('/card/:id', (c) => answerPage(c, cardScreen(c.req.param('id'))))
for (const path of STATIC_PAGES)
  pages.get(path, (c) =>
    answerPage(c, staticScreen(path, new URL(c.req.url)), path === '/contact' ? { key: newId() } : undefined),
  )

/** A file of the build, or for a browser the page that says there is nothing here. */
export async function fileOrMissing(c: EdgeContext): Promise<Response> {
  // The template of all pages: as a bare file it lacks the headers of pages, such as which sites may frame them.
  if (c.req.path === '/index.html') return c.redirect('/', 301)
  const page = withoutLastSlash(new URL(c.req.url))
  if (page !== null) return c.redirect(page, 301)
  const file = await c.env.ASSETS.fetch(c.req.raw)
  if (file.status !== 404) return file
  const wantsPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
  return wantsPage ? answerPage(c, unknownScreen(c.req.path)) : c.notFound()
}

/** Calls of programs, whose address is either right or wrong. */
const FOR_PROGRAMS = /^\/(?:api|rest|functions|storage)\//

/** The address of a page without the slash at its end; null for an address without one. */
function withoutLastSlash({ pathname, search }: URL): string | null {
  if (!pathname.endsWith('/') || FOR_PROGRAMS.test(pathname)) return null
  const parts = pathname.split('/').filter((part) => part !== '')
  // Two slashes at its beginning would lead to another host.
  return parts.length === 0 ? null : `/${parts.join('/')}${search}`
}
