/**
 * The scripts a nickname may be written in besides Latin, each with a face of its own. The faces are too large for the
 * Worker: the web build lays them beside its other files, and the Worker reads the one a card needs.
 */
export const SCRIPTS = ['greek', 'cyrillic', 'arabic', 'hebrew', 'japanese', 'korean'] as const
export type Script = (typeof SCRIPTS)[number]

/** Raised with every change of a face, because the files are cached for a year. */
const EDITION = 1

/** Where the site serves a face. */
export const scriptFontPath = (script: Script): string => `/assets/fonts/${script}-${EDITION}.woff2`

/** The package file a face comes from. */
export const SCRIPT_FONT_SOURCES: Readonly<Record<Script, string>> = {
  greek: '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-greek-900-normal.woff2',
  cyrillic: '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-cyrillic-900-normal.woff2',
  arabic: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-900-normal.woff2',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-900-normal.woff2',
  japanese: '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-900-normal.woff2',
  korean: '@fontsource/noto-sans-kr/files/noto-sans-kr-korean-900-normal.woff2',
}
