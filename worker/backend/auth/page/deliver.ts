import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { answerDocument } from '#worker/http/document.ts'
import { scriptJson } from '#worker/http/script-json.ts'
import type { BackendEnv } from '../../app-env.ts'
import { addressWith, messageOf, type Outcome } from './outcome.ts'
import type { PageRequest } from './request.ts'

/**
 * Posts the message to the opener at its exact origin, and closes. Some services cut a window off from its opener on the way: then
 * the window itself becomes the page that asked, and the other tabs learn of it by what that page stores.
 */
const TELL = `const { message, target, instead } = JSON.parse(document.getElementById('outcome').textContent)
if (window.opener) {
  window.opener.postMessage(message, target)
  window.close()
} else location.replace(instead)`

/** Hands an outcome over in the way that was asked for. Nothing of it is kept on the way. */
export function deliver(c: Context<BackendEnv>, request: PageRequest, outcome: Outcome): Response | Promise<Response> {
  const { projectId } = c.var.services.config
  const address = addressWith(outcome, request, projectId).href
  if (request.mode === 'redirect') {
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    return c.redirect(address, 303)
  }

  const message = messageOf(outcome, request, projectId)
  const data = scriptJson({ message, target: request.openerOrigin, instead: address })
  return answerDocument(c, {
    title: 'Signing in',
    main: html`<div class="doc-in">
      <h1 class="text-title">One moment</h1>
      <p>This window closes by itself. If it does not, close it and go back to the page you came from.</p>
      <noscript><a class="button-button button-primary" href="${address}">Continue</a></noscript>
      <script type="application/json" id="outcome">
        ${raw(data)}
      </script>
    </div>`,
    script: TELL,
    headers: { 'referrer-policy': 'no-referrer' },
  })
}
