/** The facts of a stored file by which a conditional request is judged. */
export type Judged = { readonly etag: string; readonly uploaded: Date; readonly size: number }

/** Answer to a request for a file; 206 comes with its range. */
export type Verdict =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly offset: number; readonly length: number }

/** The headers that make a request more than "all of it, please". */
export const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'] as const

/**
 * Judges the preconditions of a request for a file, in the order of RFC 9110, section 13.2.2.
 *
 * @param file its `etag` with quotes, as it is sent
 */
export function judge(method: string, headers: Headers, file: Judged): Verdict {
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
 * The part of a file that a `Range` header asks for. More than one range, or words that are no range, are answered
 * with the whole file, as HTTP allows.
 */
function parseRange(header: string | null, size: number): Verdict {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return { status: 200 }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 }
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  if (offset >= size) return { status: 416 }
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return { status: 206, offset, length: end - offset }
}

/** Without the very file the part is meant for, the whole is what a caller needs. */
function isRangeWanted(ifRange: string | null, { etag, uploaded }: Judged): boolean {
  if (ifRange === null) return true
  const text = ifRange.trim()
  return text.includes('"') ? text === etag : Date.parse(text) === toSecond(uploaded)
}

const parseTags = (header: string): string[] => header.match(/(?:W\/)?"[\x21\x23-\x7e]*"/g) ?? []
const holdsStrong = (header: string, etag: string) => header.trim() === '*' || parseTags(header).includes(etag)
const holdsWeak = (header: string, etag: string) =>
  header.trim() === '*' || parseTags(header).some((tag) => tag.replace('W/', '') === etag)

/** HTTP tells time in seconds. */
const toSecond = (date: Date) => Math.floor(date.getTime() / 1000) * 1000

/** True if the file is younger than a stated time; `unknown` when no time is stated, or none that can be read. */
function isAfter({ uploaded }: Judged, stated: string | null, unknown: boolean): boolean {
  const time = Date.parse(stated ?? '')
  return Number.isNaN(time) ? unknown : toSecond(uploaded) > time
}
