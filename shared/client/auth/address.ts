import { AppError } from '../errors.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { failureTold } from './codes.ts'
import { bareTokens, type Tokens } from './tokens.ts'
import { AUTH_PARAMETERS, MAGIC_PARAMETERS } from './wire.ts'
import { parseUrl } from '../parse-url.ts'

/** The parameters that a sign-in page sends a browser back with. */
export type Brought = {
  /** Tokens, why there are none, or null when the address is about something else. */
  readonly outcome: Tokens | AppError | null
  /** The address without it. */
  readonly address: string
}

export type Expected = {
  readonly projectId: string
  /** The state that this tab left for when it went to sign in, or null. */
  readonly state: string | null
  readonly nowMs: number
}

/** Reads what an address brings; what is not the answer to what this tab has asked brings a failure. */
export function readAddress(address: string, { projectId, state, nowMs }: Expected): Brought {
  const url = new URL(address)
  const read = (name: (typeof AUTH_PARAMETERS)[number]) => url.searchParams.get(name) || null
  const [token, error] = [read('access_token'), read('error')]
  if (token === null && error === null) return { outcome: null, address }

  const outcome = () => {
    const refused = (text?: string) => new AppError('VERIFICATION_FAILED', text, { kind: 'auth' })
    if (AUTH_PARAMETERS.some((name) => url.searchParams.getAll(name).length > 1)) return refused()
    if (read('state') !== state) return refused(CLIENT_FAILURE.stateMismatch)
    // The text beside the code is untrusted: any site can make such a link.
    if (token === null) return failureTold(error, null)
    if ((read('project_id') ?? projectId) !== projectId) return refused(CLIENT_FAILURE.projectMismatch)
    return bareTokens(token, read('refresh_token'), nowMs) ?? refused()
  }
  return { outcome: outcome(), address: without(url, AUTH_PARAMETERS) }
}

/** The token of a magic link, or null. */
export function magicTokenIn(address: string): string | null {
  const { searchParams } = new URL(address)
  return MAGIC_PARAMETERS.map((name) => searchParams.get(name)).find(Boolean) ?? null
}

export const withoutMagicToken = (address: string): string => without(new URL(address), MAGIC_PARAMETERS)

/** An address to come back to after a sign-in: this one, without what former sign-ins left in it. */
export const returnAddress = (address: string): string =>
  without(new URL(address), [...AUTH_PARAMETERS, ...MAGIC_PARAMETERS, 'redirect_url', 'redirect'])

/**
 * Where a sign-in may lead back to: a page of this origin, since no other one knows what this one remembers of it, or
 * has any business with its tokens.
 *
 * @param wanted absolute, or relative to `here`
 * @returns null for any other address
 */
export function ownAddress(wanted: string, here: string): string | null {
  const url = parseUrl(wanted, here)
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPage && url.origin === new URL(here).origin ? url.href : null
}

/** Leaves the rest letter for letter: re-encoding a query could change its meaning. */
function without(url: URL, names: readonly string[]): string {
  const parts = url.search.replace(/^\?/, '').split('&')
  const kept = parts.filter((part) => {
    const [name] = [...new URLSearchParams(part).keys()]
    return name === undefined ? part !== '' : !names.includes(name)
  })
  const search = kept.length === 0 ? '' : `?${kept.join('&')}`
  return url.origin + url.pathname + search + url.hash
}
