export const CHUNK_CHARACTERS = 1000
/** Share of a chunk that the next one repeats by default. */
const OVERLAP_SHARE = 0.1

export type ChunkOptions = { readonly size?: number | undefined; readonly overlap?: number | undefined }

/**
 * Places to cut a text, best first: paragraphs, lines, sentences, words. Chinese and Japanese have no space after a
 * sentence.
 */
const SEAMS = [/\n\n+/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]["'”’)\]」』]*\s?/g, /\s/g]
/** Minimum share of a chunk. A seam that would leave less is ignored. */
const LEAST_SHARE = 0.5

/**
 * Splits a text into chunks of at most `size` characters. Each begins with at most `overlap` characters of the previous
 * one. Only blanks at the ends of chunks are lost, and no character is cut in two.
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
  return toCharacterStart(text, limit)
}

/** Starts the next chunk at a word within the overlap, and always after the start of this one. */
function nextStart(text: string, { start, end, repeated }: { start: number; end: number; repeated: number }): number {
  const earliest = Math.max(start + 1, end - repeated)
  if (earliest >= end) return end
  const blank = text.slice(earliest - 1, end).search(/\s\S/)
  if (blank !== -1) return earliest + blank
  const next = toCharacterStart(text, earliest)
  return next > start ? next : end
}

/** Moves a position back if it is in the middle of a character. */
const toCharacterStart = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)
