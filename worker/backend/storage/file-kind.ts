import { type FileType, isKnownType, OCTETS, sniffFileType } from '#shared/client/file-type.ts'

const PLAIN: FileType = { type: 'text/plain', extension: 'txt' }
const JSON_TEXT: FileType = { type: 'application/json', extension: 'json' }
const CSV: FileType = { type: 'text/csv', extension: 'csv' }
const MARKDOWN: FileType = { type: 'text/markdown', extension: 'md' }
const TEXTS = [PLAIN, JSON_TEXT, CSV, MARKDOWN]

const MARKUP = /^\s*<[!?/a-z]/i
/** Beginning of JSON, for files that are too long to be parsed here. */
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null))/
/** Control characters that no text holds: all but tab, line feed, form feed and return. */
const UNPRINTED = /[^\P{Cc}\t\n\f\r]/u

/** The sniffed beginning of a file. `isWhole`: there is no more of it. */
export type Sample = { readonly bytes: Uint8Array; readonly isWhole: boolean }

/** Documents that lie in a ZIP or OLE container, by the container's type and the file's extension. */
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

/** True for the types files are served as. None of them is one that a browser would run anything of. */
export const isServedType = (type: string): boolean => isKnownType(type) || OFFICE_TYPES.has(type)

/**
 * The type a file is kept as: what its first bytes say, and where they say nothing, what its content can be shown to
 * be. The stated type only chooses between kinds of text that are all alike. Markup, scripts and unknown content are
 * bytes.
 *
 * @param stated a MIME type, or '' when none was stated
 * @param path decides between documents in one container, and between texts when no type is stated
 */
export function fileTypeIn(sample: Sample, stated: string, path: string): string {
  const signature = sniffFileType(sample.bytes)
  // A byte order mark says that it is text, not which.
  if (signature !== null && signature.type !== PLAIN.type)
    return OFFICE[signature.type]?.[path.toLowerCase().split('.').at(-1)!] ?? signature.type

  const type = stated.split(';')[0]!.trim().toLowerCase()
  const isStated = type !== '' && type !== OCTETS
  const claimed = TEXTS.find((kind) => (isStated ? kind.type === type : nameEndsWith(path, kind.extension)))
  // A page, a script, a picture that does not begin as one: nothing that its content could prove.
  if (isStated && claimed === undefined) return OCTETS
  const text = decodeText(sample)
  // Markdown may begin with a tag and no browser shows it as a page.
  if (text === null || (MARKUP.test(text) && claimed !== MARKDOWN)) return OCTETS
  if (claimed !== undefined && claimed !== JSON_TEXT) return claimed.type
  return isJson(text, sample.isWhole) ? JSON_TEXT.type : PLAIN.type
}

const nameEndsWith = (path: string, extension: string) => path.toLowerCase().endsWith(`.${extension}`)

/** The sample as text, or null when it is none in UTF-8 or holds what no text does. */
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
