import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { newId } from '../signature.ts'
import { type Operation, operationsIn, type Paths } from './document.ts'

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{margin:1rem 0;padding:1rem;background:#8882;border-radius:6px}
h2{font-size:1rem;margin:0}
code{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:0}
dd{margin:0;grid-column:2}`

const POLICY = `default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

type Markup = ReturnType<typeof html>
type Media = Readonly<Record<string, unknown>>

export type PageTexts = {
  readonly title: string
  /** One sentence about these calls. */
  readonly about: string
  /** URL of the document. */
  readonly document: string
  /** Link to the other API's page. */
  readonly other: { readonly title: string; readonly address: string }
}

/** Renders an API's calls for people. Programs read the document. */
export function respondWithOpenApiPage(c: Context, { title, about, document, other }: PageTexts, paths: Paths) {
  const nonce = newId()
  c.header('content-security-policy', `${POLICY}; style-src 'nonce-${nonce}'`)
  c.header('cache-control', 'no-store')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <style nonce="${nonce}">
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            <p>
              ${about} The OpenAPI 3.1 document, with all schemas, is at <a href="${document}">${document}</a>. See also
              <a href="${other.address}">${other.title}</a>.
            </p>
            ${operationsIn(paths).map(({ method, path, operation }) => view(`${method.toUpperCase()} ${path}`, operation))}
            <p><a href="/">Fantasy Football Cards</a></p>
          </main>
        </body>
      </html>`,
  )
}

function view(call: string, { operationId, summary, description, ...operation }: Operation): Markup {
  const { security = [], parameters = [], requestBody, responses = {} } = operation
  const entries = Object.entries(responses) as [string, { description: string; content?: Media }][]
  const callers = security.map((keys) => Object.keys(keys)[0] ?? 'anyone')
  const failures = entries.map(([status]) => status).filter((status) => Number(status) >= 400)
  return html`<section aria-labelledby="${operationId}">
    <h2 id="${operationId}"><code>${call}</code></h2>
    <p>${summary}.</p>
    ${description === undefined ? '' : html`<p>${description}</p>`}
    <dl>
      <dt>For</dt>
      <dd>${callers.join(', ')}</dd>
      ${(parameters as { in: string; name: string; description?: string }[]).map(
        (one) =>
          html`<dt>In the ${one.in}</dt>
            <dd><code>${one.name}</code> ${one.description ?? ''}</dd>`,
      )}
      ${
        requestBody !== undefined && 'content' in requestBody
          ? html`<dt>Sends</dt>
              <dd>${kinds(requestBody.content)}</dd>`
          : ''
      }
      <dt>Answers</dt>
      ${entries
        .filter(([status]) => Number(status) < 400)
        .map(([status, { description: about, content }]) => html`<dd>${status} ${kinds(content)} ${about}</dd>`)}
      <dt>Fails with</dt>
      <dd>${failures.join(', ')}</dd>
    </dl>
  </section>`
}

/** Lists media types with the names of their schemas. */
const kinds = (content: Media = {}): Markup[] =>
  Object.entries(content).map(([type, media]) => {
    const [, name = ''] = /schemas\/(\w+)"/.exec(JSON.stringify(media)) ?? []
    return html`<code>${type} ${name}</code> `
  })
