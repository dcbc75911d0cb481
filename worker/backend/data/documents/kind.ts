/** What a document is read as. */
export type OfficeKind = 'docx' | 'xlsx' | 'pptx'
export type PlainKind = 'pdf' | 'html' | 'csv' | 'text'

/** By the part that makes an office's archive what it is. */
const OFFICE: readonly (readonly [part: string, kind: OfficeKind])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
]
const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|x-ndjson)$)/
const TEXT_NAMES = /\.(?:txt|text|md|markdown|json|jsonl|xml|ya?ml|toml|ini|log|rst|tex|srt|vtt)$/
const MARKUP = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i
const HEAD_BYTES = 1024

export type Described = {
  readonly bytes: Uint8Array
  /** The stated MIME type, without parameters; '' for none. */
  readonly type: string
  /** What it was called, or where it was. */
  readonly name: string
}

const startsWith = (bytes: Uint8Array, text: string) =>
  [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0))

/** True for an archive, which is an office document or nothing for us. */
export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, 'PK\u0003\u0004')

/** The kind of an office's archive by the names of its parts, or null. */
export const officeKindOf = (parts: readonly string[]): OfficeKind | null =>
  OFFICE.find(([part]) => parts.includes(part))?.[1] ?? null

/**
 * What a file that is no archive is: by its first bytes, then by what its sender says, then by its name, then by
 * whether it can be text at all.
 *
 * @returns null for what holds no text that we can read
 */
export function kindOf({ bytes, type, name }: Described): PlainKind | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  // Readers look for it within the first kilobyte, and so do writers that put something before it.
  if (head.includes('%PDF-')) return 'pdf'
  if (hasUnprinted(bytes)) return null
  if (type.includes('html') || MARKUP.test(head)) return 'html'
  const path = name.toLowerCase().replace(/[?#].*/s, '')
  if (type === 'text/csv' || path.endsWith('.csv') || path.endsWith('.tsv')) return 'csv'
  if (/\.x?html?$/.test(path) && !type.startsWith('text/plain')) return 'html'
  if (TEXT_TYPES.test(type) || TEXT_NAMES.test(path)) return 'text'
  return type === '' || type === 'application/octet-stream' ? 'text' : null
}

/** Control characters that no text holds, in any encoding but those of two bytes, which say so in their mark. */
function hasUnprinted(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false
  return bytes.subarray(0, HEAD_BYTES).some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32))
}
