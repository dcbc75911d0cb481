export type FileType = { readonly type: string; readonly extension: string }

/** The type of unknown binary data. */
export const OCTETS = 'application/octet-stream'
const UNKNOWN: FileType = { type: OCTETS, extension: 'bin' }

type MagicBytes = { readonly at: number; readonly bytes: string }

type Signature = MagicBytes & {
  readonly type: string
  /** The default extension, then others that also fit. */
  readonly extensions: readonly [string, ...string[]]
  /** A second signature, where plain text could also begin with the first. */
  readonly and?: MagicBytes
  /** Many kinds of file begin like this (containers, text), so the name is not corrected. */
  readonly keepsName?: true
}

/** Magic numbers, one character per byte. A longer signature comes before a shorter one that also matches. */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif', 'jif'], at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/png', extensions: ['png', 'apng'], at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/gif', extensions: ['gif'], at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', extensions: ['gif'], at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', extensions: ['webp'], at: 8, bytes: 'WEBP', and: { at: 0, bytes: 'RIFF' } },
  { type: 'audio/wav', extensions: ['wav', 'wave'], at: 8, bytes: 'WAVE', and: { at: 0, bytes: 'RIFF' } },
  { type: 'video/x-msvideo', extensions: ['avi'], at: 8, bytes: 'AVI ', and: { at: 0, bytes: 'RIFF' } },
  { type: 'audio/aiff', extensions: ['aiff', 'aif', 'aifc'], at: 8, bytes: 'AIF', and: { at: 0, bytes: 'FORM' } },
  { type: 'image/bmp', extensions: ['bmp', 'dib'], at: 0, bytes: 'BM', and: { at: 6, bytes: '\0\0\0\0' } },
  // Camera raw files are TIFF.
  { type: 'image/tiff', extensions: ['tiff', 'tif', 'dng', 'nef', 'cr2', 'arw'], at: 0, bytes: 'II*\0' },
  { type: 'image/tiff', extensions: ['tiff', 'tif', 'dng', 'nef', 'cr2', 'arw'], at: 0, bytes: 'MM\0*' },
  {
    type: 'video/matroska',
    extensions: ['mkv', 'mka', 'webm'],
    at: 24,
    bytes: 'matroska',
    and: { at: 0, bytes: '\x1a\x45\xdf\xa3' },
  },
  {
    type: 'video/matroska',
    extensions: ['mkv', 'mka', 'webm'],
    at: 31,
    bytes: 'matroska',
    and: { at: 0, bytes: '\x1a\x45\xdf\xa3' },
  },
  { type: 'video/webm', extensions: ['webm', 'mkv', 'mka'], at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { type: 'application/pdf', extensions: ['pdf'], at: 0, bytes: '%PDF-' },
  { type: 'audio/mpeg', extensions: ['mp3'], at: 0, bytes: 'ID3\x02' },
  { type: 'audio/mpeg', extensions: ['mp3'], at: 0, bytes: 'ID3\x03' },
  { type: 'audio/mpeg', extensions: ['mp3'], at: 0, bytes: 'ID3\x04' },
  { type: 'audio/mpeg', extensions: ['mp3'], at: 0, bytes: '\xff\xfb' },
  { type: 'audio/mpeg', extensions: ['mp3'], at: 0, bytes: '\xff\xf3' },
  { type: 'audio/mpeg', extensions: ['mp3'], at: 0, bytes: '\xff\xf2' },
  { type: 'audio/flac', extensions: ['flac'], at: 0, bytes: 'fLaC\0' },
  { type: 'audio/ogg', extensions: ['ogg', 'oga', 'ogv', 'ogx', 'opus', 'spx'], at: 0, bytes: 'OggS\0' },
  { type: 'application/zip', extensions: ['zip'], at: 0, bytes: 'PK\x03\x04', keepsName: true },
  { type: 'application/zip', extensions: ['zip'], at: 0, bytes: 'PK\x05\x06', keepsName: true },
  { type: 'application/msword', extensions: ['doc'], at: 0, bytes: '\xd0\xcf\x11\xe0', keepsName: true },
  { type: 'text/plain', extensions: ['txt'], at: 0, bytes: '\xef\xbb\xbf', keepsName: true },
]

type MediaBrand = Pick<Signature, 'type' | 'extensions'> & { readonly brands: RegExp }

