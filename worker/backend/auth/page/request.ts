import { AppError } from '#shared/client/errors.ts'
import { allowedOrigin, allowedUrl } from '../allowed-origin.ts'

/** A validated request for the hosted sign-in page. */
export type PageRequest = {
  /** Return address for the tokens. */
  readonly redirectUrl: URL
  readonly mode: 'redirect' | 'popup'
  /** The origin that a popup posts its message to. */
  readonly openerOrigin: string
  /** Goes back as it came. */
  readonly state: string | null
  /** All of it, for the next page's address. */
  readonly query: string
  /** The part that survives a mailed link, which opens in another window, later: no opener waits there. */
  readonly lasting: string
}

export type PageRules = {
  readonly origin: string
  readonly allowedOrigins: readonly string[]
  readonly projectId: string
}

const STATE = /^[\w.~-]{1,256}$/

/**
 * @throws AppError `REDIRECT_FAILED` when tokens would go where they must not, `NOT_FOUND` for another project,
 * `VALIDATION_ERROR` for a state that is none
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

/** Two of one name are read differently by different readers. */
function getSingle(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name)
  if (values.length > 1) throw new AppError('REDIRECT_FAILED')
  return values[0] || null
}
