import { html } from 'hono/html'
import type { Markup } from '../document.ts'
import { failuresOf, type Key, keysOf, type Operation, operationIdOf } from './operation.ts'

export const OPENAPI_STYLE = `.doc .api{max-width:760px}
.doc .api code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.doc .api section{display:grid;gap:8px;padding:16px;background:var(--raise);border-radius:6px}
.doc .api h2{font:var(--t-strong);margin:0}
.doc .api dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:0}
.doc .api dt{color:var(--mute)}
.doc .api dd{margin:0;grid-column:2}`

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

/** The calls in words, for people; programs read the document. */
export const openApiPage = ({ title, about, document, other, operations }: OpenApiPage): Markup =>
  html`<div class="doc-in api">
    <h1 class="text-title">${title}</h1>
    <p class="text-mute">
      ${about} The whole document, with every shape, is OpenAPI 3.1 at
      <a class="button-link" href="${document}">${document}</a>.
      <a class="button-link" href="${other.address}">${other.title}</a> has a page of its own.
    </p>
    <div class="hash-rule-rule" aria-hidden="true"></div>
    ${operations.map(operationView)}
  </div>`

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
