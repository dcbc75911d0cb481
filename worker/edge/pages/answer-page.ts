import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { EdgeContext } from '../app-env.ts'
import { podiumImage } from './head.ts'
import { type RenderedPage, renderPage } from './render-page.ts'
import { screenFiles } from './screen-files.ts'
import type { Screen } from './screens.ts'
import { getSignedInAddress } from './signed-in.ts'
import { writePage } from './write-page.ts'

/** Renders a screen. A visitor without scripts reads there that the sign-in worked. */
async function renderScreen(c: EdgeContext, { path }: Screen, posted?: object): Promise<RenderedPage> {
  const signedInAs = await getSignedInAddress(c)
  return renderPage(c, path, signedInAs === null ? posted : { ...posted, signedInAs })
}

/** Answers with a screen as a page: rendered, with its own head. @param posted what a form without scripts has sent */
export async function answerPage(c: EdgeContext, screen: Screen, posted?: object): Promise<Response> {
  const { origin } = c.var
  const { ASSETS } = c.env
  const { backend, config, podium } = c.var.services
  const [built, page, files, podiumPath] = await Promise.all([
    ASSETS.fetch(new Request(new URL('/index.html', c.req.url))),
    renderScreen(c, screen, posted),
    screenFiles(ASSETS, origin, screen.module),
    screen.podium === undefined ? null : podium.pathOf(screen.podium, origin),
  ])
  const { status, head: own } = screen.head(page, origin)
  const head = podiumPath === null ? own : { ...own, image: podiumImage(podiumPath, origin) }
  const answer = await writePage(built, { head, files, ...page })
  const core = backend.coreUrl(origin)
  return c.body(
    answer.body as ReadableStream,
    status as ContentfulStatusCode,
    pageHeaders(core === origin ? null : core, screen.isFramed === false ? null : config.auth.allowedOrigins),
  )
}

/**
 * The hashes of the one style element that sonner adds for its toasts: empty at first, then with its styles. A test
 * computes them from the installed package.
 */
export const SONNER_STYLES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
]

/**
 * The headers of every page. Styles come from our own files and from scripts, which set single properties (measured
 * widths), and stand neither in attributes nor in elements; scripts come from our own files only, and no text becomes
 * one (Trusted Types): the one policy is that of web/src/lib/own-script.ts.
 *
 * @param core another host that stores the card images and signs people in, or null
 * @param framers origins whose pages may show this one in a frame, beside this site's own; null: none, not even this
 *   site
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
      `style-src 'self' ${SONNER_STYLES.map((hash) => `'${hash}'`).join(' ')}`,
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
