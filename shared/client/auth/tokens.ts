import { isRecord } from '../failure.ts'
import { ADDRESS_ACCESS_SECONDS, ADDRESS_REFRESH_SECONDS, EXPIRED_EARLY_SECONDS } from '../limits.ts'
import { TOKEN_MAX_CHARACTERS } from './limits.ts'

/** Access and refresh token. Opaque: nothing in them is read. */
export type Tokens = {
  readonly access_token: string
  /** Missing: they end with the access token. */
  readonly refresh_token?: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_expires_in?: number
  /** When they were received, in seconds since 1970 by the receiver's own clock. */
  readonly issued_at: number
}

/** The characters that a header can carry, whatever they mean: RFC 6750 allows less, RFC 9110 no more. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= TOKEN_MAX_CHARACTERS && /^[\x21-\x7e]+$/.test(value)
/** Tokens of any other kind would have to be sent in another way. RFC 6749, section 5.1: in any case. */
const isBearer = (value: unknown): value is string => typeof value === 'string' && /^bearer$/i.test(value)
const isSeconds = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity

/** Tokens and nothing else, of whatever has their shape, or null. */
export function readTokens(given: unknown): Tokens | null {
  if (!isRecord(given)) return null
  const { access_token, refresh_token, token_type = 'Bearer', refresh_expires_in, issued_at } = given
  const { expires_in = ADDRESS_ACCESS_SECONDS } = given
  if (!isToken(access_token) || !isBearer(token_type) || !isSeconds(expires_in) || !isSeconds(issued_at)) return null
  const tokens = { access_token, token_type, expires_in, issued_at }
  if (refresh_token === undefined) return tokens
  if (!isToken(refresh_token) || (refresh_expires_in !== undefined && !isSeconds(refresh_expires_in))) return null
  return { ...tokens, refresh_token, ...(refresh_expires_in !== undefined && { refresh_expires_in }) }
}

const secondsOf = (nowMs: number) => Math.floor(nowMs / 1000)

/** Tokens as a server or another window gives them, or null when they are none. */
export const receiveTokens = (given: unknown, nowMs: number): Tokens | null =>
  isRecord(given) ? readTokens({ ...given, issued_at: secondsOf(nowMs) }) : null

/** A token and nothing more, or null when it is none. */
export const bareTokens = (accessToken: string, refreshToken: string | null, nowMs: number): Tokens | null =>
  receiveTokens(
    {
      access_token: accessToken,
      expires_in: ADDRESS_ACCESS_SECONDS,
      ...(refreshToken !== null && { refresh_token: refreshToken, refresh_expires_in: ADDRESS_REFRESH_SECONDS }),
    },
    nowMs,
  )

/** Two access tokens of one second may be the same letter for letter, though one refresh token is used up. */
export const isSame = (one: Tokens | null, other: Tokens | null): boolean =>
  one?.access_token === other?.access_token && one?.refresh_token === other?.refresh_token

/** A clock that was set back shows tokens of the future: those are asked about, not trusted. */
export const isExpired = ({ issued_at, expires_in }: Tokens, nowMs: number): boolean =>
  nowMs / 1000 >= issued_at + expires_in - EXPIRED_EARLY_SECONDS || issued_at > nowMs / 1000 + EXPIRED_EARLY_SECONDS

export const canRefresh = ({ issued_at, refresh_token, refresh_expires_in = 0 }: Tokens, nowMs: number): boolean =>
  refresh_token !== undefined && nowMs / 1000 < issued_at + refresh_expires_in
