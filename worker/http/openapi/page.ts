import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { newId } from '../signature.ts'
import { failuresOf, type Key, keysOf, type Operation, operationIdOf } from './operation.ts'

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{margin:1rem 0;padding:1rem;background:#8882;border-radius:6px}
h2{font-size:1rem;margin:0}
code{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:0}
dd{margin:0;grid-column:2}`

type Markup = ReturnType<typeof html>

const WHO: Readonly<Record<Key, string>> = {
  visitor: 'any visitor, known by the cookie',
  anyone: 'anyone',
  public: 'callers with the public key as the bearer',
  user: 'signed-in users, by their access token as the bearer',
  service: 'callers with the service key as the bearer',
}

export type OpenApiPage = {
  readonly title: string
  /** What these calls are, in a sentence. */
  readonly about: string
  /** Where the document is. */
  readonly document: string
  /** The page of the other calls that are served here. */
  readonly other: { readonly title: string; readonly address: string }
  readonly operations: readonly Operation[]
}

/** Answers with the calls in words, for people. Programs read the document. */
export function answerOpenApiPage(c: Context, { title, about, document, other, operations }: OpenApiPage) {
  const nonce = newId()
  c.header(
    'content-security-policy',
    [
      `default-src 'none'`,
      `style-src 'nonce-${nonce}'`,
      `form-action 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
      `trusted-types 'none'`,
    ].join('; '),
  )
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
              ${about} The whole document, with every shape, is OpenAPI 3.1 at <a href="${document}">${document}</a>.
              <a href="${other.address}">${other.title}</a> has a page of its own.
            </p>
            ${operations.map(operationView)}
            <p><a href="/">Fantasy Football Cards</a></p>
          </main>
        </body>
      </html>`,
  )
}

function operationView(operation: Operation): Markup {
  const { method, path, summary, about, parameters = [], sends } = operation
  const failures = failuresOf(operation)
  const id = operationIdOf(method, path)
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${summary}.</p>
    ${about === undefined ? '' : html`<p>${about}</p>`}
    <dl>
      <dt>For</dt>
      <dd>
        ${keysOf(operation)
          .map((key) => WHO[key])
          .join('; ')}
      </dd>
      ${parameters.map(
        ({ in: place, name, about }) =>
          html`<dt>${place === 'query' ? 'Query' : 'Header'}</dt>
            <dd><code>${name}</code> ${about}</dd>`,
      )}
      ${
        sends === undefined
          ? ''
          : html`<dt>Sends</dt>
              <dd>
                <code>${sends.name}</code
                >${sends.file === undefined ? '' : html` and a file <code>${sends.file}</code>`}
              </dd>`
      }
      <dt>Answers</dt>
      ${answersOf(operation).map((said) => html`<dd>${said}</dd>`)}
      ${
        failures.length === 0
          ? ''
          : html`<dt>Fails with</dt>
              <dd>${failures.join(', ')}</dd>`
      }
    </dl>
  </section>`
}

function answersOf({ answers, others = [] }: Operation): Markup[] {
  const main = answers === null ? html`204` : html`${answers.status} <code>${answers.name}</code>`
  const more = others.map(({ status, about, type, shape }) =>
    shape === undefined
      ? html`${status} ${type === undefined ? '' : html`<code>${type}</code>`} ${about}`
      : html`${status} <code>${shape.name}</code> ${about}`,
  )
  return answers === null && others.length > 0 ? more : [main, ...more]
}
