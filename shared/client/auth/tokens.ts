import { isRecord } from '../failure.ts'
import { ADDRESS_ACCESS_SECONDS, ADDRESS_REFRESH_SECONDS, EXPIRED_EARLY_SECONDS } from '../limits.ts'
import { TOKEN_MAX_CHARACTERS } from './limits.ts'

/** Access and refresh token. Both are opaque. */
export type Tokens = {
  readonly access_token: string
  /** Renews the access token. If it is missing, the session ends with that token. */
  readonly refresh_token?: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_expires_in?: number
  /** When the tokens were received, in seconds since 1970 by the receiver's clock. */
  readonly issued_at: number
}

/** Visible ASCII, which is what a header can carry (RFC 9110). RFC 6750 allows less. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= TOKEN_MAX_CHARACTERS && /^[\x21-\x7e]+$/.test(value)
/** Case-insensitive (RFC 6749, section 5.1). Other token types would need a different header. */
const isBearer = (value: unknown): value is string => typeof value === 'string' && /^bearer$/i.test(value)
const isSeconds = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity

/** Parses tokens and drops other fields. Returns null for an invalid value. */
export function readTokens(value: unknown): Tokens | null {
  if (!isRecord(value)) return null
  const { access_token, refresh_token, token_type = 'Bearer', refresh_expires_in, issued_at } = value
  const { expires_in = ADDRESS_ACCESS_SECONDS } = value
  if (!isToken(access_token) || !isBearer(token_type) || !isSeconds(expires_in) || !isSeconds(issued_at)) return null
  const tokens = { access_token, token_type, expires_in, issued_at }
  if (refresh_token === undefined) return tokens
  if (!isToken(refresh_token) || (refresh_expires_in !== undefined && !isSeconds(refresh_expires_in))) return null
  return { ...tokens, refresh_token, ...(refresh_expires_in !== undefined && { refresh_expires_in }) }
}

const toSeconds = (nowMs: number) => Math.floor(nowMs / 1000)

/** Parses tokens from a server or another window and stamps them. Returns null for an invalid value. */
export const receiveTokens = (value: unknown, nowMs: number): Tokens | null =>
  isRecord(value) ? readTokens({ ...value, issued_at: toSeconds(nowMs) }) : null

/** Builds tokens from bare strings with assumed lifetimes. Returns null for an invalid one. */
export const bareTokens = (accessToken: string, refreshToken: string | null, nowMs: number): Tokens | null =>
  receiveTokens(
    {
      access_token: accessToken,
      expires_in: ADDRESS_ACCESS_SECONDS,
      ...(refreshToken !== null && { refresh_token: refreshToken, refresh_expires_in: ADDRESS_REFRESH_SECONDS }),
    },
    nowMs,
  )

/** Compares both tokens: two access tokens issued in the same second may be equal. */
export const isSame = (one: Tokens | null, other: Tokens | null): boolean =>
  one?.access_token === other?.access_token && one?.refresh_token === other?.refresh_token

/** Tokens issued in the future, after the clock was set back, count as expired. */
export const isExpired = ({ issued_at, expires_in }: Tokens, nowMs: number): boolean =>
  nowMs / 1000 >= issued_at + expires_in - EXPIRED_EARLY_SECONDS || issued_at > nowMs / 1000 + EXPIRED_EARLY_SECONDS

export const canRefresh = ({ issued_at, refresh_token, refresh_expires_in = 0 }: Tokens, nowMs: number): boolean =>
  refresh_token !== undefined && nowMs / 1000 < issued_at + refresh_expires_in