/** Brands of the ISO media container (ISO 14496-12). Any brand can mark an image; audio and video count only the first. */
const PICTURE_BRANDS: readonly MediaBrand[] = [
  { type: 'image/avif', extensions: ['avif'], brands: /^avi[fs]$/ },
  { type: 'image/heic', extensions: ['heic', 'heif', 'hif'], brands: /^(?:he[iv][cmsx]|m[is]f[12])$/ },
]
const MOVIE: MediaBrand = {
  type: 'video/mp4',
  extensions: ['mp4', 'm4v', 'm4a', 'mov', '3gp', '3g2'],
  brands: /^(?:iso\w|mp4\d|avc1|M4V |MSNV|dash|f4v )$/,
}
const MOVING_BRANDS: readonly MediaBrand[] = [
  { type: 'audio/mp4', extensions: ['m4a', 'm4b', 'mp4'], brands: /^M4[AB] $/ },
  { type: 'video/quicktime', extensions: ['mov', 'qt'], brands: /^qt {2}$/ },
  { type: 'video/3gpp', extensions: ['3gp', '3g2', 'mp4'], brands: /^3g[a-z0-9]{2}$/ },
  MOVIE,
]

/** Known MIME types and their default extensions. */
const EXTENSION_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ...[...SIGNATURES, ...PICTURE_BRANDS, ...MOVING_BRANDS].map(({ type, extensions }) => [type, extensions[0]] as const),
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['text/markdown', 'md'],
  ['application/json', 'json'],
  [UNKNOWN.type, UNKNOWN.extension],
])

/** Number of bytes that {@link getFileType} needs. */
export const SIGNATURE_BYTES = 128

/** True for the types that files are stored and served as. A browser executes none of them. */
export const isKnownType = (type: string): boolean => EXTENSION_BY_TYPE.has(type)

type Found = Pick<Signature, 'type' | 'extensions' | 'keepsName'>

function findSignature(head: Uint8Array): Found | null {
  const text = String.fromCharCode(...head.subarray(0, SIGNATURE_BYTES))
  const matches = ({ at, bytes }: MagicBytes) => text.startsWith(bytes, at)
  if (matches({ at: 4, bytes: 'ftyp' })) return findBrand(text)
  return SIGNATURES.find(({ and, ...first }) => matches(first) && (and === undefined || matches(and))) ?? null
}

/**
 * Returns the type of an ISO media file. Plain text may also have `ftyp` at this offset, but not a small integer
 * before it.
 */
function findBrand(text: string): Found | null {
  const [major = '', , ...others] = text.slice(8, Math.max(12, readBoxSize(text))).match(/[^]{4}/g) ?? []
  const found =
    PICTURE_BRANDS.find(({ brands }) => [major, ...others].some((brand) => brands.test(brand))) ??
    MOVING_BRANDS.find(({ brands }) => brands.test(major))
  return found ?? (text.startsWith('\0\0') ? MOVIE : null)
}

const readBoxSize = (text: string): number =>
  [0, 1, 2, 3].reduce((size, at) => size * 256 + (text.codePointAt(at) ?? 0), 0)

/** Returns a file's type by its first bytes, or null when no signature matches. */
export function sniffFileType(head: Uint8Array): FileType | null {
  const found = findSignature(head)
  return found === null ? null : { type: found.type, extension: found.extensions[0] }
}

/**
 * Returns a file's type: by its first bytes, else the stated one. Null when we do not accept the stated type.
 *
 * @param stated a MIME type, or '' for none
 */
export function getFileType(head: Uint8Array, stated: string): FileType | null {
  const found = sniffFileType(head)
  if (found !== null) return found
  const type = stated.split(';')[0]!.trim().toLowerCase()
  if (type === '') return UNKNOWN
  const extension = EXTENSION_BY_TYPE.get(type)
  if (extension === undefined) return null
  // A file that states a type with a signature, but lacks that signature, is not of that type.
  return STATED_TYPES.has(type) ? { type, extension } : UNKNOWN
}

const STATED_TYPES = new Set(['text/plain', 'text/csv', 'text/markdown', 'application/json', OCTETS])

/**
 * Corrects the extension of an image, audio, video or PDF file to match its first bytes. An extension that fits stays,
 * in any case, and so does the name of any other file.
 */
export function correctExtension(path: string, head: Uint8Array): string {
  const found = findSignature(head)
  if (found === null || found.keepsName) return path
  const extension = EXTENSION.exec(path)?.[1]?.toLowerCase()
  return extension !== undefined && found.extensions.includes(extension)
    ? path
    : withExtension(path, found.extensions[0])
}

/** A short extension that is not a number: `v1.2` and `10.05.2026` have none. */
const EXTENSION = /[^/]\.(?!\d+$)([a-z\d]{1,5})$/i

/** Replaces a path's extension, or adds one. */
export function withExtension(path: string, extension: string): string {
  const old = EXTENSION.exec(path)?.[1]
  const stem = old === undefined ? path.replace(/([^/])\.$/, '$1') : path.slice(0, -old.length - 1)
  return `${stem}.${extension}`
}
