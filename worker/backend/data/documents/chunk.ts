export const CHUNK_CHARACTERS = 1000
/** A tenth of a chunk is said again in the next one, unless something else is asked for. */
const OVERLAP_SHARE = 0.1

export type ChunkOptions = { readonly size?: number | undefined; readonly overlap?: number | undefined }

/**
 * Places to cut a text, best first: paragraphs, lines, sentences (Chinese and Japanese have no blank after them),
 * words.
 */
const SEAMS = [/\n\n+/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]["'”’)\]」』]*\s?/g, /\s/g]
/** A seam that would leave less than this of a chunk is none. */
const LEAST_SHARE = 0.5

/**
 * A text in pieces of at most `size` characters, each beginning with at most `overlap` characters of the one before.
 * Nothing is lost but blanks at the ends of pieces, and no character is cut in two.
 *
 * @param size in UTF-16 units, at least 2 @param overlap at most half of it
 */
export function chunkText(text: string, { size = CHUNK_CHARACTERS, overlap }: ChunkOptions = {}): string[] {
  const length = Math.max(2, size)
  const repeated = Math.min(overlap ?? Math.floor(length * OVERLAP_SHARE), Math.floor(length / 2))
  const chunks: string[] = []
  for (let start = 0; start < text.length;) {
    const end = findEnd(text, start, length)
    const chunk = text.slice(start, end).trim()
    if (chunk !== '') chunks.push(chunk)
    if (end >= text.length) break
    start = nextStart(text, { start, end, repeated })
  }
  return chunks
}

function findEnd(text: string, start: number, length: number): number {
  const limit = start + length
  if (limit >= text.length) return text.length
  const least = Math.ceil(length * LEAST_SHARE)
  const window = text.slice(start, limit)
  for (const seam of SEAMS) {
    const last = [...window.matchAll(seam)].map((match) => match.index + match[0].length).findLast((at) => at >= least)
    if (last !== undefined) return start + last
  }
  return whole(text, limit)
}

/** The next piece begins with a word of what it repeats, and always further on than this one did. */
function nextStart(text: string, { start, end, repeated }: { start: number; end: number; repeated: number }): number {
  const earliest = Math.max(start + 1, end - repeated)
  if (earliest >= end) return end
  const blank = text.slice(earliest - 1, end).search(/\s\S/)
  if (blank !== -1) return earliest + blank
  const next = whole(text, earliest)
  return next > start ? next : end
}

/** A place that is not in the middle of a character. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)
