import { type Face, SCRIPTS, type Script } from '#shared/design/script-fonts.ts'
import { isIn, rangesOf, type Ranges } from './covered.ts'
import { emojiFacesOf, isEmoji } from './emoji.ts'
import { isKanji } from './kanji.ts'

/** How a script's face is set beside the display face, in shares of the display face's size. */
export type Setting = {
  /** Its size, so that it looks as large and heavy as the capitals of the display face. */
  readonly scale: number
  /** The face's ascent above the baseline, in its own em. */
  readonly ascent: number
  /** The room that its letters need above and below the baseline. */
  readonly rise: number
  readonly drop: number
  readonly rightToLeft: boolean
  /** Its characters are about as wide as two letters. */
  readonly wide: boolean
  /** May be broken between any two characters. */
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

/** The faces that a text in a script needs: the script's own, and those of its emoji. */
export const facesOf = (script: Script, text: string): readonly Face[] => [
  ...(script === 'emoji' ? [] : [script]),
  ...emojiFacesOf(text),
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

/** The letters that the faces can draw, read from their character maps. Kanji are asked for one by one. */
const COVERED: Readonly<Record<Exclude<Script, 'emoji'>, Ranges>> = {
  greek: rangesOf('384-386 388-38a 38c 38e-3a1 3a3-3ce'),
  cyrillic: rangesOf('400-45f 490-491 2116'),
  arabic: rangesOf(
    '600-6ff 750-77f 870-88e 890-891 898-8e1 8e3-8ff 200c-200d fb50-fbc2 fbd3-fd8f fd92-fdc7 fdf0-fdff fe70-fe74 fe76-fefc',
  ),
  hebrew: rangesOf('591-5c7 5d0-5ea 5ef-5f4 20aa fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fb4f'),
  japanese: rangesOf('3001-3003 3005-301c 3041-3096 3099-30ff ff01-ff5d ffe3 ffe5'),
  korean: rangesOf('3131-318e 3200-321c 3260-327b ac00-d7a3'),
}

/** Does the script's own face have this character? What Latin has too is not asked for. */
export const covers = (script: Script, point: number): boolean =>
  script === 'emoji' ? isEmoji(point) : isIn(COVERED[script], point) || (script === 'japanese' && isKanji(point))

/** Letters alone. Joiners of emoji and punctuation are in the faces of several scripts. */
const WRITTEN = /[\p{L}\p{N}\p{M}]/u

/**
 * The script most of a text is written in, apart from Latin; emoji where there is none, null where there are none of
 * them.
 */
export function scriptOf(text: string): Script | null {
  const written = Array.from(text.normalize('NFKC')).filter((character) => WRITTEN.test(character))
  let [best, most]: [Script | null, number] = [null, 0]
  for (const script of SCRIPTS) {
    const count = written.filter((character) => covers(script, character.codePointAt(0)!)).length
    if (count > most) [best, most] = [script, count]
  }
  return best ?? (Array.from(text).some((character) => isEmoji(character.codePointAt(0)!)) ? 'emoji' : null)
}
