/**
 * The non-Latin scripts of nicknames, each with its own font. The fonts are too large for the Worker bundle, so the web
 * build emits them as assets and the Worker fetches the ones a card needs.
 */
export const SCRIPTS = ['greek', 'cyrillic', 'arabic', 'hebrew', 'japanese', 'korean'] as const

/** A name's script besides Latin, or monochrome emoji. */
export type Script = (typeof SCRIPTS)[number] | 'emoji'

/** The emoji font is split into several files. A name loads only those it needs. */
const EMOJI_FONTS = [
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
export type EmojiFont = (typeof EMOJI_FONTS)[number]

export const FONTS = [...SCRIPTS, ...EMOJI_FONTS] as const
export type Font = (typeof FONTS)[number]

/** Cache buster: increase it whenever a font changes, because the files are cached for a year. */
const VERSION = 1

/** Path of a font on the site. */
export const toFontPath = (font: Font): string => `/assets/fonts/${font}-${VERSION}.woff2`

/** The package file of each font. */
export const FONT_SOURCES: Readonly<Record<Font, string>> = {
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
