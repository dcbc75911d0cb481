import type { Grapheme } from '#shared/design/letters/drawable.ts'
import { SETTINGS } from '#shared/design/letters/scripts.ts'

/** A piece of a line in one font. */
export type Run = Grapheme

/** Wide characters count double, so that lines come out equally long. */
const getWeight = ({ script }: Grapheme): number => (script !== null && SETTINGS[script].wide ? 2 : 1)
const isSpace = ({ text }: Grapheme): boolean => text.trim() === ''
const isUnspaced = ({ script }: Grapheme): boolean => script !== null && SETTINGS[script].unspaced

/** Punctuation and small kana, which cannot start a line. */
const NEVER_FIRST = /^[ーァィゥェォッャュョヮぁぃぅぇぉっゃゅょ、。・！？）」』】〜々]/u

const mayBreakBetween = (one: Grapheme, next: Grapheme): boolean =>
  isSpace(one) || isSpace(next) || ((isUnspaced(one) || isUnspaced(next)) && !NEVER_FIRST.test(next.text))

/** Breaks a name into `count` lines of similar length: where its script allows, or else exactly at that length. */
export function breakLines(graphemes: readonly Grapheme[], count: number): (readonly Grapheme[])[] {
  const trimmed = trimSpaces(graphemes)
  if (count === 1 || trimmed.length < 2) return [trimmed]
  const total = trimmed.reduce((sum, grapheme) => sum + getWeight(grapheme), 0)
  const goal = total / count
  let [allowed, forced]: [Cut, Cut] = [NOWHERE, NOWHERE]
  for (let i = 0, length = 0; i + 1 < trimmed.length; i++) {
    length += getWeight(trimmed[i]!)
    const cut = { at: i + 1, off: Math.abs(length - goal) }
    if (cut.off < forced.off) forced = cut
    if (cut.off < allowed.off && mayBreakBetween(trimmed[i]!, trimmed[i + 1]!)) allowed = cut
  }
  const { at } = allowed.off <= goal / 2 ? allowed : forced
  return [trimSpaces(trimmed.slice(0, at)), ...breakLines(trimmed.slice(at), count - 1)]
}

type Cut = { at: number; off: number }
const NOWHERE: Cut = { at: 0, off: Number.POSITIVE_INFINITY }

function trimSpaces(graphemes: readonly Grapheme[]): readonly Grapheme[] {
  const isWord = (grapheme: Grapheme): boolean => !isSpace(grapheme)
  return graphemes.slice(Math.max(0, graphemes.findIndex(isWord)), graphemes.findLastIndex(isWord) + 1)
}

/** Merges neighbors in one font, because letters join and kern only within a run. */
export function toRuns(line: readonly Grapheme[]): Run[] {
  const runs: Run[] = []
  for (const { text, script } of line) {
    const last = runs.at(-1)
    if (last?.script === script) runs[runs.length - 1] = { script, text: last.text + text }
    else runs.push({ text, script })
  }
  return runs
}
