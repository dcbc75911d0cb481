import { Hono } from 'hono'
import { GAPS } from '#shared/contracts/first-paint.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { readAnswers } from './answers.ts'
import { fillPaint, firstPaintOf } from './first-paint.ts'
import { STATIC_PAGES } from './head.ts'
import { NO_FILES, screenFiles } from './screen-files.ts'
import { cardScreen, type Screen, staticScreen, unknownScreen } from './screens.ts'
import { writePage } from './write-page.ts'

/** The pages, as HTML with their own head, their first answers and something to read without scripts. */
export const pages = new Hono<EdgeEnv>().get('/card/:id', (c) => page(c, cardScreen(c.req.param('id'))))
for (const path of STATIC_PAGES) pages.get(path, (c) => page(c, staticScreen(path, new URL(c.req.url).searchParams)))

/** A file of the build, or for a browser the page that says there is nothing here. */
export async function fileOrMissing(c: EdgeContext): Promise<Response> {
  // The template of all pages: as a bare file it lacks the headers of pages, such as which sites may frame them.
  if (c.req.path === '/index.html') return c.redirect('/', 301)
  const file = await c.env.ASSETS.fetch(c.req.raw)
  if (file.status !== 404) return file
  const wantsPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
  return wantsPage ? page(c, unknownScreen(c.req.path)) : c.notFound()
}

/** The ends of a first paint, where words may stand. */
const MAIN_START = /<main [^>]*>/
const MAIN_END = '</main>'

async function page(c: EdgeContext, screen: Screen): Promise<Response> {
  const { origin } = c.var
  const { ASSETS } = c.env
  const [built, answers, files, painted] = await Promise.all([
    ASSETS.fetch(new Request(new URL('/index.html', c.req.url))),
    readAnswers(c, screen.asks),
    screen.module === null ? NO_FILES : screenFiles(ASSETS, origin, screen.module),
    firstPaintOf(ASSETS, origin),
  ])
  const { status, cards = {}, body, isNotice = false, ...parts } = screen.write(answers, origin)
  const [paint, words] = [screen.paint === null ? undefined : painted.pages[screen.paint], String(await body)]
  const shown = await fillPaint(paint ?? painted.shell, answers, cards)
  const screenful =
    paint === undefined
      ? shown.replace(GAPS.screen, () => words)
      : isNotice
        ? shown.replace(MAIN_START, (start) => start + words)
        : shown.replace(MAIN_END, (end) => words + end)
  const written = await writePage(built, { ...parts, body: screenful, files })
  const { backend, config } = c.var.services
  const core = backend.coreUrl(origin)
  return c.body(
    written.body as ReadableStream,
    status,
    pageHeaders(core === origin ? null : core, screen.isFramed === false ? null : config.auth.allowedOrigins),
  )
}

/**
 * What every page says about itself to the browser. Styles may stand in attributes (measured widths, team colors), and
 * in no element; scripts come from our own files only, and no text becomes one (Trusted Types): the one policy is that of
 * web/src/lib/own-script.ts.
 *
 * @param core another host that stores the card images and signs people in, or null
 * @param framers origins whose pages may show this one in a frame, beside this site's own; null: none, not even this site
 */
function pageHeaders(core: string | null, framers: readonly string[] | null): Record<string, string> {
  const hosts = core === null ? '' : ` ${core}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': [
      `default-src 'self'`,
      `img-src 'self' data: blob:${hosts}`,
      `connect-src 'self'${hosts}`,
      // Browsers that tell no attributes from elements allow both.
      `style-src 'self' 'unsafe-inline'`,
      `style-src-elem 'self'`,
      `require-trusted-types-for 'script'`,
      `trusted-types own-files`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors ${framers === null ? "'none'" : [`'self'${hosts}`, ...framers].join(' ')}`,
    ].join('; '),
    // A page that opens this one gets no hold of it; the sign-in window that this one opens still answers.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A selfie is taken on the page itself; nothing is ever recorded with sound.
    'permissions-policy': 'geolocation=(), microphone=(), camera=(self)',
    vary: 'cookie',
  }
}
