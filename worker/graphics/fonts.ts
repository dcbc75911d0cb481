import antonExt from '@fontsource/anton/files/anton-latin-ext-400-normal.woff2'
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2'
import antonVietnamese from '@fontsource/anton/files/anton-vietnamese-400-normal.woff2'
import condensedExt from '@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-600-normal.woff2'
import condensed from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2'

/** Font family names in styles. */
export const DISPLAY = 'Anton'
export const LABEL = 'Barlow Condensed'

/** Family of the additional font for a non-Latin script. */
export const SCRIPT = 'Script'
/** Family of the additional emoji fonts. */
export const EMOJI = 'Emoji'
export const SCRIPT_WEIGHT = 900

type Font = { readonly name: string; readonly weight: number; readonly data: ArrayBuffer }

/**
 * Files with the same name form one family. Each provides the glyphs that the files before it lack. The Latin file comes
 * last: because it has combining marks, the renderer would compose `Ś` of its S and an acute, which it cannot place.
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
