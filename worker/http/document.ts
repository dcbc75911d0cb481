import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { IMPRINT } from '#shared/domain/messages.ts'
import { builtFiles, ENTRY } from './built-files.ts'
import { newId } from './signature.ts'

export type Markup = ReturnType<typeof html>

export type DocumentParts = {
  readonly title: string
  readonly main: Markup
  /** Beside the styles that all documents have. */
  readonly style?: string
  /** Run once the page is there; reads its input from an element, never from text put into it. */
  readonly script?: string
  /** Origins that a form of this page may end at, beside this one. */
  readonly formTargets?: readonly string[]
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What stands beside the web app's own styles. */
const STYLE = `.doc{padding:24px 16px 64px;display:grid;gap:40px}
.doc-in{display:grid;gap:24px;max-width:560px;width:100%}
.doc .text-title{font-size:clamp(2.5rem,2rem + 2.2vw,3.5rem)}
.doc form{display:grid;gap:16px}
.doc form .text-small{margin-top:6px}
.doc .out{justify-items:start;gap:8px}
.doc .says{padding:14px 16px;border:2px solid var(--edge);border-radius:6px;font:var(--t-strong)}
.doc .says .text-small{display:block;margin-top:4px}
.doc .says.bad{border-color:var(--bad);color:var(--bad)}
.doc .says.good{border-color:var(--good)}
.doc .says.held{display:grid;gap:12px;justify-items:start}
.doc .whose{overflow-wrap:anywhere}
.doc .ways{display:grid;gap:12px}
.doc .or{display:grid;grid-template-columns:1fr auto 1fr;gap:12px;align-items:center;font:var(--t-tag);color:var(--mute)}
.doc .or i{height:1px;background:var(--line)}
.doc .links{display:flex;flex-wrap:wrap;gap:4px 24px}
.doc .rep{display:grid;grid-template-columns:minmax(96px,38%) minmax(0,1fr);gap:16px;padding:16px;background:var(--raise);border-radius:6px}
.doc .rep img{width:100%;height:auto;border-radius:3px}
.doc .rep>div{display:grid;gap:8px;overflow-wrap:anywhere}
.doc .rep form{display:flex;flex-wrap:wrap;gap:8px}
.doc .rep>a{align-self:start}
.doc .why{display:grid;gap:8px}
.doc .why dd{margin:0;padding-left:12px;border-left:3px solid var(--edge)}
.doc .rep .late{color:var(--bad)}
.doc .button-danger{border-color:var(--bad);color:var(--bad)}
.doc .sure{display:grid;gap:16px;justify-items:start;overflow-wrap:anywhere}
.doc .sure img{width:min(300px,100%);height:auto;border-radius:6px}
@media (min-width:900px){.doc{grid-template-columns:minmax(0,1fr) minmax(420px,520px);gap:64px;max-width:1280px;width:100%;padding:64px 40px 96px;align-items:start}}`

/**
 * A page of its own, without the web app: it shares its styles, and works without scripts. It cannot be framed,
 * nothing but its own script runs in it, and no opener is cut off: a page that asked in a window of its own waits for it.
 */
export async function answerDocument(c: Context, parts: DocumentParts): Promise<Response> {
  const { title, main, style = '', script, formTargets = [], status = 200, headers = {} } = parts
  const nonce = newId()
  const { styles } = await builtFiles(c.env.ASSETS as Fetcher, new URL(c.req.url).origin, ENTRY)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0f0e" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f1efe7" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any" />
        <script nonce="${nonce}" src="/first-paint.js"></script>
        ${styles.map((file) => html`<link rel="stylesheet" href="/${file}" />`)}
        <style nonce="${nonce}">
          ${raw(STYLE + style)}
        </style>
      </head>
      <body>
        <div id="root">
          <header class="header-header">
            <div class="header-inside">
              <a class="header-brand" href="/" aria-label="Fantasy Football Cards, home"
                ><img src="/icon.svg" alt="" width="32" height="32" /><span aria-hidden="true"
                  ><b>Fantasy </b><b>Football </b><b>Cards</b></span
                ></a
              >
            </div>
          </header>
          <main class="doc">${main}</main>
          <footer class="footer-footer">
            <div class="hash-rule-rule" aria-hidden="true"></div>
            <div class="footer-inside">
              <nav aria-label="Footer">
                <a href="/hall-of-fame">Hall of Fame</a><a href="/rules">Rules</a><a href="/contact">Contact Us</a
                ><a href="/privacy-policy">Privacy</a>
              </nav>
              <p>${IMPRINT}</p>
            </div>
          </footer>
        </div>
        ${
          script === undefined
            ? ''
            : html`<script nonce="${nonce}">
                ${raw(script)}
              </script>`
        }
      </body>
    </html>`
  return c.html(page, status as ContentfulStatusCode, {
    'content-security-policy': [
      `default-src 'none'`,
      `script-src 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
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
