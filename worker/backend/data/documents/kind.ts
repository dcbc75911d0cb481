/** Kinds of documents that we can read. */
export type OfficeKind = 'docx' | 'xlsx' | 'pptx'
export type PlainKind = 'pdf' | 'html' | 'feed' | 'csv' | 'text'

const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|x-ndjson)$)/
const TEXT_NAMES = /\.(?:txt|text|md|markdown|json|jsonl|xml|ya?ml|toml|ini|log|rst|tex|srt|vtt)$/
/** Markup that may precede the first element: processing instructions and comments. */
const PROLOG = String.raw`^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*`
const MARKUP = new RegExp(`${PROLOG}<(?:!doctype\\s+html|html|head|body|meta|title)[\\s>]`, 'i')
const FEED = new RegExp(`${PROLOG}<(?:rss|feed|rdf:RDF)[\\s>]`, 'i')
const HEAD_BYTES = 1024

export type Described = {
  readonly bytes: Uint8Array
  /** Declared MIME type without parameters, or ''. */
  readonly type: string
  /** Charset that the sender declares. */
  readonly charset?: string | null
  /** File name or address. */
  readonly name: string
}

const startsWith = (bytes: Uint8Array, text: string) =>
  [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0))

/** True for a ZIP archive. We support it only as an office document. */
export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, 'PK\u0003\u0004')

/** True for an archive whose first entry needs a password. */
export const isLockedArchive = (bytes: Uint8Array): boolean => ((bytes[6] ?? 0) & 1) === 1

const SECTOR_BYTES = 512
const DIRECTORY_BYTES = 4096
const ENCRYPTED = [...'EncryptedPackage'].join('\0')

/**
 * True for an office document with a password: a compound file around the encrypted archive.
 * https://learn.microsoft.com/openspecs/office_file_formats/ms-offcrypto
 */
export function isLockedOffice(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') || bytes.length < SECTOR_BYTES) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (view.getUint32(48, true) + 1) * 2 ** view.getUint16(30, true)
  return new TextDecoder('latin1').decode(bytes.subarray(at, at + DIRECTORY_BYTES)).includes(ENCRYPTED)
}

/**
 * Detects the kind of a file that is not an archive. Checks its first bytes, its declared type, its name, and then
 * whether it can be text.
 *
 * @returns null for a file without text that we can read
 */
export function detectKind({ bytes, type, charset, name }: Described): PlainKind | null {
  const head = decodeHead(bytes, charset ?? '')
  // Readers search the first kilobyte for this header, because some writers put something before it.
  if (head.includes('%PDF-')) return 'pdf'
  if (UNPRINTED.test(head)) return null
  if (FEED.test(head)) return 'feed'
  if (type.includes('html') || MARKUP.test(head)) return 'html'
  const path = name.toLowerCase().replace(/[?#].*/s, '')
  if (type === 'text/csv' || path.endsWith('.csv') || path.endsWith('.tsv')) return 'csv'
  if (/\.x?html?$/.test(path) && !type.startsWith('text/plain')) return 'html'
  if (TEXT_TYPES.test(type) || TEXT_NAMES.test(path)) return 'text'
  return type === '' || type === 'application/octet-stream' ? 'text' : null
}

/** Control characters that never occur in text. */
// eslint-disable-next-line no-control-regex
const UNPRINTED = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

/**
 * Returns the beginning of a file with one character per byte. UTF-16 is recognized by its byte order mark, label or
 * first character.
 */
function decodeHead(bytes: Uint8Array, charset: string): string {
  const [first = 0, second = 0, third = 0] = bytes
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0 && third === 0x3f)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  const label =
    /^utf-?16be$/i.test(charset) || isBig ? 'utf-16be' : /^utf-?16/i.test(charset) || isLittle ? 'utf-16le' : ''
  const head = bytes.subarray(0, HEAD_BYTES)
  if (label !== '') return new TextDecoder(label).decode(head)
  return new TextDecoder('latin1').decode(head).replace(/^\xef\xbb\xbf/, '')
}
