import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ClientConfig } from '#shared/contracts/config.ts'
import { FIRST_PAINT_BARE_SHELL, FIRST_PAINT_SHELL, type FirstPaintName } from '#shared/contracts/first-paint.ts'
import type { EdgeContext } from '../app-env.ts'
import { readAnswers } from './answers.ts'
import { fillTemplate } from './fill-template.ts'
import { fillingFor } from './filling.ts'
import { firstPaintOf } from './first-paint.ts'
import { podiumImage } from './head.ts'
import { NO_FILES, screenFiles } from './screen-files.ts'
import type { Screen } from './screens.ts'
import { signedInNotice } from './signed-in.ts'
import { writePage } from './write-page.ts'

/** Of these the screen itself is the Worker's own. */
const SHELLS: ReadonlySet<FirstPaintName> = new Set([FIRST_PAINT_SHELL, FIRST_PAINT_BARE_SHELL])

/** A screen as a page: its HTML with its own head, its first answers and something to read without scripts. */
export async function answerPage(c: EdgeContext, screen: Screen): Promise<Response> {
  const { origin } = c.var
  const { ASSETS } = c.env
  const { backend, clock, config, podium } = c.var.services
  const [built, answers, files, painted, podiumPath, signedIn] = await Promise.all([
    ASSETS.fetch(new Request(new URL('/index.html', c.req.url))),
    readAnswers(c, screen.asks),
    screen.module === null ? NO_FILES : screenFiles(ASSETS, origin, screen.module),
    firstPaintOf(ASSETS, origin),
    screen.podium === undefined ? null : podium.pathOf(screen.podium, origin),
    signedInNotice(c),
  ])
  const written = screen.write(answers, origin, clock())
  const { status, shown = {}, body, notice = '', paint = screen.paint, ...parts } = written
  const [words, above] = [String(await body), String(await signedIn) + String(await notice)]
  const template = painted[paint]
  const isScreen = template === undefined || SHELLS.has(paint)
  const own = isScreen ? { screen: above + words } : { notice: above, words }
  const { data: known } = ClientConfig.safeParse(answers['/api/config']?.body)
  const screenful = fillTemplate(template ?? painted[FIRST_PAINT_SHELL] ?? [], fillingFor(known, shown, own))
  const head = podiumPath === null ? parts.head : { ...parts.head, image: podiumImage(podiumPath, origin) }
  const answer = await writePage(built, { ...parts, head, body: screenful, files })
  const core = backend.coreUrl(origin)
  return c.body(
    answer.body as ReadableStream,
    status as ContentfulStatusCode,
    pageHeaders(core === origin ? null : core, screen.isFramed === false ? null : config.auth.allowedOrigins),
  )
}

/**
 * What every page says about itself to the browser. Styles come from our own files and from scripts, which set single
 * properties (measured widths), and stand neither in attributes nor in elements; scripts come from our own files only, and no text becomes one (Trusted Types): the one policy is that of
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
      `style-src 'self'`,
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
