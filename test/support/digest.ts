/**
 * Hashes bytes for an assertion. An assertion library takes half an hour to diff two arrays of a hundred thousand
 * numbers.
 *
 * @returns SHA-256, in hex
 */
export async function computeDigest(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
