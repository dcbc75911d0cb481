/**
 * Stands for bytes in an assertion: two pictures that differ are told apart at once, while the difference of two arrays
 * of a hundred thousand numbers takes an assertion library half an hour.
 *
 * @returns SHA-256, in hex
 */
export async function digestOf(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
