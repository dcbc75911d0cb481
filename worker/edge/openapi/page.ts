import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'
import { operationIdOf } from './document.ts'
import { failuresOf, type Operation, OPERATIONS } from './operations.ts'

export const OPENAPI_STYLE = `.doc .api{max-width:760px}
.doc .api code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.doc .api section{display:grid;gap:8px;padding:16px;background:var(--raise);border-radius:6px}
.doc .api h2{font:var(--t-strong);margin:0}
.doc .api dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:0}
.doc .api dt{color:var(--mute)}
.doc .api dd{margin:0}`

const WHO: Readonly<Record<NonNullable<Operation['key']> | 'visitor', string>> = {
  visitor: 'any visitor, known by the cookie',
  public: 'callers with the public key as the bearer',
  service: 'callers with the service key as the bearer',
}

/** The calls in words, for people; programs read the document. */
export const openApiPage = (): Markup =>
  html`<div class="doc-in api">
    <h1 class="h1">API</h1>
    <p class="mute">
      The calls that this site itself makes. The whole document, with every shape, is OpenAPI 3.1 at
      <a class="link" href="/openapi.json">/openapi.json</a>.
    </p>
    <div class="hash" aria-hidden="true"></div>
    ${OPERATIONS.map(operationView)}
  </div>`

function operationView(operation: Operation): Markup {
  const { method, path, summary, parameters = [], sends, answers, key } = operation
  const failures = failuresOf(operation)
  const id = operationIdOf(method, path)
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${summary}.</p>
    <dl>
      <dt>For</dt>
      <dd>${WHO[key ?? 'visitor']}</dd>
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
      <dd>${answers === null ? '204' : html`${answers.status} <code>${answers.name}</code>`}</dd>
      ${
        failures.length === 0
          ? ''
          : html`<dt>Fails with</dt>
              <dd>${failures.join(', ')}</dd>`
      }
    </dl>
  </section>`
}
