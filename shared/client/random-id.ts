/** 128 random bits, as 32 hexadecimal characters: nobody guesses it, and no two are ever the same. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
