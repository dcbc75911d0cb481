import emoji1 from '@fontsource/noto-emoji/files/noto-emoji-1-700-normal.woff2'
import emoji2 from '@fontsource/noto-emoji/files/noto-emoji-2-700-normal.woff2'
import emoji3 from '@fontsource/noto-emoji/files/noto-emoji-3-700-normal.woff2'
import emoji4 from '@fontsource/noto-emoji/files/noto-emoji-4-700-normal.woff2'
import emoji5 from '@fontsource/noto-emoji/files/noto-emoji-5-700-normal.woff2'
import emoji6 from '@fontsource/noto-emoji/files/noto-emoji-6-700-normal.woff2'
import emoji7 from '@fontsource/noto-emoji/files/noto-emoji-7-700-normal.woff2'
import emoji8 from '@fontsource/noto-emoji/files/noto-emoji-8-700-normal.woff2'
import emoji9 from '@fontsource/noto-emoji/files/noto-emoji-9-700-normal.woff2'
import emoji10 from '@fontsource/noto-emoji/files/noto-emoji-10-700-normal.woff2'
import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-900-normal.woff2'
import hebrew from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-900-normal.woff2'
import japanese from '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-900-normal.woff2'
import korean from '@fontsource/noto-sans-kr/files/noto-sans-kr-korean-900-normal.woff2'
import cyrillic from '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-cyrillic-900-normal.woff2'
import greek from '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-greek-900-normal.woff2'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'

const faces = {
  arabic,
  hebrew,
  japanese,
  korean,
  cyrillic,
  greek,
  'emoji-1': emoji1,
  'emoji-2': emoji2,
  'emoji-3': emoji3,
  'emoji-4': emoji4,
  'emoji-5': emoji5,
  'emoji-6': emoji6,
  'emoji-7': emoji7,
  'emoji-8': emoji8,
  'emoji-9': emoji9,
  'emoji-10': emoji10,
}

/** The fonts that a deployment reads from its assets, here from their packages. */
export const loadFace: LoadFont = async (face) => new Uint8Array(faces[face])
