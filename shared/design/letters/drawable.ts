import type { Script } from '#shared/design/script-fonts.ts'
import { getCapitalsLanguage } from './capitals.ts'
import { CodePoints } from './code-points.ts'
import { hasCharacter } from './scripts.ts'

/** Code points that the display font can draw, from its character maps. */
const COVERED = new CodePoints(
  '20-7e a0-181 186-18a 18e-194 196-1a1 1a4-1a5 1a9 1ac-1b9 1c0-1f5 1f8-21b 21e-220 222-223 226-233 237 23a-23e ' +
    '241-24f 251 253-254 256-257 259 25b 260 263 265-266 268-26c 26f 272 275 27d-27e 283 288-28c 292 294-295 298 29d ' +
    '2b0 2b7 2b9-2bc 2be-2c0 2c6-2cc 2d7 2da 2dc-2dd 2ee 1d7d 1dbb 1e00-1e95 1e97 1e9e 1ea0-1ef9 2009 2013-2014 ' +
    '2018-201a 201c-201e 2020 2022 2026 2032-2033 2039-203a 2044 20a1 20a3-20a4 20a6-20a7 20a9 20ab-20ad 20b1-20b2 ' +
    '20b5 20b9-20ba 20bc-20bd 2113 2122 2191 2193 2212 2215 2c60-2c66 2c6d 2c72-2c73',
)

/** Replaces a character that no font has. */
const PLACEHOLDER = '\u2022'
const KANJI_DIGITS = '〇一二三四五六七八九'
const KANJI_DIGIT = new RegExp(`[${KANJI_DIGITS}]`, 'gu')
const DIGIT = /\p{Nd}/u
const INVISIBLE = /^[\p{M}\p{Cf}\p{Cc}]+$/u
/** Languages whose capitals drop accents. */
const CAPITALS_LANGUAGES: Readonly<Partial<Record<Script, string>>> = { greek: 'el' }

export type Grapheme = { readonly text: string; readonly script: Script | null }

/**
 * Converts text to what the display font can draw: uppercase, with a bullet for each missing character. Letters of
 * fancy alphabets become plain, and accents without a precomposed letter are dropped.
 *
 * @example
 * drawable('Zoë 🏈 𝓙𝓸𝓮') // 'ZOË • JOE'
 */
export const drawable = (text: string): string =>
  toGraphemes(text, null)
    .map((grapheme) => grapheme.text)
    .join('')

/**
 * Converts a jersey number. Digits of every script become 0 to 9, including kanji digits.
 *
 * @example
 * drawableNumber('٢٣') // '23'
 */
export const drawableNumber = (number: string): string =>
  drawable(number.replaceAll(KANJI_DIGIT, (digit) => String(KANJI_DIGITS.indexOf(digit))))

/** Returns a name's distinct characters, as typed, that would be drawn as a bullet. */
export function findUndrawable(text: string, script: Script | null): string[] {
  const segments = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.normalize('NFC')))
  const undrawable = segments.filter(
    ({ segment }) =>
      segment !== PLACEHOLDER && toGraphemes(segment, script).some((grapheme) => grapheme.text === PLACEHOLDER),
  )
  return [...new Set(undrawable.map(({ segment }) => segment))]
}

/**
 * Like {@link drawable}, split into graphemes, and with the fonts of one more script and of emoji. Trims spaces.
 */
export function toGraphemes(text: string, script: Script | null, hasEmoji = script !== null): Grapheme[] {
  const scripts = [...(script === null ? [] : [script]), ...(hasEmoji ? (['emoji'] as const) : [])]
  const capitals = text
    .toLocaleUpperCase((script && CAPITALS_LANGUAGES[script]) ?? getCapitalsLanguage(text))
    .normalize('NFC')
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(capitals)
  const graphemes = Array.from(segments, ({ segment }) => toGrapheme(segment, scripts)).filter(
    ({ text }) => text !== '',
  )
  const isWord = ({ text }: Grapheme): boolean => text.trim() !== ''
  return graphemes.slice(Math.max(0, graphemes.findIndex(isWord)), graphemes.findLastIndex(isWord) + 1)
}

function toGrapheme(grapheme: string, scripts: readonly Script[]): Grapheme {
  if (INVISIBLE.test(grapheme)) return { text: toDisplayText(grapheme), script: null }
  for (const script of scripts) {
    const has = (character: string): boolean => hasCharacter(script, character.codePointAt(0)!)
    const known = [grapheme, grapheme.normalize('NFKC')].find((form) => has(form))
    if (known !== undefined) return { text: [...known].filter(has).join(''), script }
  }
  return { text: toDisplayText(grapheme), script: null }
}

function toDisplayText(grapheme: string): string {
  if (INVISIBLE.test(grapheme)) return ''
  if (isCovered(grapheme)) return getFirstCharacter(grapheme)
  if (DIGIT.test(getFirstCharacter(grapheme))) return String(toDigit(getFirstCharacter(grapheme)))
  const plain = grapheme.normalize('NFKC').toUpperCase()
  return [...plain].every(isCovered)
    ? plain
    : isCovered(getFirstCharacter(plain)) && plain !== grapheme
      ? getFirstCharacter(plain)
      : PLACEHOLDER
}

const getFirstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0)!)
const isCovered = (text: string): boolean => COVERED.has(text.codePointAt(0)!)

/** Unicode orders each script's ten digits from zero to nine. */
function toDigit(digit: string): number {
  const point = digit.codePointAt(0)!
  let first = point
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--
  return (point - first) % 10
}
