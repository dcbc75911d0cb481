import * as z from 'zod/mini'
import { ADDRESS_ACCESS_SECONDS, ADDRESS_REFRESH_SECONDS, EXPIRED_EARLY_SECONDS } from './limits.ts'

const Text = z.string().check(z.minLength(1))
const Seconds = z.number().check(z.positive())

/** What somebody is signed in by. Opaque: nothing in them is read. */
export const Tokens = z.object({
  access_token: Text,
  /** Missing: they end with the access token. */
  refresh_token: z.optional(Text),
  token_type: z._default(z.string(), 'Bearer'),
  expires_in: z._default(Seconds, ADDRESS_ACCESS_SECONDS),
  refresh_expires_in: z.optional(Seconds),
  /** When they were received, in seconds since 1970 by the receiver's own clock. */
  issued_at: z.number(),
})
export type Tokens = z.infer<typeof Tokens>

const secondsOf = (nowMs: number) => Math.floor(nowMs / 1000)

/** Tokens as a server or another window gives them, or null when they are none. */
export function receiveTokens(given: unknown, nowMs: number): Tokens | null {
  if (typeof given !== 'object' || given === null) return null
  return Tokens.safeParse({ ...given, issued_at: secondsOf(nowMs) }).data ?? null
}

/** A token and nothing more. */
export const bareTokens = (accessToken: string, refreshToken: string | null, nowMs: number): Tokens => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: ADDRESS_ACCESS_SECONDS,
  ...(refreshToken !== null && { refresh_token: refreshToken, refresh_expires_in: ADDRESS_REFRESH_SECONDS }),
  issued_at: secondsOf(nowMs),
})

/** Two access tokens of one second may be the same letter for letter, though one refresh token is used up. */
export const isSame = (one: Tokens | null, other: Tokens | null): boolean =>
  one?.access_token === other?.access_token && one?.refresh_token === other?.refresh_token

/** A clock that was set back shows tokens of the future: those are asked about, not trusted. */
export const isExpired = ({ issued_at, expires_in }: Tokens, nowMs: number): boolean =>
  nowMs / 1000 >= issued_at + expires_in - EXPIRED_EARLY_SECONDS || issued_at > nowMs / 1000 + EXPIRED_EARLY_SECONDS

export const canRefresh = ({ issued_at, refresh_token, refresh_expires_in = 0 }: Tokens, nowMs: number): boolean =>
  refresh_token !== undefined && nowMs / 1000 < issued_at + refresh_expires_in
