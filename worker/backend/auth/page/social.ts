import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { readFields } from '#worker/http/fields.ts'
import { describeError, log } from '#worker/http/log.ts'
import { isSameSecret } from '#worker/http/signature.ts'
import type { BackendEnv } from '../../app-env.ts'
import { getFrom, getSiteOrigin } from '../from.ts'
import { FLOW_SECONDS } from '../limits.ts'
import type { Flow } from '../social/flow.ts'
import { isProviderName, type ProviderName } from '../social/provider.ts'
import { deliver } from './deliver.ts'
import { type PageRequest, readPageRequest } from './request.ts'

/** Browsers silently drop a cookie of more than 4,096 bytes, including its name. */
const COOKIE_MAX_CHARACTERS = 4000

type PageContext = Context<BackendEnv>

/** Returns the cookie of a flow. Each flow has its own, so two tabs can sign in at the same time. */
function toFlowCookie(c: PageContext, state: string, provider: ProviderName) {
  const isSecure = c.req.url.startsWith('https:')
  return {
    name: `${isSecure ? '__Host-' : ''}sign-in-${state.slice(0, 16)}`,
    options: {
      httpOnly: true,
      secure: isSecure,
      // Apple posts its response from its own site. Browsers send only `SameSite=None` cookies with that request.
      sameSite: provider === 'apple' && isSecure ? ('None' as const) : ('Lax' as const),
      path: '/',
    },
  }
}

/** Starts an OAuth flow: seals its state in a cookie and redirects to the provider. */
export async function startSocial(c: PageContext, request: PageRequest, provider: ProviderName): Promise<Response> {
  const { social, flows } = c.var.services.auth
  try {
    const { url, flow } = await social.start(provider, await getFrom(c), request.query)
    const { name, options } = toFlowCookie(c, flow.state, provider)
    const sealed = await flows.seal(flow)
    if (sealed.length > COOKIE_MAX_CHARACTERS)
      throw new AppError('VALIDATION_ERROR', 'The return URL is too long for this sign-in provider.')
    setCookie(c, name, sealed, { ...options, maxAge: FLOW_SECONDS })
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    return c.redirect(url.href, 303)
  } catch (thrown) {
    return deliver(c, request, toFailure(thrown))
  }
}

/**
 * Handles the OAuth callback: checks the state, exchanges the code and signs in. Only the browser that started the flow
 * has its cookie, and each flow works once. Without a flow there is no page to return to, so the error is thrown.
 *
 * @throws AppError `AUTH_TIMEOUT` without a flow of this browser, provider and state
 */
export async function finishSocial(c: PageContext): Promise<Response> {
  const provider = c.req.param('provider')
  if (!isProviderName(provider)) throw new AppError('NOT_FOUND')
  const params = c.req.method === 'POST' ? await readFields(c.req.raw) : new URL(c.req.url).searchParams
  const state = params.get('state') ?? ''
  const { name, options } = toFlowCookie(c, state, provider)
  const flow = await c.var.services.auth.flows.open(getCookie(c, name) ?? '')
  if (flow === null || flow.provider !== provider || !isSameSecret(flow.state, state))
    throw new AppError('AUTH_TIMEOUT')
  setCookie(c, name, '', { ...options, maxAge: 0 })
  if (!(await c.var.services.auth.flows.use(flow))) throw new AppError('AUTH_TIMEOUT')

  const { projectId, auth } = c.var.services.config
  const rules = { origin: getSiteOrigin(c), projectId, allowedOrigins: auth.allowedOrigins }
  const request = readPageRequest(new URLSearchParams(flow.query), rules)
  try {
    return await deliver(c, request, await finish(c, provider, flow, params))
  } catch (thrown) {
    return deliver(c, request, toFailure(thrown))
  }
}

async function finish(c: PageContext, provider: ProviderName, flow: Flow, params: URLSearchParams) {
  const error = params.get('error')
  if (error !== null) throw new AppError(CANCELED.has(error) ? 'POPUP_CANCELED' : 'VERIFICATION_FAILED')
  const code = params.get('code')
  if (code === null || params.getAll('code').length > 1) throw new AppError('VERIFICATION_FAILED')
  return c.var.services.auth.social.finish(provider, await getFrom(c), flow, code)
}

/** OAuth error codes for a sign-in that the user canceled. */
const CANCELED = new Set(['access_denied', 'user_cancelled_authorize', 'consent_required', 'interaction_required'])

/** Logs the cause of a failure. The requesting page gets only the code and the message. */
function toFailure(thrown: unknown): AppError {
  const error = toAppError(thrown)
  if (error.cause !== undefined)
    log.info('sign-in with a provider failed', { code: error.code, cause: describeError(error) })
  return error
}
