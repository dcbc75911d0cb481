import { getIdempotencyKey } from '#worker/http/idempotency-key.ts'
import { base64Url, sha256Hex } from '#worker/http/secrets.ts'
import { parseHex, isSignedByAny, sign } from '#worker/http/signature.ts'
import { LEAGUE_KEY_HEADER } from '#shared/contracts/headers.ts'
import type { EdgeContext } from '../app-env.ts'

/** The id of a league: its code is stored nowhere. */
export const toLeagueId = (code: string): Promise<string> => sha256Hex(code)

const CODE_BYTES = 16

/** 128 bits. With an idempotency key they are the same for the same visitor and key, and as unguessable as random ones. */
export async function newLeagueCode(c: EdgeContext): Promise<string> {
  const key = getIdempotencyKey(c.req.raw.headers)
  if (key === null) return base64Url(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))
  const signed = await sign(c.var.services.config.tokenSecret, `league code:${c.var.owner.id}:${key}`)
  return base64Url(parseHex(signed)!.slice(0, CODE_BYTES))
}

/** The part of a league that a key opens: the league itself, or a seat of it. */
export type KeyPlace = 'c' | number

const toClaim = (id: string, place: KeyPlace, keyId: string) => `league key:${id}:${place}:${keyId}`

/** The key of a personal link: its place and a signature. It is stored nowhere, and ends with its `keyId`. */
export const signLeagueKey = async (c: EdgeContext, id: string, place: KeyPlace, keyId: string): Promise<string> =>
  `${place}.${await sign(c.var.services.config.tokenSecret, toClaim(id, place, keyId))}`

const toPictureClaim = (id: string) => `league picture:${id}`

/** The part of the address of a league's picture that nobody can guess, and that leads to no code. */
export const signLeaguePicture = (c: EdgeContext, id: string): Promise<string> =>
  sign(c.var.services.config.tokenSecret, toPictureClaim(id))

/** True if `signature` is that of a league's picture. */
export const isLeaguePicture = (c: EdgeContext, id: string, signature: string): Promise<boolean> =>
  isSignedByAny(c.var.services.config.accepted.tokenSecrets, toPictureClaim(id), signature)

export type LeagueKey = { readonly place: KeyPlace; readonly signature: string }

/** A browser sends its member's and its commissioner's key at most. */
const KEYS_MAX = 2
const KEY = /^(c|\d{1,2})\.([0-9a-f]{64})$/

/** The keys that a request shows. What is none is left out. */
export const readLeagueKeys = (c: EdgeContext): LeagueKey[] =>
  (c.req.header(LEAGUE_KEY_HEADER) ?? '').split(',', KEYS_MAX).flatMap((text) => {
    const [, place, signature] = KEY.exec(text.trim()) ?? []
    return place === undefined || signature === undefined
      ? []
      : [{ place: place === 'c' ? place : Number(place), signature }]
  })

/** True if one of `keys` is that of a place. */
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
