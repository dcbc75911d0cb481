import type { Script } from '#shared/design/script-fonts.ts'
import { languageOfCapitals } from './capitals.ts'
import { isIn, rangesOf } from './covered.ts'
import { covers } from './scripts.ts'

/** The letters that the files of the display face can draw. Read from their character maps. */
const COVERED = rangesOf(
  '20-7e a0-181 186-18a 18e-194 196-1a1 1a4-1a5 1a9 1ac-1b9 1c0-1f5 1f8-21b 21e-220 222-223 226-233 237 23a-23e ' +
    '241-24f 251 253-254 256-257 259 25b 260 263 265-266 268-26c 26f 272 275 27d-27e 283 288-28c 292 294-295 298 29d ' +
    '2b0 2b7 2b9-2bc 2be-2c0 2c6-2cc 2d7 2da 2dc-2dd 2ee 1d7d 1dbb 1e00-1e95 1e97 1e9e 1ea0-1ef9 2009 2013-2014 ' +
    '2018-201a 201c-201e 2020 2022 2026 2032-2033 2039-203a 2044 20a1 20a3-20a4 20a6-20a7 20a9 20ab-20ad 20b1-20b2 ' +
    '20b5 20b9-20ba 20bc-20bd 2113 2122 2191 2193 2212 2215 2c60-2c66 2c6d 2c72-2c73',
)

/** Stands for a character that no font here has. */
const STAND_IN = '\u2022'
const KANJI_DIGITS = '〇一二三四五六七八九'
const KANJI_DIGIT = new RegExp(`[${KANJI_DIGITS}]`, 'gu')
const DIGIT = /\p{Nd}/u
const UNSEEN = /^[\p{M}\p{Cf}\p{Cc}]+$/u
/** Languages whose capitals drop what their small letters carry. */
const CAPITALS_OF: Readonly<Partial<Record<Script, string>>> = { greek: 'el' }

export type Grapheme = { readonly text: string; readonly script: Script | null }

/**
 * Text as the display face can draw it: capitals; every character it lacks becomes a bullet, so nothing vanishes
 * without a trace. Letters in fancy alphabets become plain ones, accents that have no letter of their own are left off.
 *
 * @example
 * drawable('Zoë 🏈 𝓙𝓸𝓮') // 'ZOË • JOE'
 */
export const drawable = (text: string): string =>
  graphemesOf(text, null)
    .map((grapheme) => grapheme.text)
    .join('')

/**
 * A jersey number as it is drawn. Digits of every script are 0 to 9, those of Japanese too.
 *
 * @example
 * drawableNumber('٢٣') // '23'
 */
export const drawableNumber = (number: string): string =>
  drawable(number.replaceAll(KANJI_DIGIT, (digit) => String(KANJI_DIGITS.indexOf(digit))))

/** The characters of a name, as typed, that are drawn as a bullet in this script and emoji; each once. */
export function undrawnIn(text: string, script: Script | null): string[] {
  const segments = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.normalize('NFC')))
  const lost = segments.filter(
    ({ segment }) => segment !== STAND_IN && graphemesOf(segment, script).some((drawn) => drawn.text === STAND_IN),
  )
  return [...new Set(lost.map(({ segment }) => segment))]
}

/**
 * The same, cut into what is never torn apart, with the help of one more script and of emoji. Spaces at the ends are
 * left off.
 */
export function graphemesOf(text: string, script: Script | null, hasEmoji = script !== null): Grapheme[] {
  const scripts = [...(script === null ? [] : [script]), ...(hasEmoji ? (['emoji'] as const) : [])]
  const capitals = text.toLocaleUpperCase((script && CAPITALS_OF[script]) ?? languageOfCapitals(text)).normalize('NFC')
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(capitals)
  const drawn = Array.from(segments, ({ segment }) => drawnIn(segment, scripts)).filter(({ text }) => text !== '')
  const isWord = ({ text }: Grapheme): boolean => text.trim() !== ''
  return drawn.slice(Math.max(0, drawn.findIndex(isWord)), drawn.findLastIndex(isWord) + 1)
}

function drawnIn(grapheme: string, scripts: readonly Script[]): Grapheme {
  if (UNSEEN.test(grapheme)) return { text: drawn(grapheme), script: null }
  for (const script of scripts) {
    const has = (character: string): boolean => covers(script, character.codePointAt(0)!)
    const known = [grapheme, grapheme.normalize('NFKC')].find((form) => has(form))
    if (known !== undefined) return { text: [...known].filter(has).join(''), script }
  }
  return { text: drawn(grapheme), script: null }
}

function drawn(grapheme: string): string {
  if (UNSEEN.test(grapheme)) return ''
  if (isCovered(grapheme)) return firstOf(grapheme)
  if (DIGIT.test(firstOf(grapheme))) return String(digitOf(firstOf(grapheme)))
  const plain = grapheme.normalize('NFKC').toUpperCase()
  return [...plain].every(isCovered)
    ? plain
    : isCovered(firstOf(plain)) && plain !== grapheme
      ? firstOf(plain)
      : STAND_IN
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0)!)
const isCovered = (text: string): boolean => isIn(COVERED, text.codePointAt(0)!)

/** Digits stand in Unicode ten by ten, the zero first. */
function digitOf(digit: string): number {
  const point = digit.codePointAt(0)!
  let first = point
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--
  return (point - first) % 10
}
