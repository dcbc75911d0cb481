import { AppError } from '../errors.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { toAuthError } from './codes.ts'
import { bareTokens, type Tokens } from './tokens.ts'
import { AUTH_PARAMETERS, MAGIC_PARAMETERS } from './wire.ts'
import { parseUrl } from '../parse-url.ts'

/** The result of a sign-in redirect, read from the URL. */
export type SignInRedirect = {
  /** The tokens, the failure, or null when the URL has no sign-in parameters. */
  readonly outcome: Tokens | AppError | null
  /** The URL without those parameters. */
  readonly address: string
}

export type Expected = {
  readonly projectId: string
  /** The `state` that this tab stored before it left to sign in, or null. */
  readonly state: string | null
  readonly nowMs: number
}

/** Reads the sign-in parameters of a URL. A `state` that this tab did not send is a failure. */
export function readAddress(address: string, { projectId, state, nowMs }: Expected): SignInRedirect {
  const url = new URL(address)
  const read = (name: (typeof AUTH_PARAMETERS)[number]) => url.searchParams.get(name) || null
  const [token, error] = [read('access_token'), read('error')]
  if (token === null && error === null) return { outcome: null, address }

  const outcome = () => {
    const refuse = (text?: string) => new AppError('VERIFICATION_FAILED', text, { kind: 'auth' })
    if (AUTH_PARAMETERS.some((name) => url.searchParams.getAll(name).length > 1)) return refuse()
    if (read('state') !== state) return refuse(CLIENT_FAILURE.stateMismatch)
    // Drops the text beside the code: any site can make such a link.
    if (token === null) return toAuthError(error, null)
    if ((read('project_id') ?? projectId) !== projectId) return refuse(CLIENT_FAILURE.projectMismatch)
    return bareTokens(token, read('refresh_token'), nowMs) ?? refuse()
  }
  return { outcome: outcome(), address: withoutParameters(url, AUTH_PARAMETERS) }
}

/** The token of a magic link, or null. */
export function getMagicToken(address: string): string | null {
  const { searchParams } = new URL(address)
  return MAGIC_PARAMETERS.map((name) => searchParams.get(name)).find(Boolean) ?? null
}

export const withoutMagicToken = (address: string): string => withoutParameters(new URL(address), MAGIC_PARAMETERS)

/** Returns the URL to come back to after a sign-in: this one, without sign-in parameters. */
export const returnAddress = (address: string): string =>
  withoutParameters(new URL(address), [...AUTH_PARAMETERS, ...MAGIC_PARAMETERS, 'redirect_url', 'redirect'])

/**
 * Validates a sign-in's return URL. It must be a page of this origin: another origin lacks the stored `state` and must
 * not receive the tokens.
 *
 * @param wanted absolute, or relative to `here`
 * @returns null for any other URL
 */
export function ownAddress(wanted: string, here: string): string | null {
  const url = parseUrl(wanted, here)
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPage && url.origin === new URL(here).origin ? url.href : null
}

/** Removes query parameters and keeps the rest verbatim. Re-encoding a query could change its meaning. */
function withoutParameters(url: URL, names: readonly string[]): string {
  const parts = url.search.replace(/^\?/, '').split('&')
  const remaining = parts.filter((part) => {
    const [name] = [...new URLSearchParams(part).keys()]
    return name === undefined ? part !== '' : !names.includes(name)
  })
  const search = remaining.length === 0 ? '' : `?${remaining.join('&')}`
  return url.origin + url.pathname + search + url.hash
}
