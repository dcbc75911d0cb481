import { AppError } from '#shared/client/errors.ts'
import { allowedOrigin, allowedUrl } from '../allowed-origin.ts'

/** A validated request for the hosted sign-in page. */
export type PageRequest = {
  /** The URL that receives the tokens. */
  readonly redirectUrl: URL
  readonly mode: 'redirect' | 'popup'
  /** The origin that a popup posts its message to. */
  readonly openerOrigin: string
  /** Returned unchanged with the outcome. */
  readonly state: string | null
  /** The whole request as a query string, for the next page's URL. */
  readonly query: string
  /** The query for an emailed link. The link opens later in another window, where no opener waits. */
  readonly lasting: string
}

export type PageRules = {
  readonly origin: string
  readonly allowedOrigins: readonly string[]
  readonly projectId: string
}

const STATE = /^[\w.~-]{1,256}$/

/**
 * Parses the query of the sign-in page.
 *
 * @throws AppError `REDIRECT_FAILED` when the tokens would go to an origin that is not allowed, `NOT_FOUND` for another
 *   project, `VALIDATION_ERROR` for a malformed state
 */
export function readPageRequest(
  params: URLSearchParams,
  { origin, allowedOrigins, projectId }: PageRules,
): PageRequest {
  const project = getSingle(params, 'project_id')
  if (project !== null && project !== projectId) throw new AppError('NOT_FOUND', 'Unknown project.')
  const origins = [origin, ...allowedOrigins]
  const redirectUrl = allowedUrl(getSingle(params, 'redirect_url') ?? `${origin}/`, origins)
  if (redirectUrl === null) throw new AppError('REDIRECT_FAILED')
  const openerOrigin = allowedOrigin(getSingle(params, 'opener_origin') ?? redirectUrl.origin, origins)
  if (openerOrigin === null) throw new AppError('REDIRECT_FAILED')
  const state = getSingle(params, 'state')
  if (state !== null && !STATE.test(state)) throw new AppError('VALIDATION_ERROR')

  const mode = getSingle(params, 'mode') === 'popup' ? 'popup' : 'redirect'
  const query = new URLSearchParams({ project_id: projectId, redirect_url: redirectUrl.href })
  const lasting = query.toString()
  if (mode === 'popup') query.set('mode', mode)
  if (params.has('opener_origin')) query.set('opener_origin', openerOrigin)
  if (state !== null) query.set('state', state)
  return { redirectUrl, mode, openerOrigin, state, query: query.toString(), lasting }
}

/** Rejects duplicate parameters, because parsers disagree about which one counts. */
function getSingle(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name)
  if (values.length > 1) throw new AppError('REDIRECT_FAILED')
  return values[0] || null
}
