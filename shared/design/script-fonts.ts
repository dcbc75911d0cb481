/**
 * The scripts a nickname may be written in besides Latin, each with a face of its own. The faces are too large for the
 * Worker: the web build lays them beside its other files, and the Worker reads the one a card needs.
 */
export const SCRIPTS = ['greek', 'cyrillic', 'arabic', 'hebrew', 'japanese', 'korean'] as const

/** The scripts that a name may hold besides Latin: one of them, or emoji, as shapes of one color. */
export type Script = (typeof SCRIPTS)[number] | 'emoji'

/** Emoji come in several files; a name takes those that its own are in. */
const EMOJI_FACES = [
  'emoji-1',
  'emoji-2',
  'emoji-3',
  'emoji-4',
  'emoji-5',
  'emoji-6',
  'emoji-7',
  'emoji-8',
  'emoji-9',
  'emoji-10',
] as const
export type EmojiFace = (typeof EMOJI_FACES)[number]

/** The files of all faces, by what they are called here. */
export const FACES = [...SCRIPTS, ...EMOJI_FACES] as const
export type Face = (typeof FACES)[number]

/** Raised with every change of a face, because the files are cached for a year. */
const EDITION = 1

/** Where the site serves a face. */
export const facePath = (face: Face): string => `/assets/fonts/${face}-${EDITION}.woff2`

/** The package file a face comes from. */
export const FACE_SOURCES: Readonly<Record<Face, string>> = {
  greek: '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-greek-900-normal.woff2',
  cyrillic: '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-cyrillic-900-normal.woff2',
  arabic: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-900-normal.woff2',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-900-normal.woff2',
  japanese: '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-900-normal.woff2',
  korean: '@fontsource/noto-sans-kr/files/noto-sans-kr-korean-900-normal.woff2',
  'emoji-1': '@fontsource/noto-emoji/files/noto-emoji-1-700-normal.woff2',
  'emoji-2': '@fontsource/noto-emoji/files/noto-emoji-2-700-normal.woff2',
  'emoji-3': '@fontsource/noto-emoji/files/noto-emoji-3-700-normal.woff2',
  'emoji-4': '@fontsource/noto-emoji/files/noto-emoji-4-700-normal.woff2',
  'emoji-5': '@fontsource/noto-emoji/files/noto-emoji-5-700-normal.woff2',
  'emoji-6': '@fontsource/noto-emoji/files/noto-emoji-6-700-normal.woff2',
  'emoji-7': '@fontsource/noto-emoji/files/noto-emoji-7-700-normal.woff2',
  'emoji-8': '@fontsource/noto-emoji/files/noto-emoji-8-700-normal.woff2',
  'emoji-9': '@fontsource/noto-emoji/files/noto-emoji-9-700-normal.woff2',
  'emoji-10': '@fontsource/noto-emoji/files/noto-emoji-10-700-normal.woff2',
}
