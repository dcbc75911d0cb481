import { bytesOf, hexOf, sign } from './signature.ts'

const encoder = new TextEncoder()

export const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits, fit for an address. */
export const newSecret = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))

/** How a secret is kept: of 256 random bits a plain hash tells nothing. */
export const hashOf = async (secret: string): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(secret))))

/** A key of its own for each use, so that nothing made for one is ever good for another. 32 bytes. */
export const keyFor = async (secret: string, use: string): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(await sign(secret, `key:${use}`))!

/** HMAC of a text under a key: as long and as unguessable as a new secret. */
export const derivedSecret = async (key: string, text: string): Promise<string> =>
  base64Url(bytesOf(await sign(key, text))!)
