/** What a file is by its first bytes, whatever its name says. */
export type Signature = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic'

/** Brands of the ISO media container (ISO 14496-12) that are HEIF or AVIF pictures. */
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'mif2', 'msf1', 'avif', 'avis'])

const JPEG = '\u00FF\u00D8\u00FF'
const PNG = '\u0089PNG\r\n\u001A\n'

/** Bytes as characters 0 to 255. */
export const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCodePoint(...bytes.subarray(from, to))

/** @returns null for anything that is no picture known here. */
export function readSignature(bytes: Uint8Array): Signature | null {
  const start = latin1(bytes, 0, 12)
  if (start.startsWith(JPEG)) return 'jpeg'
  if (start.startsWith(PNG)) return 'png'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.slice(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => HEIF_BRANDS.has(brand))) return 'heic'
  return null
}

/** The major brand and the compatible ones. */
function brandsOf(bytes: Uint8Array): string[] {
  const boxBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const end = Math.min(boxBytes, bytes.length, 128)
  const brands = [latin1(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1(bytes, at, at + 4))
  return brands
}
