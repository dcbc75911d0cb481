import { getIdempotencyKey } from '#worker/http/idempotency-key.ts'
import { base64Url, sha256Hex } from '#worker/http/secrets.ts'
import { parseHex, isSignedByAny, sign } from '#worker/http/signature.ts'
import { LEAGUE_KEY_HEADER } from '#shared/contracts/headers.ts'
import type { EdgeContext } from '../app-env.ts'

/** Returns a league's id, the hash of its code. The code itself is never stored. */
export const toLeagueId = (code: string): Promise<string> => sha256Hex(code)

const CODE_BYTES = 16

/**
 * Creates a code with 128 bits. With an idempotency key, it derives the code from the visitor and the key with an HMAC,
 * which is as unguessable as a random one.
 */
export async function newLeagueCode(c: EdgeContext): Promise<string> {
  const key = getIdempotencyKey(c.req.raw.headers)
  if (key === null) return base64Url(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))
  const signed = await sign(c.var.services.config.tokenSecret, `league code:${c.var.owner.id}:${key}`)
  return base64Url(parseHex(signed)!.slice(0, CODE_BYTES))
}

/** The scope of a key: `c` for the commissioner, or a seat number. */
export type KeyPlace = 'c' | number

const toClaim = (id: string, place: KeyPlace, keyId: string) => `league key:${id}:${place}:${keyId}`

/** Returns the key of a personal link: its scope and a signature. Keys are never stored. A new `keyId` revokes them. */
export const signLeagueKey = async (c: EdgeContext, id: string, place: KeyPlace, keyId: string): Promise<string> =>
  `${place}.${await sign(c.var.services.config.tokenSecret, toClaim(id, place, keyId))}`

const toPictureClaim = (id: string) => `league picture:${id}`

/** Returns the unguessable part of a league picture's URL. It does not reveal the code. */
export const signLeaguePicture = (c: EdgeContext, id: string): Promise<string> =>
  sign(c.var.services.config.tokenSecret, toPictureClaim(id))

/** Returns true if `signature` is valid for the league's picture. */
export const isLeaguePicture = (c: EdgeContext, id: string, signature: string): Promise<boolean> =>
  isSignedByAny(c.var.services.config.accepted.tokenSecrets, toPictureClaim(id), signature)

export type LeagueKey = { readonly place: KeyPlace; readonly signature: string }

/** Maximum keys per request: a browser sends a member's key and a commissioner's key. */
const KEYS_MAX = 2
const KEY = /^(c|\d{1,2})\.([0-9a-f]{64})$/

/** Parses the keys of a request. Ignores malformed ones. */
export const readLeagueKeys = (c: EdgeContext): LeagueKey[] =>
  (c.req.header(LEAGUE_KEY_HEADER) ?? '').split(',', KEYS_MAX).flatMap((text) => {
    const [, place, signature] = KEY.exec(text.trim()) ?? []
    return place === undefined || signature === undefined
      ? []
      : [{ place: place === 'c' ? place : Number(place), signature }]
  })

/** Returns true if one of `keys` is valid for a place. */
export async function hasLeagueKey(
  c: EdgeContext,
  keys: readonly LeagueKey[],
  id: string,
  place: KeyPlace,
  keyId: string,
): Promise<boolean> {
  for (const key of keys.filter((one) => one.place === place))
    if (await isSignedByAny(c.var.services.config.accepted.tokenSecrets, toClaim(id, place, keyId), key.signature))
      return true
  return false
}
