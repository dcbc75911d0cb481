/** The properties of a stored file that conditional requests are checked against. */
export type FileState = { readonly etag: string; readonly uploaded: Date; readonly size: number }

/** Outcome of a conditional request. Status 206 includes the range. */
export type ConditionResult =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly offset: number; readonly length: number }

/** Headers that make a request conditional or partial. */
export const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'] as const

/**
 * Evaluates the preconditions of a file request, in the order of RFC 9110, section 13.2.2.
 *
 * @param file the file's state; `etag` includes the quotes
 */
export function evaluateConditions(method: string, headers: Headers, file: FileState): ConditionResult {
  const match = headers.get('if-match')
  if (match !== null ? !holdsStrong(match, file.etag) : isAfter(file, headers.get('if-unmodified-since'), false))
    return { status: 412 }
  const noneMatch = headers.get('if-none-match')
  if (noneMatch !== null ? holdsWeak(noneMatch, file.etag) : !isAfter(file, headers.get('if-modified-since'), true))
    return { status: 304 }
  if (method !== 'GET' || !isRangeWanted(headers.get('if-range'), file)) return { status: 200 }
  return parseRange(headers.get('range'), file.size)
}

/**
 * Parses a `Range` header. For several ranges or an invalid header, the response is the whole file, as HTTP allows.
 */
function parseRange(header: string | null, size: number): ConditionResult {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return { status: 200 }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 }
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  if (offset >= size) return { status: 416 }
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return { status: 206, offset, length: end - offset }
}

/** True if the range may be sent. If the file has changed (`If-Range`), the client needs the whole new file. */
function isRangeWanted(ifRange: string | null, { etag, uploaded }: FileState): boolean {
  if (ifRange === null) return true
  const text = ifRange.trim()
  return text.includes('"') ? text === etag : Date.parse(text) === toSecond(uploaded)
}

const parseTags = (header: string): string[] => header.match(/(?:W\/)?"[\x21\x23-\x7e]*"/g) ?? []
const holdsStrong = (header: string, etag: string) => header.trim() === '*' || parseTags(header).includes(etag)
const holdsWeak = (header: string, etag: string) =>
  header.trim() === '*' || parseTags(header).some((tag) => tag.replace('W/', '') === etag)

/** HTTP dates have a resolution of one second. */
const toSecond = (date: Date) => Math.floor(date.getTime() / 1000) * 1000

/** True if the file is newer than the stated time. Returns `unknown` for a missing or invalid time. */
function isAfter({ uploaded }: FileState, stated: string | null, unknown: boolean): boolean {
  const time = Date.parse(stated ?? '')
  return Number.isNaN(time) ? unknown : toSecond(uploaded) > time
}
