const encoder = new TextEncoder()

/** Decodes hexadecimal text. Returns null if it is not hexadecimal. */
export function parseHex(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/.test(hex)) return null
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]!
  return hex
}

/** Returns a cryptographically secure random number, uniform in [0, 1). */
export const secureRandom = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/** Returns a new id: 128 random bits as 32 hexadecimal characters. */
export const newId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))

const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** Cache of imported keys. A deployment has few secrets, and each request signs several times. */
const CACHED_KEYS_MAX = 8
const keys = new Map<string, CryptoKey>()

async function getKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = await importKey(secret)
  if (keys.size < CACHED_KEYS_MAX) keys.set(secret, key)
  return key
}

/** Returns the HMAC-SHA-256 of `text` as 64 hexadecimal characters. */
export const sign = async (secret: string, text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await getKey(secret), encoder.encode(text))))

/** Returns a file's fingerprint, the HMAC of its SHA-256. Useless without the secret. */
export const createFingerprint = async (secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  sign(secret, `file:${toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))}`)

/** Verifies a signature in constant time. */
export async function isSigned(secret: string, text: string, signature: string): Promise<boolean> {
  const bytes = parseHex(signature)
  return bytes !== null && crypto.subtle.verify('HMAC', await getKey(secret), bytes, encoder.encode(text))
}

/** Returns the first of `secrets` that signed `text`, or null. Secrets from before a rotation are accepted too. */
export async function findSigner(secrets: readonly string[], text: string, signature: string): Promise<string | null> {
  for (const secret of secrets) if (await isSigned(secret, text, signature)) return secret
  return null
}

/** Returns true if one of `secrets` signed `text`. */
export const isSignedByAny = async (secrets: readonly string[], text: string, signature: string): Promise<boolean> =>
  (await findSigner(secrets, text, signature)) !== null

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [encoder.encode(one), encoder.encode(other)]
  // Compares even when lengths differ, so that timing reveals nothing.
  const sameLength = left.byteLength === right.byteLength
  return crypto.subtle.timingSafeEqual(left, sameLength ? right : left) && sameLength
}

/** Returns true if `given` equals one of `secrets`. Each comparison takes constant time. */
export const isAnySecret = (given: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => isSameSecret(given, secret))
