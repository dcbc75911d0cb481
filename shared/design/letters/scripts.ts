import { type Font, SCRIPTS, type Script } from '#shared/design/script-fonts.ts'
import { CodePoints } from './code-points.ts'
import { getEmojiFonts, isEmoji } from './emoji.ts'
import { isKanji } from './kanji.ts'

/** Metrics of a script's font, relative to the display font's size. */
export type Setting = {
  /** The font size at which it looks as large and heavy as the display font's capitals. */
  readonly scale: number
  /** The ascent above the baseline, in the font's own em. */
  readonly ascent: number
  /** The space that letters need above and below the baseline. */
  readonly rise: number
  readonly drop: number
  readonly rightToLeft: boolean
  /** True if its characters are about as wide as two Latin letters. */
  readonly wide: boolean
  /** True if a line may break between any two characters. */
  readonly unspaced: boolean
}

const western = {
  scale: 1.3,
  ascent: 0.9,
  rise: 0.9,
  drop: 0.16,
  rightToLeft: false,
  wide: false,
  unspaced: false,
} as const
const eastern = { scale: 0.96, ascent: 1.16, rise: 0.88, drop: 0.12, rightToLeft: false, wide: true } as const

/** Returns the fonts that a text needs: its script's, and those of its emoji. */
export const getFonts = (script: Script, text: string): readonly Font[] => [
  ...(script === 'emoji' ? [] : [script]),
  ...getEmojiFonts(text),
]

export const SETTINGS: Readonly<Record<Script, Setting>> = {
  greek: western,
  cyrillic: western,
  arabic: { scale: 1.12, ascent: 1.374, rise: 0.98, drop: 0.4, rightToLeft: true, wide: false, unspaced: false },
  hebrew: { scale: 1.14, ascent: 1.069, rise: 0.9, drop: 0.28, rightToLeft: true, wide: false, unspaced: false },
  japanese: { ...eastern, unspaced: true },
  korean: { ...eastern, unspaced: false },
  emoji: { scale: 0.86, ascent: 0.928, rise: 0.9, drop: 0.2, rightToLeft: false, wide: true, unspaced: true },
}

/** Code points that the fonts can draw, from their character maps. Kanji have their own table. */
const COVERED: Readonly<Record<Exclude<Script, 'emoji'>, CodePoints>> = {
  greek: new CodePoints('384-386 388-38a 38c 38e-3a1 3a3-3ce'),
  cyrillic: new CodePoints('400-45f 490-491 2116'),
  arabic: new CodePoints(
    '600-6ff 750-77f 870-88e 890-891 898-8e1 8e3-8ff 200c-200d fb50-fbc2 fbd3-fd8f fd92-fdc7 fdf0-fdff fe70-fe74 fe76-fefc',
  ),
  hebrew: new CodePoints('591-5c7 5d0-5ea 5ef-5f4 20aa fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fb4f'),
  japanese: new CodePoints('3001-3003 3005-301c 3041-3096 3099-30ff ff01-ff5d ffe3 ffe5'),
  korean: new CodePoints('3131-318e 3200-321c 3260-327b ac00-d7a3'),
}

/** True if the script's own font has this character. Characters of the Latin display font are not listed. */
export const hasCharacter = (script: Script, point: number): boolean =>
  script === 'emoji' ? isEmoji(point) : COVERED[script].has(point) || (script === 'japanese' && isKanji(point))

/** Letters, digits and marks. Emoji joiners and punctuation are in several scripts' fonts. */
const LETTER = /[\p{L}\p{N}\p{M}]/u

/** Returns the script, besides Latin, that most of a text is written in; else `emoji` if it has any; else null. */
export function detectScript(text: string): Script | null {
  const letters = Array.from(text.normalize('NFKC')).filter((character) => LETTER.test(character))
  let [best, most]: [Script | null, number] = [null, 0]
  for (const script of SCRIPTS) {
    const count = letters.filter((character) => hasCharacter(script, character.codePointAt(0)!)).length
    if (count > most) [best, most] = [script, count]
  }
  return best ?? (Array.from(text).some((character) => isEmoji(character.codePointAt(0)!)) ? 'emoji' : null)
}
