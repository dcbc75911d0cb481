/** The parts of `node:crypto` that we use, as the Workers runtime provides them. */
declare module 'node:crypto' {
  export function scrypt(
    password: string,
    salt: Uint8Array,
    length: number,
    options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void

  type Hash = { update(bytes: Uint8Array): Hash; digest(): Uint8Array; digest(encoding: 'hex'): string }
  export function createHash(name: 'md5' | 'sha256' | 'sha384' | 'sha512'): Hash

  type Cipher = { setAutoPadding(isOn: boolean): void; update(bytes: Uint8Array): Uint8Array }
  type CipherName = 'aes-128-cbc' | 'aes-256-cbc'
  export function createCipheriv(name: CipherName, key: Uint8Array, vector: Uint8Array): Cipher
  export function createDecipheriv(name: CipherName, key: Uint8Array, vector: Uint8Array): Cipher
}
