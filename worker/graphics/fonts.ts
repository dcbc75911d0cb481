import antonExt from '@fontsource/anton/files/anton-latin-ext-400-normal.woff2'
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2'
import antonVietnamese from '@fontsource/anton/files/anton-vietnamese-400-normal.woff2'
import condensedExt from '@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-600-normal.woff2'
import condensed from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2'

/** Family names as styles spell them. */
export const DISPLAY = 'Anton'
export const LABEL = 'Barlow Condensed'

/** The face of another script, while there is one. */
export const SCRIPT = 'Script'
/** The faces of emoji, while there are some. */
export const EMOJI = 'Emoji'
export const SCRIPT_WEIGHT = 900

type Font = { readonly name: string; readonly weight: number; readonly data: ArrayBuffer }

/**
 * Files of one name are one family: each serves the letters that those before it lack. The Latin file comes last: it has
 * combining marks, so the renderer would take `Ś` for its S and a loose acute, which the file cannot place.
 */
export const DISPLAY_FONTS: readonly Font[] = [
  { name: DISPLAY, weight: 400, data: antonVietnamese },
  { name: DISPLAY, weight: 400, data: antonExt },
  { name: DISPLAY, weight: 400, data: anton },
]

export const FONTS: readonly Font[] = [
  ...DISPLAY_FONTS,
  { name: LABEL, weight: 600, data: condensed },
  { name: LABEL, weight: 600, data: condensedExt },
]
