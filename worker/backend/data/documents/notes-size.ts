import type { Parts } from './archive.ts'

/** Anything may stand before the last part of a name, but none of its characters can be spelled otherwise. */
const REFERENCE = /<[^<>\s]*(?:foot|end)noteReference[\s/>]/g
const NOTE = /<[^<>\s]*(?:foot|end)note[\s>]/

/**
 * How many characters of notes a reader of a Word document writes: it repeats a note for each place that refers to it.
 *
 * @returns never too few
 */
export function notesShownIn(parts: Parts): number {
  let [references, longest] = [0, 0]
  for (const part of parts.values()) {
    const xml = new TextDecoder().decode(part)
    references += xml.match(REFERENCE)?.length ?? 0
    for (const note of xml.split(NOTE).slice(1)) longest = Math.max(longest, note.length)
  }
  return references * longest
}
