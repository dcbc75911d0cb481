import { parseHex, sign, toHex } from './signature.ts'

const encoder = new TextEncoder()

export const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns 256 random bits, safe in a URL. */
export const newSecret = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))

/** Returns the stored form of a secret. A plain hash is enough for 256 random bits. */
export const sha256Hex = async (secret: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(secret))))

/** Derives a separate 32-byte key for each use, so that a token for one use is never valid for another. */
export const keyFor = async (secret: string, use: string): Promise<Uint8Array<ArrayBuffer>> =>
  parseHex(await sign(secret, `key:${use}`))!

/** Returns the HMAC of a text, as long and unguessable as a new secret. */
export const deriveSecret = async (key: string, text: string): Promise<string> =>
  base64Url(parseHex(await sign(key, text))!)
