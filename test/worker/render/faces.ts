import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-900-normal.woff2'
import hebrew from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-900-normal.woff2'
import japanese from '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-900-normal.woff2'
import korean from '@fontsource/noto-sans-kr/files/noto-sans-kr-korean-900-normal.woff2'
import cyrillic from '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-cyrillic-900-normal.woff2'
import greek from '@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-greek-900-normal.woff2'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'

const faces = { arabic, hebrew, japanese, korean, cyrillic, greek }

/** The faces a deployment reads from its assets, here from the packages. */
export const loadFace: LoadFont = async (script) => new Uint8Array(faces[script])
