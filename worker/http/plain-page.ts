import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { PlainPage } from '#pages'
import { builtFiles, ENTRY } from './built-files.ts'

export type PlainPageOptions = {
  readonly status?: number
  /** Origins that a form of this page may end at, beside this one. */
  readonly formTargets?: readonly string[]
  /** The page runs only the script that carries it. Without one it runs none. */
  readonly nonce?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Their modules in the web app, whose style sheets they need. */
const MODULES: Readonly<Record<PlainPage['path'], string>> = {
  '/auth': 'src/screens/auth/auth-screen.tsx',
  '/admin': 'src/screens/admin/admin-screen.tsx',
}

/**
 * Answers with a page of the app that runs none of its scripts. It cannot be framed, and its forms go only where it
 * says. No opener is cut off, because a page that asked in a window of its own waits for it.
 */
export async function answerPlainPage(
  c: Context,
  page: PlainPage,
  { status = 200, formTargets = [], nonce, headers = {} }: PlainPageOptions = {},
): Promise<Response> {
  const { origin } = new URL(c.req.url)
  const [first, own, { renderPlainPage }] = await Promise.all([
    builtFiles(c.env.ASSETS as Fetcher, origin, ENTRY),
    builtFiles(c.env.ASSETS as Fetcher, origin, MODULES[page.path]),
    // Imported with the first page: evaluating it takes 15 ms of the Worker's start-up.
    import('#pages'),
  ])
  const styles = [...new Set([...first.styles, ...own.styles])]
  return c.html(renderPlainPage({ ...page, styles }), status as ContentfulStatusCode, {
    'content-security-policy': [
      `default-src 'none'`,
      ...(nonce === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
      `style-src 'self'`,
      `font-src 'self'`,
      `img-src 'self'`,
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
      `trusted-types 'none'`,
    ].join('; '),
    'cache-control': 'no-store',
    // Not "no-referrer": then a form of this very page would come from nowhere.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'geolocation=(), microphone=(), camera=()',
    ...headers,
  })
}
