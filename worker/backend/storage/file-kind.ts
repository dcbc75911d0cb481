import { type FileType, isKnownType, OCTETS, sniffFileType } from '#shared/client/file-type.ts'

const PLAIN: FileType = { type: 'text/plain', extension: 'txt' }
const JSON_TEXT: FileType = { type: 'application/json', extension: 'json' }
const CSV: FileType = { type: 'text/csv', extension: 'csv' }
const MARKDOWN: FileType = { type: 'text/markdown', extension: 'md' }
const TEXTS = [PLAIN, JSON_TEXT, CSV, MARKDOWN]

const MARKUP = /^\s*<[!?/a-z]/i
/** Start of a JSON text, for files that are too long to parse here. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null))/
/** Control characters that do not occur in text: all except tab, line feed, form feed and carriage return. */
const UNPRINTED = /[^\P{Cc}\t\n\f\r]/u

/** The first bytes of a file. `isWhole` means that they are the whole file. */
export type Sample = { readonly bytes: Uint8Array; readonly isWhole: boolean }

/** Documents in a ZIP or OLE container, by container type and file extension. */
const OFFICE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    epub: 'application/epub+zip',
  },
  'application/msword': { xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
}
const OFFICE_TYPES = new Set(Object.values(OFFICE).flatMap((types) => Object.values(types)))

/** True for a type that files may be served as. Browsers do not run code from any of them. */
export const isServedType = (type: string): boolean => isKnownType(type) || OFFICE_TYPES.has(type)

/**
 * Returns the type a file is stored as. It comes from the first bytes, else from what the content provably is. The
 * stated type only chooses between kinds of text that look alike. Markup, scripts and unknown content are
 * `application/octet-stream`.
 *
 * @param stated the client's MIME type, or ''
 * @param path chooses between documents in the same container, and between kinds of text if no type is stated
 */
export function fileTypeIn(sample: Sample, stated: string, path: string): string {
  const signature = sniffFileType(sample.bytes)
  // A byte order mark shows that a file is text, but not which kind.
  if (signature !== null && signature.type !== PLAIN.type)
    return OFFICE[signature.type]?.[path.toLowerCase().split('.').at(-1)!] ?? signature.type

  const type = stated.split(';')[0]!.trim().toLowerCase()
  const isStated = type !== '' && type !== OCTETS
  const claimed = TEXTS.find((kind) => (isStated ? kind.type === type : nameEndsWith(path, kind.extension)))
  // The content cannot prove the stated type, such as a page, a script or a picture without a picture's signature.
  if (isStated && claimed === undefined) return OCTETS
  const text = decodeText(sample)
  // Markdown may start with a tag, and browsers do not render it as a page.
  if (text === null || (MARKUP.test(text) && claimed !== MARKDOWN)) return OCTETS
  if (claimed !== undefined && claimed !== JSON_TEXT) return claimed.type
  return isJson(text, sample.isWhole) ? JSON_TEXT.type : PLAIN.type
}

const nameEndsWith = (path: string, extension: string) => path.toLowerCase().endsWith(`.${extension}`)

/** Decodes a sample. Returns null if it is not valid UTF-8 or contains control characters. */
function decodeText({ bytes, isWhole }: Sample): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes, { stream: !isWhole })
    return UNPRINTED.test(text) ? null : text
  } catch {
    return null
  }
}

function isJson(text: string, isWhole: boolean): boolean {
  if (!JSON_START.test(text) || !isWhole) return JSON_START.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
