import type { Context } from 'hono'
import { respondWithPlainPage } from '#worker/http/plain-page.ts'
import { scriptJson } from '#worker/http/script-json.ts'
import { newId } from '#worker/http/signature.ts'
import type { BackendEnv } from '../../app-env.ts'
import { getSiteOrigin } from '../from.ts'
import { addressWith, type Outcome, toMessage } from './outcome.ts'
import type { PageRequest } from './request.ts'

/** Delivers an outcome by redirect or by popup message, as requested. The response is never cached. */
export function deliver(c: Context<BackendEnv>, request: PageRequest, outcome: Outcome): Response | Promise<Response> {
  const { projectId } = c.var.services.config
  const continueUrl = addressWith(outcome, request, projectId).href
  if (request.mode === 'redirect') {
    c.header('cache-control', 'no-store')
    // Our own page reads the referrer to see that our form sent the visitor, so it need not ask again
    // (web/src/lib/backend/account.ts).
    c.header('referrer-policy', request.redirectUrl.origin === getSiteOrigin(c) ? 'strict-origin' : 'no-referrer')
    return c.redirect(continueUrl, 303)
  }

  const message = toMessage(outcome, request, projectId)
  const data = scriptJson({ message, target: request.openerOrigin, instead: continueUrl })
  const nonce = newId()
  return respondWithPlainPage(
    c,
    { path: '/auth', view: { kind: 'hand over', outcome: data, continueUrl, nonce } },
    { nonce, headers: { 'referrer-policy': 'no-referrer' } },
  )
}
