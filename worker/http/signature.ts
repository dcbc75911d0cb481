const encoder = new TextEncoder()

/** The bytes of `hex`, or null when it is not hexadecimal. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/.test(hex)) return null
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]!
  return hex
}

/** A cryptographically random number, uniform in [0, 1). */
export const secureRandom = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/** A fresh id of 128 random bits, as 32 hexadecimal characters. */
export const newId = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)))

const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** The few secrets of a deployment, ready for use: each request signs with them several times. */
const KEPT_KEYS = 8
const keys = new Map<string, CryptoKey>()

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = await importKey(secret)
  if (keys.size < KEPT_KEYS) keys.set(secret, key)
  return key
}

/** HMAC-SHA-256 of `text`, as 64 hexadecimal characters. */
export const sign = async (secret: string, text: string): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), encoder.encode(text))))

/** Identifies a file to the holder of the secret alone: HMAC of its SHA-256. */
export const fingerprintOf = async (secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  sign(secret, `file:${hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))}`)

/** Compares in constant time. */
export async function isSigned(secret: string, text: string, signature: string): Promise<boolean> {
  const bytes = bytesOf(signature)
  return bytes !== null && crypto.subtle.verify('HMAC', await keyOf(secret), bytes, encoder.encode(text))
}

/** The first of `secrets` that signed `text`, or null: after a rotation the one before is accepted too. */
export async function signerOf(secrets: readonly string[], text: string, signature: string): Promise<string | null> {
  for (const secret of secrets) if (await isSigned(secret, text, signature)) return secret
  return null
}

/** True if one of `secrets` signed `text`. */
export const isSignedByAny = async (secrets: readonly string[], text: string, signature: string): Promise<boolean> =>
  (await signerOf(secrets, text, signature)) !== null

/** Compares two secrets without telling by its duration where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [encoder.encode(one), encoder.encode(other)]
  // Texts of different lengths are compared with something all the same: the answer takes as long.
  const sameLength = left.byteLength === right.byteLength
  return crypto.subtle.timingSafeEqual(left, sameLength ? right : left) && sameLength
}

/** The same of several secrets. */
export const isAnyOf = (given: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => isSameSecret(given, secret))
