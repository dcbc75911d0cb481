import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { EdgeContext } from '../app-env.ts'
import { podiumImage } from './head.ts'
import { type RenderedPage, renderPage } from './render-page.ts'
import { screenFiles } from './screen-files.ts'
import type { Screen } from './screens.ts'
import { getSignedInAddress } from './signed-in.ts'
import { writePage } from './write-page.ts'

/** Renders a screen. It confirms a new sign-in to visitors without scripts. */
async function renderScreen(c: EdgeContext, { path }: Screen, posted?: object): Promise<RenderedPage> {
  const signedInAs = await getSignedInAddress(c)
  return renderPage(c, path, signedInAs === null ? posted : { ...posted, signedInAs })
}

/** Responds with a server-rendered page. @param posted values of a form that was sent without scripts */
export async function respondWithPage(c: EdgeContext, screen: Screen, posted?: object): Promise<Response> {
  const { origin } = c.var
  const { ASSETS } = c.env
  const { backend, config, podium } = c.var.services
  const [built, page, files, podiumPath] = await Promise.all([
    ASSETS.fetch(new Request(new URL('/index.html', c.req.url))),
    renderScreen(c, screen, posted),
    screenFiles(ASSETS, origin, screen.module),
    screen.podium === undefined ? null : podium.getPath(screen.podium, origin),
  ])
  const { status, head: screenHead } = screen.head(page, origin)
  const image = podiumPath === null ? await screen.findImage?.(c, page) : podiumImage(podiumPath, origin)
  const head = image ? { ...screenHead, image } : screenHead
  const response = await writePage(built, { head, files, ...page })
  const core = backend.coreUrl(origin)
  return c.body(response.body as ReadableStream, status as ContentfulStatusCode, {
    ...pageHeaders(core === origin ? null : core, screen.isFramed === false ? null : config.auth.allowedOrigins),
    ...(screen.isPrivate && PRIVATE),
  })
}

/**
 * Hashes of the style element that sonner adds for its toasts: first empty, then with its styles. A test computes them
 * from the installed package.
 */
export const SONNER_STYLES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
]

const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/**
 * Returns the headers of every page. Scripts and styles come from our own files only, without inline styles or style
 * attributes; scripts may set single style properties. Trusted Types allow only the policy of
 * web/src/lib/own-script.ts.
 *
 * @param core the host of an external backend, which serves card images and sign-in, or null
 * @param framers other origins that may frame the page, or null if not even this site may
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
    // Cuts off pages that open this one, but keeps the sign-in popup that this one opens.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The page takes selfies with the camera. It never needs the microphone.
    'permissions-policy': 'geolocation=(), microphone=(), camera=(self)',
    vary: 'cookie',
  }
}
