export type FileType = { readonly type: string; readonly extension: string }

/** What is nothing but bytes. */
export const OCTETS = 'application/octet-stream'
const UNKNOWN: FileType = { type: OCTETS, extension: 'bin' }

type Mark = { readonly at: number; readonly bytes: string }

/** `and`: where one mark is so short that words may begin with it. */
type Signature = FileType & Mark & { readonly and?: Mark }

/** How files begin: the bytes as text, one character each. The longer of two that agree comes first. */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/jpeg', extension: 'jpg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/png', extension: 'png', at: 0, bytes: '\x89PNG' },
  { type: 'image/gif', extension: 'gif', at: 0, bytes: 'GIF8' },
  { type: 'image/webp', extension: 'webp', at: 8, bytes: 'WEBP', and: { at: 0, bytes: 'RIFF' } },
  { type: 'audio/wav', extension: 'wav', at: 8, bytes: 'WAVE', and: { at: 0, bytes: 'RIFF' } },
  { type: 'image/bmp', extension: 'bmp', at: 0, bytes: 'BM', and: { at: 6, bytes: '\0\0\0\0' } },
  { type: 'image/tiff', extension: 'tiff', at: 0, bytes: 'II*\0' },
  { type: 'image/tiff', extension: 'tiff', at: 0, bytes: 'MM\0*' },
  { type: 'image/heic', extension: 'heic', at: 4, bytes: 'ftyphei' },
  { type: 'image/avif', extension: 'avif', at: 4, bytes: 'ftypavi' },
  { type: 'video/mp4', extension: 'mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', extension: 'webm', at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { type: 'application/pdf', extension: 'pdf', at: 0, bytes: '%PDF' },
  { type: 'application/zip', extension: 'zip', at: 0, bytes: 'PK\x03\x04' },
  { type: 'application/msword', extension: 'doc', at: 0, bytes: '\xd0\xcf\x11\xe0' },
  { type: 'audio/mpeg', extension: 'mp3', at: 0, bytes: 'ID3' },
  { type: 'audio/mpeg', extension: 'mp3', at: 0, bytes: '\xff\xfb' },
  { type: 'audio/mpeg', extension: 'mp3', at: 0, bytes: '\xff\xf3' },
  { type: 'audio/mpeg', extension: 'mp3', at: 0, bytes: '\xff\xf2' },
  { type: 'audio/flac', extension: 'flac', at: 0, bytes: 'fLaC' },
  { type: 'audio/ogg', extension: 'ogg', at: 0, bytes: 'OggS' },
  { type: 'text/plain', extension: 'txt', at: 0, bytes: '\xef\xbb\xbf' },
]

/** Kinds of file that no signature tells. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...SIGNATURES.map(({ type, extension }) => [type, extension] as const),
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['text/markdown', 'md'],
  ['application/json', 'json'],
  [UNKNOWN.type, UNKNOWN.extension],
])

/** How many bytes {@link fileTypeOf} needs to see. */
export const SIGNATURE_BYTES = 16

/** True for the types files are kept and served as. None of them is one that a browser would run anything of. */
export const isKnownType = (type: string): boolean => BY_NAME.has(type)

/** What the first bytes of a file say it is, or null when they say nothing. */
export function signatureOf(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, SIGNATURE_BYTES))
  const found = SIGNATURES.find(({ and, ...mark }) =>
    [mark, and ?? mark].every(({ at, bytes }) => text.startsWith(bytes, at)),
  )
  return found === undefined ? null : { type: found.type, extension: found.extension }
}

/**
 * What a file is: by its first bytes, else by the type its maker states. Null when that type is not one we take.
 *
 * @param stated a MIME type, or '' for none
 */
export function fileTypeOf(head: Uint8Array, stated: string): FileType | null {
  const found = signatureOf(head)
  if (found !== null) return found
  const type = stated.split(';')[0]!.trim().toLowerCase()
  if (type === '') return UNKNOWN
  const extension = BY_NAME.get(type)
  // A type that has a signature, stated of a file that does not bear it, is not what it says.
  if (extension === undefined) return null
  return SIGNATURES.some((signature) => signature.type === type && type !== 'text/plain')
    ? UNKNOWN
    : { type, extension }
}

/** The path with its last part's extension replaced, or added when it has none. */
export function withExtension(path: string, extension: string): string {
  const slash = path.lastIndexOf('/')
  const dot = path.lastIndexOf('.')
  return `${dot > slash + 1 ? path.slice(0, dot) : path}.${extension}`
}
