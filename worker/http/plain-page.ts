import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { PlainPage } from '#pages'
import { readBuiltFiles, ENTRY } from './built-files.ts'

export type PlainPageOptions = {
  readonly status?: number
  /** Other origins that the page's forms may redirect to. */
  readonly formTargets?: readonly string[]
  /** Allows the script with this nonce. Without one, the page runs no script. */
  readonly nonce?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Modules of the web app whose style sheets the pages use. */
const MODULES: Readonly<Record<PlainPage['path'], string>> = {
  '/auth': 'src/screens/auth/auth-screen.tsx',
  '/admin': 'src/screens/admin/admin-screen.tsx',
}

/**
 * Renders a page of the app without the app's scripts. It cannot be framed, and its forms go only to allowed origins.
 * Keeps `window.opener`, because a page that opened this one as a popup waits for its result.
 */
export async function respondWithPlainPage(
  c: Context,
  page: PlainPage,
  { status = 200, formTargets = [], nonce, headers = {} }: PlainPageOptions = {},
): Promise<Response> {
  const { origin } = new URL(c.req.url)
  const [first, own, { renderPlainPage }] = await Promise.all([
    readBuiltFiles(c.env.ASSETS as Fetcher, origin, ENTRY),
    readBuiltFiles(c.env.ASSETS as Fetcher, origin, MODULES[page.path]),
    // Imported lazily, because evaluating it would add 15 ms to the Worker's startup.
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
    // With "no-referrer", this page's own forms would send `Origin: null`.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'geolocation=(), microphone=(), camera=()',
    ...headers,
  })
}
